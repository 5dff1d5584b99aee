import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'
import type { LimitType } from '../rules.ts'
import { describeProduct, type ProductTexts } from './describe-product.ts'
import type { ProductModel } from './queries.ts'

/** The text keys of the comparisons. */
export const comparisonOf = { '<': 'below', '>': 'above', '==': 'equal' } as const satisfies Record<LimitType, string>

/** Returns the formatters of prices, limits and products. */
export function useAlertTexts() {
  const t = useTranslations('price-alerts')
  const locale = useLocale()
  const texts: ProductTexts = {
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
    meaningOf: (product: ProductModel) => product.title ?? describeProduct(product, texts, locale),
    /** Describes an alert in one line, for notifications. */
    nameOf: ({ product, type, limit }: { product: string; type: LimitType; limit: number }) =>
      t('named', { product, condition: conditionOf(type, limit) }),
  }
}
