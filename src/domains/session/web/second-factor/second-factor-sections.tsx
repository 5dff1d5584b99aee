import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { PasskeyTable } from './passkey-table.tsx'
import type { SecondFactorChanges } from './use-second-factor-changes.ts'

type SecondFactorSectionProps = { factors: SecondFactorChanges; disabledReason: string | undefined }

/** The user's passkeys, and the way to add one. */
export function PasskeySection({ factors: { data, refresh, setOpen }, disabledReason }: SecondFactorSectionProps) {
  const t = useTranslations('session')
  return (
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
  )
}

/** Whether an authenticator app is set up, and the way to add or remove it. */
export function CodeAppSection({
  factors: { data, busy, removeApp, setOpen },
  disabledReason,
}: SecondFactorSectionProps) {
  const t = useTranslations('session')
  return (
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
  )
}

/** How many recovery codes are left, and the way to renew them. */
export function RecoveryCodesSection({
  factors: { data, busy, renewCodes },
  disabledReason,
}: SecondFactorSectionProps) {
  const t = useTranslations('session')
  return (
    <section className="stack" aria-labelledby="recovery-title">
      <h2 id="recovery-title">{t('recoveryCodes.title')}</h2>
      <p className="soft">{t('recoveryCodes.left', { count: data.recovery_codes_left })}</p>
      <div className="line">
        <Button variant="second" disabledReason={disabledReason} isBusy={busy === 'codes'} onClick={renewCodes}>
          {t('recoveryCodes.renew')}
        </Button>
      </div>
    </section>
  )
}
