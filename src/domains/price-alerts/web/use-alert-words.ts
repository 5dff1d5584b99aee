import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'
import type { LimitType } from '../rules.ts'
import { type ProductWords, productMeaning } from './product-words.ts'
import type { ReadProduct } from './queries.ts'

/** The comparisons as texts know them. */
export const comparisonOf = { '<': 'below', '>': 'above', '==': 'equal' } as const satisfies Record<LimitType, string>

/** How prices, limits and products are written. */
export function useAlertWords() {
  const t = useTranslations('price-alerts')
  const locale = useLocale()
  const words: ProductWords = {
    quarter: ({ quarter, year }) => t('delivery.quarter', { quarter: String(quarter), year }),
    year: (values) => t('delivery.year', values),
    week: (values) => t('delivery.week', values),
    instrument: (kind) => t(`instruments.${kind}`),
  }
  const priceOf = (price: number) => `${formatMoney(Math.round(price * 100), locale)}/MWh`
  const conditionOf = (type: LimitType, limit: number) =>
    t(`condition.${comparisonOf[type]}`, { price: priceOf(limit) })
  return {
    priceOf,
    conditionOf,
    meaningOf: (product: ReadProduct) => product.title ?? productMeaning(product, words, locale),
    /** An alert in one line, for whoever is told of it. */
    nameOf: ({ product, type, limit }: { product: string; type: LimitType; limit: number }) =>
      t('named', { product, condition: conditionOf(type, limit) }),
  }
}
