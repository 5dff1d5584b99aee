import type { MarketDay } from '#vocabulary/day.ts'

/** Who read a meter: the distributor, or the customer who submitted the reading. */
export const readingOrigins = ['distributor', 'own'] as const
export type ReadingOrigin = (typeof readingOrigins)[number]

/**
 * The reading of a gas meter on a day. Values for the time since the previous reading are null if nobody has reported
 * them.
 */
export type GasReading = {
  day: MarketDay
  registerLitres: number
  /** Energy per cubic metre as metered: the calorific value, corrected for pressure and temperature. */
  factorKwhPerM3: number | null
  /** Gross calorific value (PCS) per normal cubic metre. */
  calorificKwhPerM3: number | null
  /** Energy since the previous reading, as computed by the distributor. */
  energyWh: number | null
  isEstimated: boolean
}

/**
 * A pressure of 16 bar multiplies the content of a cubic metre by about that factor; a higher value is no supply of a
 * retailer.
 */
export const factorLimitsKwhPerM3 = { min: 1, max: 250 }
/** Slightly wider than the limits that gas must meet to enter the system, which change by order. */
export const calorificLimitsKwhPerM3 = { min: 5, max: 20 }
