import { type AccessTariff, electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { type EnergyTariff, energyPeriodCount, powerPeriodCount } from '#vocabulary/tariff-periods.ts'

/** The ways to compare: by the figures of an invoice, or by sending the invoice. */
export const comparisonModes = ['auto', 'manual'] as const

/** Energy by period, with the API field names. */
export const energyFields = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
export type EnergyField = (typeof energyFields)[number]

/** A quarter-hourly curve of two years takes a tenth of this. */
export const maxCurveFileBytes = 15_000_000
/** The distributors' portals write a year or two into one file. */
export const maxCurveDays = 800

/** Contracted power by period, with the API field names. */
export const powerFields = ['power', 'power2', 'power3', 'power4', 'power5', 'power6'] as const
export type PowerField = (typeof powerFields)[number]

/** Returns the fields of an electricity tariff: one for every period. */
export function fieldsOf(tariff: EnergyTariff): { energy: readonly EnergyField[]; powers: readonly PowerField[] } {
  return {
    energy: energyFields.slice(0, energyPeriodCount(tariff)),
    powers: powerFields.slice(0, powerPeriodCount(tariff)),
  }
}

/** Checks whether a tariff is a high-voltage one, whose meters have no regulated rent. */
export function isHighVoltage(tariff: EnergyTariff): boolean {
  return tariff.startsWith('6.')
}

/** The gas access tariffs that can be compared. */
export const comparedGasTariffs = gasAccessTariffs

/** Returns the electricity tariff with an API id. */
export function findComparedTariff(id: string | number): (AccessTariff & { name: EnergyTariff }) | undefined {
  return electricityAccessTariffs.find((tariff) => tariff.id === Number(id))
}

/** Checks whether a CUPS is long enough to be looked up (specification, point 9). */
export function isCompleteCups(cups: string): boolean {
  const { length } = cups.replace(/[\s.-]/g, '')
  return length === 20 || length === 22
}
