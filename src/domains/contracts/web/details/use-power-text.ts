import { useLocale, useTranslations } from 'use-intl'
import { formatPower } from '#vocabulary/format.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { groupEqualPowers } from '../../rules.ts'

const noBreakSpace = '\u00a0'

/** Formats the contracted powers as a range: `9,2 kW`, `24 – 30 kW`. */
export function usePowerRange(): (powerWatts: readonly number[]) => string {
  const locale = useLocale()
  return (powerWatts) => {
    if (powerWatts.length === 0) return formatPower(null, locale)
    const [min, max] = [Math.min(...powerWatts), Math.max(...powerWatts)]
    const maxText = formatPower(max, locale)
    return min === max ? maxText : `${formatPower(min, locale).split(noBreakSpace)[0]} – ${maxText}`
  }
}

/**
 * Formats the contracted power of the periods: `4,6 kW punta`, `P1–P5 120 kW`; without their names where all are equal.
 */
export function usePowerOfPeriods(): (powerWatts: readonly number[]) => string[] {
  const locale = useLocale()
  const t = useTranslations('contracts')
  return (powerWatts) => {
    const runs = groupEqualPowers(powerWatts)
    return runs.map(({ first, last, watts }) => {
      const power = formatPower(watts, locale)
      if (runs.length === 1) return power
      const word = periodNameOf(first as Period, powerWatts.length)
      if (word) return t('powerOfPeriod', { power, period: t(`periods.${word}`) })
      return `${first === last ? `P${first}` : `P${first}–P${last}`}${noBreakSpace}${power}`
    })
  }
}
