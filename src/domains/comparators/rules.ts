import { type AccessTariff, electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { type EnergyTariff, energyPeriodCount, powerPeriodCount } from '#vocabulary/tariff-periods.ts'

/** The ways to compare: by the figures of an invoice, or by sending the invoice. */
export const comparisonModes = ['auto', 'manual'] as const

/** Energy by period, as the wire names it. */
export const energyFields = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
export type EnergyField = (typeof energyFields)[number]

/** A curve by quarter hours of two years weighs a tenth of it. */
export const mostCurveFileBytes = 15_000_000
/** A portal writes a year or two into one file. */
export const mostCurveDays = 800

/** Contracted power by period, as the wire names it. */
export const powerFields = ['power', 'power2', 'power3', 'power4', 'power5', 'power6'] as const
export type PowerField = (typeof powerFields)[number]

/** Which fields an electricity tariff has: one for every period. */
export function fieldsOf(tariff: EnergyTariff): { energy: readonly EnergyField[]; powers: readonly PowerField[] } {
  return {
    energy: energyFields.slice(0, energyPeriodCount(tariff)),
    powers: powerFields.slice(0, powerPeriodCount(tariff)),
  }
}

/** Whether a tariff is one of high voltage, for whose meters no rent is regulated. */
export function isHighVoltage(tariff: EnergyTariff): boolean {
  return tariff.startsWith('6.')
}

/** The gas tolls that can be compared. */
export const comparedGasTariffs = gasAccessTariffs

/** The electricity tariff with an id of the wire. */
export function comparedTariff(id: string | number): (AccessTariff & { name: EnergyTariff }) | undefined {
  return electricityAccessTariffs.find((tariff) => tariff.id === Number(id))
}

/** Whether a CUPS is long enough to be looked up (specification, point 9). */
export function isLookedUp(cups: string): boolean {
  const { length } = cups.replace(/[\s.-]/g, '')
  return length === 20 || length === 22
}
