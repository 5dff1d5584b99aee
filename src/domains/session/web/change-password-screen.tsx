import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot } from '#kit/web/portal.ts'
import styles from './change-password-screen.module.css'
import { ChangePasswordForm } from './password/change-password-form.tsx'

/** The page where customers change their password, or must before anything else. */
export function ChangePasswordScreen() {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const { signedIn } = useBoot()
  return (
    <div className={styles.screen}>
      <div className="stack">
        <h1>{t('changePasswordTitle')}</h1>
        {signedIn?.mustChangePassword ? (
          <Banner tone="warning">{t('changePassword.forced')}</Banner>
        ) : (
          <p className="soft">{t('changePassword.effect')}</p>
        )}
        {signedIn?.readonly && <Banner tone="notice">{tApp('token_readonly')}</Banner>}
      </div>
      <ChangePasswordForm />
    </div>
  )
}
