import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { PasskeyTable } from './passkey-table.tsx'
import { securityQuery } from './queries.ts'
import styles from './security-screen.module.css'
import { useReadonlyReason } from './use-readonly-reason.ts'

const CodeAppDialog = lazy(async () => ({ default: (await import('./code-app-dialog.tsx')).CodeAppDialog }))
const NewPasskeyDialog = lazy(async () => ({ default: (await import('./new-passkey-dialog.tsx')).NewPasskeyDialog }))
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}))

type Open = { kind: 'codeApp' } | { kind: 'newPasskey' } | { kind: 'codes'; codes: readonly string[] }

/** One's passkeys, app of one-time codes and recovery codes, each with what can be done with it. */
export function SecondFactors() {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const say = useToast()
  const cache = useQueryClient()
  const whyNot = useReadonlyReason()
  const { data } = useSuspenseQuery(securityQuery(send))
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState<'codeApp' | 'codes'>()
  const [failed, setFailed] = useState<string>()
  const isOn = data.code_app || data.passkeys.length > 0

  const renew = () => cache.invalidateQueries(securityQuery(send))

  // A dialog tells of its end when the next one may be open already.
  const close = (kind: Open['kind']) => setOpen((now) => (now?.kind === kind ? null : now))

  /** Closes a dialog whose factor stands; with the first one the recovery codes are shown at once. */
  async function done(codes: readonly string[] | null, words: string) {
    await renew()
    say(words)
    setOpen(codes && { kind: 'codes', codes })
  }

  async function work(what: 'codeApp' | 'codes', change: () => Promise<void>) {
    setFailed(undefined)
    setBusy(what)
    await change().catch((failure) => {
      setFailed(codeOf(failure))
    })
    await renew()
    setBusy(undefined)
  }

  const removeApp = () =>
    work('codeApp', async () => {
      const { removeCodeApp } = await import('../api.ts')
      await send(removeCodeApp, {})
      say(t('codeApp.removed'))
    })

  const renewCodes = () =>
    work('codes', async () => {
      const { renewRecoveryCodes } = await import('../api.ts')
      const { recovery_codes: codes } = await send(renewRecoveryCodes, {})
      setOpen({ kind: 'codes', codes })
    })

  return (
    <div className={styles.sections}>
      <Failure>{failed !== undefined && ofApp(commonCode(failed))}</Failure>
      <section className="stack" aria-labelledby="passkeys-title">
        <h2 id="passkeys-title">{t('passkeys.title')}</h2>
        <p className="soft">{t('passkeys.about')}</p>
        {data.passkeys.length > 0 && <PasskeyTable passkeys={data.passkeys} onChange={renew} />}
        <div className="line">
          <Button variant="second" whyNot={whyNot} onClick={() => setOpen({ kind: 'newPasskey' })}>
            {t('passkeys.add')}
          </Button>
        </div>
      </section>
      <section className="stack" aria-labelledby="codes-title">
        <h2 id="codes-title">{t('codeApp.title')}</h2>
        <p className="soft">{t(data.code_app ? 'codeApp.on' : 'codeApp.about')}</p>
        <div className="line">
          {data.code_app ? (
            <Button variant="danger" whyNot={whyNot} isBusy={busy === 'codeApp'} onClick={removeApp}>
              {t('codeApp.remove')}
            </Button>
          ) : (
            <Button variant="second" whyNot={whyNot} onClick={() => setOpen({ kind: 'codeApp' })}>
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
            <Button variant="second" whyNot={whyNot} isBusy={busy === 'codes'} onClick={renewCodes}>
              {t('recoveryCodes.renew')}
            </Button>
          </div>
        </section>
      )}
      <Suspense>
        {open?.kind === 'codeApp' && (
          <CodeAppDialog onDone={(codes) => done(codes, t('codeApp.added'))} onClose={() => close('codeApp')} />
        )}
        {open?.kind === 'newPasskey' && (
          <NewPasskeyDialog onDone={(codes) => done(codes, t('passkeys.added'))} onClose={() => close('newPasskey')} />
        )}
        {open?.kind === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={() => close('codes')} />}
      </Suspense>
    </div>
  )
}
