import { useLocale, useTranslations } from 'use-intl'
import type { OfferedProduct } from '#domains/offers/api.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type PriceRow, priceGroups } from '../../price-rows.ts'
import styles from './product-prices.module.css'

type ProductPricesProps = {
  prices: NonNullable<OfferedProduct['prices']>
  /** Whether the energy costs the market price of each hour besides. */
  isDynamic: boolean | undefined
}

/** The prices of a product: power and energy of each period with their units, other prices, and discounts. */
export function ProductPrices({ prices, isDynamic }: ProductPricesProps) {
  const t = useTranslations('contracting.wizard.products')
  const locale = useLocale() as Locale

  function textOf({ amount, unit }: PriceRow): string {
    if (unit === 'percent') return t('discount', { percent: formatDecimal(amount, locale) })
    if (unit === 'fixedPerYear') return t('fixedPerYear', { price: formatDecimal(amount, locale, { decimals: 2 }) })
    return t(unit, { price: formatDecimal(amount, locale) })
  }

  return (
    <span className={styles.prices}>
      {priceGroups(prices).map(({ name, rows }) => (
        <span key={name} className={styles.group}>
          <b>{t(`terms.${isDynamic && name === 'energy' ? 'energyOverMarket' : name}`)}</b>
          {rows.map((row) => (
            <span key={row.label + (row.period ?? '')} className={styles.row}>
              <span className="soft">{row.period ? t('period', { number: row.period }) : t(row.label)}</span>
              <span>{textOf(row)}</span>
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}
