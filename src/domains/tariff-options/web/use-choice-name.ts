import { useLocale, useTranslations } from 'use-intl'
import { formatMonth } from '#vocabulary/format.ts'
import {
  type Choice,
  type DoubleTariff,
  firstDayOf,
  type HappyDay,
  type HappyHours,
  type OptionKind,
} from '../rules.ts'
import { hourName } from './option-chart.ts'

/** How a choice is told: `20h – 23h`, `sábado`, `diciembre de 2026 – febrero de 2027`. */
export function useChoiceName(kind: OptionKind): (told: { choice: Choice; label?: string }) => string {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  return ({ choice, label }) => {
    if (kind === 'happy_day') return label ?? t(`weekdays.${(choice as HappyDay).value as 1}`)
    if (kind === 'happy_hours') {
      const { startHour, endHour } = choice as HappyHours
      return `${hourName(startHour)} – ${hourName(endHour)}`
    }
    const { startMonth, startYear, endMonth, endYear } = choice as DoubleTariff
    const month = (startMonth: number, startYear: number) =>
      formatMonth(firstDayOf({ startMonth, startYear }), locale, 'long')
    const [first, last] = [month(startMonth, startYear), month(endMonth, endYear)]
    return first === last ? first : `${first} – ${last}`
  }
}
