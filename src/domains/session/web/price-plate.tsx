import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '#domains/operator/web/logo.tsx'
import styles from './price-plate.module.css'
// The price of the hour is drawn with the page; its script, which only keeps it, comes after the form can be used.
import '#kit/web/steps.module.css'

const PriceOfTheHour = lazy(async () => ({ default: (await import('./price-of-the-hour.tsx')).PriceOfTheHour }))

/** The first thing that anybody sees of the portal: whose it is, what it is for, and what electricity costs at this hour. */
export function PricePlate() {
  const t = useTranslations('session.login')
  return (
    <header className={styles.plate}>
      <Logo />
      <div className={styles.promise}>
        <p className={styles.title}>{t('promise')}</p>
        <p className={styles.detail}>{t('promiseDetail')}</p>
      </div>
      <Suspense>
        <PriceOfTheHour />
      </Suspense>
    </header>
  )
}
