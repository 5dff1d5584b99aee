import { useLocale, useTranslations } from 'use-intl'
import { formatDecimal } from '#vocabulary/format.ts'
import type { ListedRegulatedPrice } from '../api.ts'
import type texts from '../texts/es.json'

type RegulatedPriceKind = Pick<ListedRegulatedPrice, 'name' | 'unit' | 'shape' | 'tariff'>

/** Returns functions that format regulated prices, their units and their values. */
export function useRegulatedPriceTexts() {
  const t = useTranslations('desk-regulated-prices')
  const locale = useLocale()
  const formatNumber = (value: string) => formatDecimal(value, locale)

  /**
   * Returns the name of a regulated price. Its text key leaves out the tariff, which a name such as `access_power
   * 2.0TD` includes.
   */
  const nameOf = ({ name, tariff }: Pick<RegulatedPriceKind, 'name' | 'tariff'>) =>
    t(`kinds.${name.split(' ')[0] as keyof (typeof texts)['kinds']}`, { tariff: tariff ?? '' })

  const unitOf = ({ unit }: Pick<RegulatedPriceKind, 'unit'>) =>
    unit.replace('EUR', '€').replace('m3', 'm³').replace('day', t('units.day')).replace('year', t('units.year'))

  const valueText = (kind: RegulatedPriceKind, values: readonly string[]) => {
    const [percent = '', power = ''] = values
    if (kind.shape === 'reduced_rate')
      return t('units.upTo', { percent: formatNumber(percent), power: formatNumber(power) })
    return `${values.map(formatNumber).join(' · ')}\u00a0${unitOf(kind)}`
  }

  return { nameOf, unitOf, valueText }
}
