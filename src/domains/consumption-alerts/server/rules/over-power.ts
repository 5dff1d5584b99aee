import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type EnergyTariff, type Period, powerPeriodAt, type TariffZone } from '#vocabulary/tariff-periods.ts'
import type { MeasuredDay } from './measured-day.ts'

/** The contracted powers on a day, P1 first, with what decides the periods of its hours. */
export type PowersOfDay = { tariff: EnergyTariff; zone: TariffZone; powerWatts: readonly number[] }

/** An hour whose mean power was above the one contracted for its period. */
export type ExcessHour = { day: MarketDay; hourIndex: number; period: Period; watts: number; contractedWatts: number }

/** The hours above the contracted power in a month. */
export type MonthOfExcess = {
  month: MarketDay
  hours: number
  /** The one that was farthest above. */
  worst: ExcessHour
  /** The hours of the day of the worst one, with the power contracted for each. */
  hoursWh: readonly (number | null)[]
  limitsWatts: readonly number[]
}

/**
 * Returns the latest month with hours above the contracted power, of days from a day on; null without one. Only measured
 * hours count. `powersOn` returns null for a day whose powers are not known for sure.
 */
export function findExcess(
  days: readonly MeasuredDay[],
  {
    fromDay,
    zone,
    powersOn,
  }: { fromDay: MarketDay; zone: MarketTimeZone; powersOn: (day: MarketDay) => PowersOfDay | null },
): MonthOfExcess | null {
  const found = days
    .filter(({ day }) => day >= fromDay)
    .map((measured) => ({ measured, limitsOf: limitsOf(measured, zone, powersOn(measured.day)) }))
    .map(({ measured, limitsOf: limits }) => ({ measured, limits, hours: hoursAbove(measured, limits) }))
    .filter(({ hours }) => hours.length > 0)
  const last = found.at(-1)
  if (!last) return null
  const month = firstOfMonth(last.measured.day)
  const ofMonth = found.filter(({ measured }) => measured.day >= month)
  const hours = ofMonth.flatMap((each) => each.hours)
  const worst = hours.reduce((one, other) => (excessOf(other) > excessOf(one) ? other : one))
  const { measured, limits } = ofMonth.find((each) => each.measured.day === worst.day)!
  const limitsWatts = limits.map(({ contractedWatts }) => contractedWatts)
  return { month, hours: hours.length, worst, hoursWh: measured.hoursWh, limitsWatts }
}

function excessOf({ watts, contractedWatts }: ExcessHour): number {
  return watts - contractedWatts
}

type Limit = { period: Period; contractedWatts: number }

function limitsOf({ day, hoursWh }: MeasuredDay, timeZone: MarketTimeZone, powers: PowersOfDay | null): Limit[] {
  if (!powers) return []
  const { tariff, zone, powerWatts } = powers
  return hoursWh.flatMap((_, index) => {
    const period = powerPeriodAt({ tariff, zone, day, hour: localHourOf(day, index, 60, timeZone) })
    const contractedWatts = powerWatts[period - 1]
    return contractedWatts === undefined ? [] : [{ period, contractedWatts }]
  })
}

/** Energy of an hour in Wh is its mean power in W. */
function hoursAbove({ day, hoursWh }: MeasuredDay, limits: readonly Limit[]): ExcessHour[] {
  if (limits.length < hoursWh.length) return []
  return hoursWh.flatMap((wh, hourIndex) => {
    const { period, contractedWatts } = limits[hourIndex]!
    return wh !== null && wh > contractedWatts ? [{ day, hourIndex, period, watts: wh, contractedWatts }] : []
  })
}
