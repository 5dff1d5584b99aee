import type { MarketDay } from '#vocabulary/day.ts'

/** Who read a meter: the distributor, or the customer who sent what it showed. */
export const readingOrigins = ['distributor', 'own'] as const
export type ReadingOrigin = (typeof readingOrigins)[number]

/** What a gas meter showed on a day. What belongs to the time since the reading before is null where nobody has told it. */
export type GasReading = {
  day: MarketDay
  registerLitres: number
  /** Energy of a cubic metre as the meter counts it: the calorific value, corrected for pressure and temperature. */
  factorKwhPerM3: number | null
  /** Gross calorific value (PCS) of a normal cubic metre. */
  calorificKwhPerM3: number | null
  /** Energy since the reading before as the distributor counts it. */
  energyWh: number | null
  isEstimated: boolean
}

/** A pressure of 16 bar multiplies what a cubic metre holds by as much; more is no supply of a retailer. */
export const factorLimitsKwhPerM3 = { least: 1, most: 250 }
/** Around the limits that gas must keep to be let into the system, which change by order. */
export const calorificLimitsKwhPerM3 = { least: 5, most: 20 }
