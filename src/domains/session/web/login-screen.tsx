import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { LanguageLinks } from '#kit/web/languages.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { telAddress } from '#kit/web/tel-address.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login-screen.module.css'
import { PricePlate } from './price-plate.tsx'
// The retailer's HTML is drawn with the page; only what its links do may come later.
import '#domains/operator/web/html-blocks.module.css'
import '#domains/operator/web/legal-links.module.css'

const OperatorBlocks = lazy(async () => ({
  default: (await import('#domains/operator/web/operator-blocks.tsx')).OperatorBlocks,
}))

const LegalLinks = lazy(async () => ({
  default: (await import('#domains/operator/web/legal-links.tsx')).LegalLinks,
}))

const OtherWays = lazy(async () => ({ default: (await import('./other-ways.tsx')).OtherWays }))

/** Where customers sign in. */
export function LoginScreen() {
  const t = useTranslations('session.login')
  const { organization, features, oidc } = useSettings()
  const takesPasswords = !features.oidc || oidc.allowDefaultLogin
  const { blocks } = useBoot()
  const otherWays = (
    <Suspense>
      <OtherWays takesPasswords={takesPasswords} />
    </Suspense>
  )
  return (
    <div className={styles.screen}>
      <PricePlate />
      <main id="content" className={styles.side}>
        <div className={styles.column}>
          {takesPasswords ? <LoginForm>{otherWays}</LoginForm> : otherWays}
          {blocks.length > 0 && (
            <Suspense>
              <OperatorBlocks group="Login" />
            </Suspense>
          )}
          <footer className={styles.foot}>
            {organization.phone && (
              <p>
                {t('help')} <a href={telAddress(organization.phone)}>{organization.phone}</a>
                {organization.schedule && `, ${organization.schedule}`}
              </p>
            )}
            <LanguageLinks label={t('language')} />
            <Suspense>
              <LegalLinks />
            </Suspense>
          </footer>
        </div>
      </main>
    </div>
  )
}
