import { useLocale, useTranslations } from 'use-intl'
import { formatMonth } from '#vocabulary/format.ts'
import {
  type Choice,
  type DoubleTariff,
  firstDayOfMonth,
  type HappyDay,
  type HappyHours,
  type OptionKind,
} from '../rules.ts'
import { formatHour } from './format-hour.ts'

/** Returns a formatter for the name of a choice: `20h – 23h`, `sábado`, `diciembre de 2026 – febrero de 2027`. */
export function useChoiceName(kind: OptionKind): (option: { choice: Choice; label?: string }) => string {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  return ({ choice, label }) => {
    if (kind === 'happy_day') return label ?? t(`weekdays.${(choice as HappyDay).value as 1}`)
    if (kind === 'happy_hours') {
      const { startHour, endHour } = choice as HappyHours
      return `${formatHour(startHour)} – ${formatHour(endHour)}`
    }
    const { startMonth, startYear, endMonth, endYear } = choice as DoubleTariff
    const nameMonth = (month: number, year: number) => formatMonth(firstDayOfMonth(month, year), locale, 'long')
    const [first, last] = [nameMonth(startMonth, startYear), nameMonth(endMonth, endYear)]
    return first === last ? first : `${first} – ${last}`
  }
}
