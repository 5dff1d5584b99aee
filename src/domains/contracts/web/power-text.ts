import { useLocale, useTranslations } from 'use-intl'
import { formatPower } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { powerRuns } from '../rules.ts'

const noBreakSpace = '\u00a0'

/** The contracted powers from the least to the most: `9,2 kW`, `24 – 30 kW`. */
export function usePowerRange(): (powerWatts: readonly number[]) => string {
  const locale = useLocale()
  return (powerWatts) => {
    if (powerWatts.length === 0) return formatPower(null, locale)
    const [least, most] = [Math.min(...powerWatts), Math.max(...powerWatts)]
    const written = formatPower(most, locale)
    return least === most ? written : `${formatPower(least, locale).split(noBreakSpace)[0]} – ${written}`
  }
}

/** The contracted power of the periods: `4,6 kW punta`, `P1–P5 120 kW`; without their names where one holds for all. */
export function usePowerOfPeriods(): (powerWatts: readonly number[]) => string[] {
  const locale = useLocale()
  const t = useTranslations('contracts')
  return (powerWatts) => {
    const runs = powerRuns(powerWatts)
    return runs.map(({ first, last, watts }) => {
      const power = formatPower(watts, locale)
      if (runs.length === 1) return power
      const word = periodWord(first as Period, powerWatts.length)
      if (word) return t('powerOfPeriod', { power, period: t(`periods.${word}`) })
      return `${first === last ? `P${first}` : `P${first}–P${last}`}${noBreakSpace}${power}`
    })
  }
}
