import { useLocale, useTranslations } from 'use-intl'
import { formatDecimal } from '#vocabulary/format.ts'
import type { PriceList, ProductDetails } from '../api.ts'

/** Returns functions that format the parts of a product's prices. */
export function usePriceTexts(energy: ProductDetails['energy']) {
  const t = useTranslations('desk-products.prices')
  const locale = useLocale()
  const isGas = energy === 'gas'
  const formatAll = (prices: readonly string[]) => prices.map((price) => formatDecimal(price, locale)).join(' · ')
  const fixedTerm = t(isGas ? 'fixed' : 'power')
  return {
    fixedTerm,
    fixed: ({ standing }: PriceList['prices']) =>
      t(isGas ? 'fixedUnit' : 'powerUnit', {
        prices: formatAll(standing.map(({ eur }) => eur)),
        per: standing[0]?.per ?? 'year',
      }),
    energy: (prices: PriceList['prices']) => t('energyUnit', { prices: formatAll(prices.energy) }),
    discounts: ({ standing_discount: fixed, energy_discount: ofEnergy }: PriceList['prices']) =>
      [
        fixed && t('discountOf', { term: fixedTerm, percent: formatDecimal(fixed, locale) }),
        ofEnergy && t('discountOf', { term: t('energy'), percent: formatDecimal(ofEnergy, locale) }),
      ]
        .filter(Boolean)
        .join(', ') || '—',
    surplus: ({ surplus }: PriceList['prices']) =>
      surplus === null ? '—' : t('energyUnit', { prices: formatDecimal(surplus, locale) }),
  }
}
