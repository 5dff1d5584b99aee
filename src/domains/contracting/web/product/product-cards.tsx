import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { OfferedProduct } from '#domains/offers/api.ts'
import { classNames } from '#kit/web/class-names.ts'
import { FieldError, useErrorUntilCorrected } from '#kit/web/form/field.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import styles from './product-cards.module.css'
import { ProductPrices } from './product-prices.tsx'
import { missingYearTexts, type YearCostRange, YearlyCost } from './yearly-cost.tsx'

type ProductCardsProps = {
  id: string
  error: string | undefined
  products: readonly OfferedProduct[]
  isStale: boolean
  /** Whether panels feed in, so that the yearly cost states whether it includes the payment for it. */
  hasSelfConsumption: boolean
  chosen: number
  onChoose: (product: OfferedProduct) => void
}

/** The products side by side: the yearly cost of each for this supply, then its prices. */
export function ProductCards({
  id,
  error: errorMessage,
  products,
  isStale,
  hasSelfConsumption,
  chosen,
  onChoose,
}: ProductCardsProps) {
  const t = useTranslations('contracting.wizard.products')
  const locale = useLocale() as Locale
  const name = useId()
  const years = products.flatMap(({ year }) => (year ? [year] : []))
  const range = yearCostRangeOf(years.map(({ amount }) => amount))
  const errorId = `${name}-error`
  const { error, wrapperProps } = useErrorUntilCorrected<HTMLFieldSetElement>(errorMessage)

  const surplusSentence = ({ surplus_kwh = 0 }: NonNullable<OfferedProduct['year']>) =>
    surplus_kwh > 0
      ? t('surplusCounted', { kwh: formatDecimal(surplus_kwh, locale, { decimals: 0 }) })
      : t('surplusLeftOut')

  if (products.length === 0) return <p>{t('none')}</p>
  return (
    <fieldset {...wrapperProps} className={styles.choice} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{t('legend')}</legend>
      <p className="soft">
        {years[0]
          ? t(years[0].basis, { kwh: formatDecimal(years[0].kwh, locale, { decimals: 0 }) })
          : t(missingYearTexts[products[0]!.year_missing ?? 'use'].all)}
        {years[0] && hasSelfConsumption && ` ${surplusSentence(years[0])}`}
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className={classNames(styles.cards, isStale && styles.stale)} aria-busy={isStale || undefined}>
        {products.map((product, index) => (
          <label key={product.id} className={styles.card}>
            <span className={styles.head}>
              <input
                id={index === 0 ? id : undefined}
                type="radio"
                name={name}
                checked={product.id === chosen}
                onChange={() => onChoose(product)}
              />
              <b>{product.name}</b>
            </span>
            {product.ov_description && <span className="small soft">{product.ov_description}</span>}
            <YearlyCost product={product} range={range} />
            {product.prices && <ProductPrices prices={product.prices} isDynamic={product.is_dynamic} />}
          </label>
        ))}
      </div>
      <ProductLinks products={products} />
    </fieldset>
  )
}

function yearCostRangeOf(amounts: readonly number[]): YearCostRange {
  return { minAmount: amounts.length > 1 ? Math.min(...amounts) : null, maxAmount: Math.max(...amounts) }
}

function ProductLinks({ products }: { products: readonly OfferedProduct[] }) {
  const t = useTranslations('contracting.wizard.products')
  if (!products.some(({ ov_link }) => ov_link)) return null
  return (
    <ul className={styles.links}>
      {products.map(
        (product) =>
          product.ov_link && (
            <li key={product.id}>
              <a href={product.ov_link} target="_blank" rel="noreferrer">
                {t('conditions', { name: product.name })}
              </a>
            </li>
          ),
      )}
    </ul>
  )
}
