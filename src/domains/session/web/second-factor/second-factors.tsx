import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { commonCodeOf } from '#kit/outage.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import styles from '../security-screen.module.css'
import { CodeAppSection, PasskeySection, RecoveryCodesSection } from './second-factor-sections.tsx'
import { useSecondFactorChanges } from './use-second-factor-changes.ts'

const CodeAppDialog = lazyPart(async () => (await import('./code-app-dialog.tsx')).CodeAppDialog)
const NewPasskeyDialog = lazyPart(async () => (await import('./new-passkey-dialog.tsx')).NewPasskeyDialog)
const RecoveryCodesDialog = lazyPart(async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog)

/** Shows the user's passkeys, authenticator app and recovery codes, each with its actions. */
export function SecondFactors() {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const disabledReason = useReadonlyReason()
  const factors = useSecondFactorChanges()
  const { data, open, failed, close, finish } = factors
  const isOn = data.code_app || data.passkeys.length > 0
  return (
    <div className={styles.sections}>
      <ErrorBanner>{failed !== undefined && tApp(commonCodeOf(failed))}</ErrorBanner>
      <PasskeySection {...{ factors, disabledReason }} />
      <CodeAppSection {...{ factors, disabledReason }} />
      {isOn && <RecoveryCodesSection {...{ factors, disabledReason }} />}
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
