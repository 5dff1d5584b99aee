import { useLocale, useTranslations } from 'use-intl'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { MeterDifference } from '../api.ts'

/** Says what the distributor says now of the energy of a bill, in total and by period, and what that comes to. */
export function MeterNote({ meter }: { meter: MeterDifference }) {
  const t = useTranslations('bill-checks.meter')
  const locale = useLocale()
  const { first_day, last_day, billed, metered, periods, difference, corrected_on: correctedOn } = meter
  const energy = (kwh: number) => `${formatDecimal(kwh, locale)}\u00a0kWh`
  const figures = { billed: energy(billed), metered: energy(metered) }
  const days = { first: formatDay(first_day, locale), last: formatDay(last_day, locale) }
  const amount = difference === null ? null : formatMoney(Math.round(Math.abs(difference) * 100), locale)
  return (
    <>
      <p>
        {correctedOn === null
          ? t('other', { ...days, ...figures })
          : t('corrected', { ...days, ...figures, day: formatDay(correctedOn, locale) })}
        {amount !== null && difference !== 0 && ` ${t(difference! < 0 ? 'more' : 'less', { amount })}`}
      </p>
      <ul>
        {periods
          .filter((each) => each.period !== null && each.billed !== each.metered)
          .map((each) => (
            <li key={each.period}>
              {t('period', { period: each.period!, billed: energy(each.billed), metered: energy(each.metered) })}
            </li>
          ))}
      </ul>
    </>
  )
}
