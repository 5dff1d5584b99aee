import { useLocale, useTranslations } from 'use-intl'
import { formatDecimal } from '#vocabulary/format.ts'
import type { PriceList, ReadProduct } from '../api.ts'

/** How the prices of a product are told, part by part. */
export function usePriceWords(energy: ReadProduct['energy']) {
  const t = useTranslations('desk-offers.prices')
  const locale = useLocale()
  const isGas = energy === 'gas'
  const all = (prices: readonly string[]) => prices.map((price) => formatDecimal(price, locale)).join(' · ')
  const fixedTerm = t(isGas ? 'fixed' : 'power')
  return {
    fixedTerm,
    fixed: ({ standing }: PriceList['prices']) =>
      t(isGas ? 'fixedUnit' : 'powerUnit', {
        prices: all(standing.map(({ eur }) => eur)),
        per: standing[0]?.per ?? 'year',
      }),
    energy: (prices: PriceList['prices']) => t('energyUnit', { prices: all(prices.energy) }),
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
