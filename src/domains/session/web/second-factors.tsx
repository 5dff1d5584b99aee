import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/button.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { PasskeyTable } from './passkey-table.tsx'
import { securityQuery } from './queries.ts'
import styles from './security-screen.module.css'

const CodeAppDialog = lazy(async () => ({ default: (await import('./code-app-dialog.tsx')).CodeAppDialog }))
const NewPasskeyDialog = lazy(async () => ({ default: (await import('./new-passkey-dialog.tsx')).NewPasskeyDialog }))
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}))

type OpenDialog = { kind: 'codeApp' } | { kind: 'newPasskey' } | { kind: 'codes'; codes: readonly string[] }

/** Shows the user's passkeys, authenticator app and recovery codes, each with its actions. */
export function SecondFactors() {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const showToast = useToast()
  const cache = useQueryClient()
  const disabledReason = useReadonlyReason()
  const { data } = useSuspenseQuery(securityQuery(send))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [busy, setBusy] = useState<'codeApp' | 'codes'>()
  const [failed, setFailed] = useState<string>()
  const isOn = data.code_app || data.passkeys.length > 0

  const refresh = () => cache.invalidateQueries(securityQuery(send))

  // A dialog may report its end when the next one is open already.
  const close = (kind: OpenDialog['kind']) => setOpen((now) => (now?.kind === kind ? null : now))

  /** Closes a dialog whose factor is saved. With the first factor the recovery codes are shown directly. */
  async function finish(codes: readonly string[] | null, message: string) {
    await refresh()
    showToast(message)
    setOpen(codes && { kind: 'codes', codes })
  }

  async function runChange(target: 'codeApp' | 'codes', change: () => Promise<void>) {
    setFailed(undefined)
    setBusy(target)
    await change().catch((failure) => {
      setFailed(failureCodeOf(failure))
    })
    await refresh()
    setBusy(undefined)
  }

  const removeApp = () =>
    runChange('codeApp', async () => {
      const { removeCodeApp } = await import('../api.ts')
      await send(removeCodeApp, {})
      showToast(t('codeApp.removed'))
    })

  const renewCodes = () =>
    runChange('codes', async () => {
      const { renewRecoveryCodes } = await import('../api.ts')
      const { recovery_codes: codes } = await send(renewRecoveryCodes, {})
      setOpen({ kind: 'codes', codes })
    })

  return (
    <div className={styles.sections}>
      <ErrorBanner>{failed !== undefined && tApp(commonCodeOf(failed))}</ErrorBanner>
      <section className="stack" aria-labelledby="passkeys-title">
        <h2 id="passkeys-title">{t('passkeys.title')}</h2>
        <p className="soft">{t('passkeys.about')}</p>
        {data.passkeys.length > 0 && <PasskeyTable passkeys={data.passkeys} onChange={refresh} />}
        <div className="line">
          <Button variant="second" disabledReason={disabledReason} onClick={() => setOpen({ kind: 'newPasskey' })}>
            {t('passkeys.add')}
          </Button>
        </div>
      </section>
      <section className="stack" aria-labelledby="codes-title">
        <h2 id="codes-title">{t('codeApp.title')}</h2>
        <p className="soft">{t(data.code_app ? 'codeApp.on' : 'codeApp.about')}</p>
        <div className="line">
          {data.code_app ? (
            <Button variant="danger" disabledReason={disabledReason} isBusy={busy === 'codeApp'} onClick={removeApp}>
              {t('codeApp.remove')}
            </Button>
          ) : (
            <Button variant="second" disabledReason={disabledReason} onClick={() => setOpen({ kind: 'codeApp' })}>
              {t('codeApp.add')}
            </Button>
          )}
        </div>
      </section>
      {isOn && (
        <section className="stack" aria-labelledby="recovery-title">
          <h2 id="recovery-title">{t('recoveryCodes.title')}</h2>
          <p className="soft">{t('recoveryCodes.left', { count: data.recovery_codes_left })}</p>
          <div className="line">
            <Button variant="second" disabledReason={disabledReason} isBusy={busy === 'codes'} onClick={renewCodes}>
              {t('recoveryCodes.renew')}
            </Button>
          </div>
        </section>
      )}
      <Suspense>
        {open?.kind === 'codeApp' && (
          <CodeAppDialog onDone={(codes) => finish(codes, t('codeApp.added'))} onClose={() => close('codeApp')} />
        )}
        {open?.kind === 'newPasskey' && (
          <NewPasskeyDialog
            onDone={(codes) => finish(codes, t('passkeys.added'))}
            onClose={() => close('newPasskey')}
          />
        )}
        {open?.kind === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={() => close('codes')} />}
      </Suspense>
    </div>
  )
}
