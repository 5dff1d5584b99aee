import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { lazyOnceActed } from '#kit/web/person-acts.ts'
import { useBoot } from '#kit/web/portal.ts'
import styles from './login-screen.module.css'
import { LoginForm } from './sign-in/login-form.tsx'
import { SignInHero } from './sign-in/sign-in-hero.tsx'
// The retailer's HTML is rendered with the page; only the script for its links may load later.
import '#domains/retailer/web/html-blocks.module.css'
import '#domains/retailer/web/legal-links.module.css'

const RetailerBlocks = lazyOnceActed(
  async () => (await import('#domains/retailer/web/retailer-blocks.tsx')).RetailerBlocks,
)

const LegalLinks = lazyOnceActed(async () => (await import('#domains/retailer/web/legal-links.tsx')).LegalLinks)

const OtherSignInMethods = lazyPart(
  async () => (await import('./sign-in/other-sign-in-methods.tsx')).OtherSignInMethods,
)

/** The page where customers sign in. */
export function LoginScreen() {
  const t = useTranslations('session.login')
  const { organization, features, oidc } = useSettings()
  const acceptsPasswords = !features.oidc || oidc.allowDefaultLogin
  const { blocks } = useBoot()
  const otherMethods = (
    <Suspense>
      <OtherSignInMethods acceptsPasswords={acceptsPasswords} />
    </Suspense>
  )
  return (
    <div className={styles.screen}>
      <SignInHero />
      <main id="content" className={styles.side}>
        <div className={styles.column}>
          {acceptsPasswords ? <LoginForm>{otherMethods}</LoginForm> : otherMethods}
          {blocks.length > 0 && (
            <Suspense>
              <RetailerBlocks group="Login" />
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
