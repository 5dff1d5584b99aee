import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { reload } from '#kit/web/graphics/icons.ts'
import { StepBars } from '#kit/web/graphics/step-bars.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { usePortal } from '#kit/web/portal.ts'
import styles from './single-sign-on.module.css'

/** Shown where only the identity provider signs customers in and none is available: says what to do instead. */
export function SignInUnavailable() {
  const t = useTranslations('session.singleSignOn')
  const { basePath } = usePortal()
  const { phone } = useSettings().organization
  return (
    <div className={styles.way}>
      <StepBars missing={[2, 3]} />
      <h1>{t('notPossible')}</h1>
      <p>
        {t('notPossibleText')}
        {phone && (
          <>
            {' '}
            {t('callUs')} <a href={telAddress(phone)}>{phone}</a>.
          </>
        )}
      </p>
      <div className="line">
        {/* Reloads from the server: by then sign-in may be available. */}
        <ButtonLink variant="second" icon={reload} href={`${basePath}/login`} target="_self">
          {t('tryAgain')}
        </ButtonLink>
      </div>
    </div>
  )
}
