import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Banner } from '#kit/web/banner.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import styles from './single-sign-on.module.css'

/** Where only the identity provider lets customers in and none is known: what to do instead. */
export function NoWayIn() {
  const t = useTranslations('session')
  const { phone } = useSettings().organization
  return (
    <div className={styles.way}>
      <h1>{t('loginTitle')}</h1>
      <Banner tone="warning">
        {t('singleSignOn.notPossible')}
        {phone && (
          <>
            {' '}
            {t('singleSignOn.callUs')} <a href={telAddress(phone)}>{phone}</a>.
          </>
        )}
      </Banner>
    </div>
  )
}
