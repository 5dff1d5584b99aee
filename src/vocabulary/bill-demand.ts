import { type BillLine, createBillLine, figureReferenceOf } from './bill.ts'
import {
  type DayRange,
  findRegulatedPriceAt,
  type RegulatedPriceSeries,
  regulatedPriceAt,
  splitByValidity,
} from './dated-regulated-prices.ts'
import { dayCount } from './day.ts'
import { type Decimal, divideDecimal, formatFixedDecimal, multiplyDecimals, trimDecimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { kwFromWatts } from './power.ts'
import type { RegulatedPrices } from './regulated-prices.ts'
import type { EnergyTariff, Period } from './tariff-periods.ts'

/**
 * What a meter tells of the power that a supply took, by period, P1 first: the highest of each period, or the root of the
 * squared excesses of its quarter hours (`excessOfQuarterHours`).
 */
export type PowerDemand =
  | { by: 'maximeter'; highestWatts: readonly number[] }
  | { by: 'quarter_hours'; excessKw: readonly Decimal[] }

/** The contracted powers in their tariff, P1 first. */
type ContractedPower = { tariff: EnergyTariff; powerWatts: readonly number[] }

/** Up to this contracted power meters are of type 4 or 5 (Real Decreto 1110/2007, art. 6). */
const maximeterWatts = 50_000

/** Checks whether the excess of a supply is billed by its quarter hours: meters of types 1 to 3. */
export function isBilledByQuarterHours(powerWatts: readonly number[]): boolean {
  return Math.max(...powerWatts) > maximeterWatts
}

/**
 * Returns the root of the sum of the squared excesses over a power, in kW with three decimals, which takes the place of a
 * quantity in the formula of the quarter hours.
 */
export function excessOfQuarterHours(contractedWatts: number, quarterHourWatts: Iterable<number>): Decimal {
  let squares = 0
  for (const watts of quarterHourWatts) squares += Math.max(0, watts - contractedWatts) ** 2
  return kwFromWatts(Math.round(Math.sqrt(squares)))
}

/**
 * Returns a line for each period that took more power than it has contracted (Circular 3/2020, art. 9.4): by a maximeter,
 * the excess in kW × days × price; by quarter hours, the root of their squared excesses × price. Throws a RangeError where
 * a price is not known.
 */
export function createExcessLines(
  range: DayRange,
  supply: ContractedPower & { demand: PowerDemand },
  figures: RegulatedPrices,
): BillLine[] {
  const { tariff, powerWatts, demand } = supply
  const { maximeter, quarterHours } = figures.excessPrices[tariff]
  return powerWatts.flatMap((watts, index) => {
    if (demand.by === 'quarter_hours')
      return createQuarterHourLine(range, { index, excess: demand.excessKw[index] ?? '0', series: quarterHours })
    const excessWatts = (demand.highestWatts[index] ?? 0) - watts
    return excessWatts > 0 ? createMaximeterLines(range, { index, excessWatts, series: maximeter }) : []
  })
}

type PeriodSeries = RegulatedPriceSeries<readonly string[]>

function createMaximeterLines(
  range: DayRange,
  { index, excessWatts, series }: { index: number; excessWatts: number; series: PeriodSeries },
): BillLine[] {
  return splitByValidity(range, (day) => regulatedPriceAt(series, day)).map(({ valid, ...part }) =>
    createBillLine(part, {
      ...{ kind: 'power_excess', period: periodAt(index), quantity: kwFromWatts(excessWatts), unit: 'kW' },
      ...{ days: dayCount(part.firstDay, part.lastDay), unitPrice: valid.value[index]! },
      figure: figureReferenceOf(series, valid),
    }),
  )
}

/** The root is of all quarter hours of the bill, so it has the price of its last day. */
function createQuarterHourLine(
  range: DayRange,
  { index, excess, series }: { index: number; excess: Decimal; series: PeriodSeries },
): BillLine[] {
  if (Number(excess) === 0) return []
  const price = regulatedPriceAt(series, range.lastDay)
  return [
    createBillLine(range, {
      ...{ kind: 'power_excess', period: periodAt(index), quantity: excess, unit: 'kW' },
      ...{ unitPrice: price.value[index]!, figure: figureReferenceOf(series, price) },
    }),
  ]
}

/** Reactive energy is free up to this part of the active energy of its period: a power factor of 0.95. */
const freeShare = '0.33'
/** From this part on the power factor is below 0.8, and the whole excess has the higher price. */
const highShare = 0.75
/** The cheapest period of six is free of charge. */
const freePeriod = 6

/**
 * Returns a line for each period whose reactive energy exceeds a third of the active one (Circular 3/2020, art. 9.5). A
 * supply of three periods pays none. Throws a RangeError where the price is not known.
 */
export function createReactiveLines(
  range: DayRange,
  { energyWh, reactiveVarh }: { energyWh: readonly number[]; reactiveVarh: readonly number[] },
  figures: RegulatedPrices,
): BillLine[] {
  if (energyWh.length < freePeriod) return []
  return energyWh.flatMap((wh, index) => {
    const excess = reactiveExcessOf(wh, reactiveVarh[index] ?? 0)
    if (periodAt(index) === freePeriod || excess === null) return []
    const series = figures.reactivePrices[excess.band]
    const price = regulatedPriceAt(series, range.lastDay)
    return createBillLine(range, {
      ...{ kind: 'reactive_energy', period: periodAt(index), quantity: excess.kvarh, unit: 'kvarh' },
      ...{ unitPrice: price.value, figure: figureReferenceOf(series, price) },
    })
  })
}

/** The price band of reactive energy: a power factor from 0.8 to 0.95, or below 0.8. */
export type ReactiveBand = 'from80' | 'below80'

/** Returns the reactive energy of a period beyond what is free, with its band; null where there is none. */
export function reactiveExcessOf(
  energyWh: number,
  reactiveVarh: number,
): { kvarh: Decimal; band: ReactiveBand } | null {
  const freeVarh = divideDecimal(multiplyDecimals(String(energyWh), freeShare), '1', 0)
  const excessVarh = reactiveVarh - Number(freeVarh)
  if (excessVarh <= 0) return null
  const band = reactiveVarh > energyWh * highShare ? 'below80' : 'from80'
  return { kvarh: kwhFromWh(excessVarh), band }
}

/** Returns the power factor of a period (cos φ) with two decimals, as bills print it. */
export function powerFactorOf(energyWh: number, reactiveVarh: number): Decimal {
  const apparent = Math.hypot(energyWh, reactiveVarh)
  return apparent === 0 ? '1' : trimDecimal(formatFixedDecimal(Math.round((energyWh / apparent) * 100), 2))
}

/** Checks whether the prices of excess power are known for all days of a range. */
export function hasExcessPrices(
  { firstDay, lastDay }: DayRange,
  supply: ContractedPower,
  figures: RegulatedPrices,
): boolean {
  const prices = figures.excessPrices[supply.tariff]
  const series = isBilledByQuarterHours(supply.powerWatts) ? prices.quarterHours : prices.maximeter
  return [firstDay, lastDay].every((day) => findRegulatedPriceAt(series, day) !== undefined)
}

function periodAt(index: number): Period {
  return (index + 1) as Period
}
