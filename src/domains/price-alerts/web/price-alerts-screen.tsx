import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Combobox } from '#kit/web/combobox.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'
import styles from './price-alerts-screen.module.css'
import { ProductChart } from './product-chart.tsx'
import { productsQuery } from './queries.ts'
import { useAlertWords } from './use-alert-words.ts'

export { loadPriceAlerts as load } from './load-price-alerts.ts'

/** Prices of electricity futures and, for customers, alerts on them. */
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
          {t('visitor.words')}
        </Banner>
      )}
      <section className={styles.section} aria-labelledby="new-alert">
        <h2 id="new-alert">{t('form.title')}</h2>
        <Retryable
          title={t('errors.productFetchError.title')}
          words={t('errors.productFetchError.words')}
          resetKey="products"
        >
          <NewAlert />
        </Retryable>
      </section>
      {signedIn && (
        <section className={styles.section} aria-labelledby="own-alerts">
          <h2 id="own-alerts">{t('alerts.title')}</h2>
          <Retryable
            title={t('errors.alertFetchError.title')}
            words={t('errors.alertFetchError.words')}
            resetKey="alerts"
          >
            <AlertList />
          </Retryable>
        </section>
      )}
    </div>
  )
}

function NewAlert() {
  const t = useTranslations('price-alerts')
  const { signedIn } = useBoot()
  const search = useSearch({ strict: false }) as Search
  const { data: products } = useSuspenseQuery(productsQuery(useSend()))
  const { meaningOf } = useAlertWords()
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
          noneFits={t('form.noneFits')}
          told={(count) => t('form.told', { count })}
        />
      </div>
      {product && (
        <Retryable
          key={product.name}
          title={t('errors.pricesFetchError.title')}
          words={t('errors.pricesFetchError.words')}
          resetKey={product.name}
        >
          <ProductChart product={product} />
        </Retryable>
      )}
      {signedIn && <AlertForm product={product} />}
      <p className="note">{t('source')}</p>
    </>
  )
}
