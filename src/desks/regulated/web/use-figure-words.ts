import { useLocale, useTranslations } from 'use-intl'
import { formatDecimal } from '#vocabulary/format.ts'
import type { ListedFigure } from '../api.ts'
import type texts from '../texts/es.json'

type Kind = Pick<ListedFigure, 'name' | 'unit' | 'shape' | 'tariff'>

/** How a figure, its unit and its values are told. */
export function useFigureWords() {
  const t = useTranslations('desk-regulated')
  const locale = useLocale()
  const number = (value: string) => formatDecimal(value, locale)

  /** A figure of a tariff is named without it, `access_power 2.0TD` being that of one. */
  const nameOf = ({ name, tariff }: Pick<Kind, 'name' | 'tariff'>) =>
    t(`kinds.${name.split(' ')[0] as keyof (typeof texts)['kinds']}`, { tariff: tariff ?? '' })

  const unitOf = ({ unit }: Pick<Kind, 'unit'>) =>
    unit.replace('EUR', '€').replace('m3', 'm³').replace('day', t('units.day')).replace('year', t('units.year'))

  const valueWords = (kind: Kind, values: readonly string[]) => {
    const [percent = '', power = ''] = values
    if (kind.shape === 'reduced_rate') return t('units.upTo', { percent: number(percent), power: number(power) })
    return `${values.map(number).join(' · ')}\u00a0${unitOf(kind)}`
  }

  return { nameOf, unitOf, valueWords }
}
