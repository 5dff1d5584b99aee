import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'
import styles from './single-sign-on.module.css'

/** The way in by the retailer's identity provider: the only one, or beside user and password. */
export function SingleSignOn({ isAlone }: { isAlone: boolean }) {
  const t = useTranslations('session')
  const { organization } = useSettings()
  const { sessionEnded } = useBoot()
  const { failed } = useSearch({ strict: false }) as Search
  return (
    <div className={styles.way}>
      {isAlone && <h1>{t('loginTitle')}</h1>}
      <Failure>{isAlone && failed && t('singleSignOn.failed')}</Failure>
      {isAlone && sessionEnded && !failed && <Banner tone="notice">{t('login.sessionEnded')}</Banner>}
      {!isAlone && <p className={styles.or}>{t('singleSignOn.or')}</p>}
      <SignInElsewhere isWide variant={isAlone ? 'main' : 'second'}>
        {t('singleSignOn.enter', { name: organization.name })}
      </SignInElsewhere>
      {isAlone && <p className="small soft">{t('singleSignOn.about')}</p>}
    </div>
  )
}
