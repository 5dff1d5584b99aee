import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, daysFrom, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { roundParts } from '#vocabulary/round-parts.ts'
import type { BilledPart } from './year-of-bills.ts'

/**
 * Splits a year of which only totals are known into the bills of its calendar months: energy evenly by day, surplus by
 * solar radiation. Most of it is fed in in summer, where the energy of a bill offsets less of it. The parts add up to
 * the total.
 */
export function splitYearByMonth(
  year: DayRange,
  { energyWh, surplusWh }: { energyWh: readonly number[]; surplusWh: number },
): BilledPart[] {
  const months = listMonths(year)
  const byDays = months.map(({ firstDay, lastDay }) => dayCount(firstDay, lastDay))
  const bySun = months.map(({ firstDay, lastDay }) =>
    daysFrom(firstDay, lastDay).reduce((sum, day) => sum + sunOfDay(day), 0),
  )
  const energies = energyWh.map((wh) => distribute(wh, byDays))
  const surpluses = distribute(surplusWh, bySun)
  return months.map((month, index) => ({
    ...month,
    energyWh: energies.map((parts) => parts[index]!),
    surplusWh: surpluses[index]!,
  }))
}

function listMonths({ firstDay, lastDay }: DayRange): DayRange[] {
  const months: DayRange[] = []
  for (let day = firstDay; day <= lastDay; ) {
    const last = lastOfMonth(day)
    months.push({ firstDay: day, lastDay: last < lastDay ? last : lastDay })
    day = addDays(last, 1)
  }
  return months
}

function distribute(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return roundParts(
    weights.map((weight) => (whole * weight) / sum),
    1,
  )
}

const latitude = radians(40)

/**
 * Returns the extraterrestrial radiation on a level roof in the middle of Spain on a day, as a share of the maximum:
 * the formula for daily extraterrestrial radiation (Duffie and Beckman, Solar Engineering of Thermal Processes, eq.
 * 1.10.3).
 */
function sunOfDay(day: MarketDay): number {
  const dayOfYear = dayCount(`${day.slice(0, 4)}-01-01`, day)
  const declination = radians(23.45) * Math.sin(radians((360 * (284 + dayOfYear)) / 365))
  const sunset = Math.acos(-Math.tan(latitude) * Math.tan(declination))
  const distance = 1 + 0.033 * Math.cos(radians((360 * dayOfYear) / 365))
  return (
    distance *
    (Math.cos(latitude) * Math.cos(declination) * Math.sin(sunset) +
      sunset * Math.sin(latitude) * Math.sin(declination))
  )
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
