import { useLocale, useTranslations } from 'use-intl'
import type { OfferedProduct } from '#domains/offers/api.ts'
import { Badge } from '#kit/web/display/badge.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import styles from './product-cards.module.css'

/** The texts for each datum that a yearly cost lacks, for all products and for one. */
export const missingYearTexts = {
  use: { all: 'useUnknown', one: 'yearUseUnknown' },
  place: { all: 'placeMissing', one: 'yearPlaceMissing' },
  tax: { all: 'placeUnknown', one: 'yearPlaceUnknown' },
  market: { all: 'marketMissing', one: 'yearOfMarket' },
} as const

/** The lowest and highest yearly cost of the offered products; no lowest where there is nothing to compare. */
export type YearCostRange = { minAmount: number | null; maxAmount: number }

/** The yearly cost of a product, beside that of the others. */
export function YearlyCost({ product, range }: { product: OfferedProduct; range: YearCostRange }) {
  const t = useTranslations('contracting.wizard.products')
  const locale = useLocale() as Locale
  const { minAmount, maxAmount } = range
  return (
    <span className={styles.year}>
      {product.year ? (
        <>
          <b className={styles.amount}>{formatMoney(Math.round(product.year.amount * 100), locale)}</b>{' '}
          <span className="small soft">{t('perYear')}</span>
          <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="8" />
            <rect data-share width={(product.year.amount / maxAmount) * 100} height="8" />
          </svg>
          {product.year.amount === minAmount ? (
            <Badge tone="positive">{t('cheapest')}</Badge>
          ) : (
            minAmount !== null && (
              <span className="small">
                {t('more', {
                  amount: formatMoney(Math.round((product.year.amount - minAmount) * 100), locale),
                })}
              </span>
            )
          )}
        </>
      ) : (
        <span className="small soft">{t(missingYearTexts[product.year_missing ?? 'use'].one)}</span>
      )}
    </span>
  )
}
