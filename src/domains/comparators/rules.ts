import { type AccessTariff, electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'

/** The ways to compare: by the figures of an invoice, or by sending the invoice. */
export const comparisonModes = ['auto', 'manual'] as const

/** Energy by period, as the wire names it. */
export const energyFields = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
export type EnergyField = (typeof energyFields)[number]

/** A curve by quarter hours of two years weighs a tenth of it. */
export const mostCurveFileBytes = 15_000_000
/** A portal writes a year or two into one file. */
export const mostCurveDays = 800

/** Which fields an electricity tariff has, by its name (specification, point 5). */
export function fieldsOf(tariffName: string): { energy: readonly EnergyField[]; hasSecondPower: boolean } {
  const hasSix = tariffName.includes('VE') || tariffName.includes('3.0TD')
  const hasThree = hasSix || tariffName.includes('2.0TD')
  return { energy: energyFields.slice(0, hasSix ? 6 : hasThree ? 3 : 1), hasSecondPower: hasThree }
}

/** The electricity tariffs that can be compared: those of which the form has every period. */
export const comparedTariffs: readonly (AccessTariff & { name: EnergyTariff })[] = electricityAccessTariffs.filter(
  ({ name }) => fieldsOf(name).hasSecondPower,
)

/** The gas tolls that can be compared. */
export const comparedGasTariffs = gasAccessTariffs

/** The electricity tariff with an id of the wire. */
export function comparedTariff(id: string | number): (AccessTariff & { name: EnergyTariff }) | undefined {
  return comparedTariffs.find((tariff) => tariff.id === Number(id))
}

/** Whether a CUPS is long enough to be looked up (specification, point 9). */
export function isLookedUp(cups: string): boolean {
  const { length } = cups.replace(/[\s.-]/g, '')
  return length === 20 || length === 22
}
