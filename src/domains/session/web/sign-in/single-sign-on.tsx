import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { SignInAtProvider } from './sign-in-at-provider.tsx'
import styles from './single-sign-on.module.css'

/** Sign-in by the retailer's identity provider: the only way, or beside user and password. */
export function SingleSignOn({ isAlone }: { isAlone: boolean }) {
  const t = useTranslations('session')
  const { organization } = useSettings()
  const { sessionEnded } = useBoot()
  const { failed } = useSearch({ strict: false }) as SearchParams
  return (
    <div className={styles.way}>
      {isAlone && <h1>{t('loginTitle')}</h1>}
      <ErrorBanner>{isAlone && failed && t('singleSignOn.failed')}</ErrorBanner>
      {isAlone && sessionEnded && !failed && <Banner tone="notice">{t('login.sessionEnded')}</Banner>}
      {!isAlone && <p className={styles.or}>{t('singleSignOn.or')}</p>}
      <SignInAtProvider isWide variant={isAlone ? 'main' : 'second'}>
        {t('singleSignOn.enter', { name: organization.name })}
      </SignInAtProvider>
      {isAlone && <p className="small soft">{t('singleSignOn.about')}</p>}
    </div>
  )
}
