import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { MeasuredDay } from '../rules/measured-day.ts'
import { findStandbyRise } from '../rules/standby.ts'
import type { Finding } from './finding.ts'

const kwhOfWattYear = 8.76

/** Returns that a home uses more by night than before; null otherwise. */
export function findStandby(
  days: readonly MeasuredDay[],
  options: { riseWatts: number; fromDay: MarketDay; zone: MarketTimeZone },
): Finding | null {
  const rise = findStandbyRise(days, options)
  if (!rise) return null
  const { firstNight, baseWatts, raisedWatts, nights } = rise
  const moreWatts = raisedWatts - baseWatts
  return {
    period: firstNight,
    // Watts as they are: a kilowatt with decimals says little of a router.
    values: {
      ...{ firstDay: firstNight, firstNight: nights[0]!.day, lastDay: nights.at(-1)!.day },
      ...{ base: baseWatts, raised: raisedWatts, more: moreWatts, yearKwh: Math.round(moreWatts * kwhOfWattYear) },
    },
    chart: {
      bars: nights.map(({ watts }) => watts),
      marked: nights.flatMap(({ day }, index) => (day >= firstNight ? [index] : [])),
      limits: nights.map(() => baseWatts),
    },
  }
}
