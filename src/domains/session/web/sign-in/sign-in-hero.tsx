import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '#domains/retailer/web/logo.tsx'
import { lazyOnceActed } from '#kit/web/person-acts.ts'
import styles from './sign-in-hero.module.css'
// The price of the hour is rendered with the page; its script, which only updates it, loads once the form can be used.
import '#kit/web/graphics/day-steps-drawing.module.css'

const CurrentPricePanel = lazyOnceActed(async () => (await import('./current-price.tsx')).CurrentPricePanel)

/** The first part of the sign-in page: whose portal it is, what it is for, and what electricity costs at this hour. */
export function SignInHero() {
  const t = useTranslations('session.login')
  return (
    <header className={styles.hero}>
      <Logo />
      <div className={styles.promise}>
        <p className={styles.title}>{t('promise')}</p>
        <p className={styles.detail}>{t('promiseDetail')}</p>
      </div>
      <Suspense>
        <CurrentPricePanel />
      </Suspense>
    </header>
  )
}
