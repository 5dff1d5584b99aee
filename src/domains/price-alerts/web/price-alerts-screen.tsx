import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Combobox } from '#kit/web/form/combobox.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'
import styles from './price-alerts-screen.module.css'
import { ProductChart } from './product-chart.tsx'
import { productsQuery } from './queries.ts'
import { useAlertTexts } from './use-alert-texts.ts'

export { loadPriceAlerts as load } from './load-price-alerts.ts'

/** Shows prices of electricity futures and, for customers, alerts on them. */
export function PriceAlertsScreen() {
  const t = useTranslations('price-alerts')
  const { signedIn } = useBoot()
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {!signedIn && (
        <Banner
          tone="notice"
          action={
            <ButtonLink variant="second" isSmall href="/login?redirectPath=/omipComponent">
              {t('visitor.enter')}
            </ButtonLink>
          }
        >
          {t('visitor.text')}
        </Banner>
      )}
      <section className={styles.section} aria-labelledby="new-alert">
        <h2 id="new-alert">{t('form.title')}</h2>
        <RetryBoundary
          title={t('errors.productFetchError.title')}
          message={t('errors.productFetchError.text')}
          resetKey="products"
        >
          <NewAlert />
        </RetryBoundary>
      </section>
      {signedIn && (
        <section className={styles.section} aria-labelledby="own-alerts">
          <h2 id="own-alerts">{t('alerts.title')}</h2>
          <RetryBoundary
            title={t('errors.alertFetchError.title')}
            message={t('errors.alertFetchError.text')}
            resetKey="alerts"
          >
            <AlertList />
          </RetryBoundary>
        </section>
      )}
    </div>
  )
}

function NewAlert() {
  const t = useTranslations('price-alerts')
  const { signedIn } = useBoot()
  const search = useSearch({ strict: false }) as SearchParams
  const { data: products } = useSuspenseQuery(productsQuery(useSend()))
  const { meaningOf } = useAlertTexts()
  const [name, setName] = useState(search.product ?? '')
  const product = products.find((each) => each.name === name)
  return (
    <>
      <div className={styles.product}>
        <Combobox
          label={t('form.product')}
          hint={t('form.productHint')}
          options={products.map((each) => ({ value: each.name, label: each.name, detail: meaningOf(each) }))}
          value={name}
          onValue={setName}
          noMatchMessage={t('form.noneFits')}
          matchCountMessage={(count) => t('form.matchCount', { count })}
        />
      </div>
      {product && (
        <RetryBoundary
          key={product.name}
          title={t('errors.pricesFetchError.title')}
          message={t('errors.pricesFetchError.text')}
          resetKey={product.name}
        >
          <ProductChart product={product} />
        </RetryBoundary>
      )}
      {signedIn && <AlertForm product={product} />}
      <p className="note">{t('source')}</p>
    </>
  )
}
