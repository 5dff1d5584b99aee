import type { Decimal } from '#vocabulary/decimal.ts'

/** The figures of an appliance, in kW (specification, points 3 and 9). */
type ApplianceRow = {
  name: string
  /** Whether a home may have several. */
  multiple?: true
  /** Whether it runs only part of the time, so that not all of its kind run at once. */
  cofSimulDependent?: true
  /** Whether its need grows with the dwelling: its power is then per square metre. */
  areaDependent?: true
  /** The unit that it is counted in, instead of pieces. */
  measure?: 'm3'
  /** A base power, in addition to quantity times power. */
  base?: Decimal
  power?: Decimal
  /** The power of each size, if it comes in several. */
  options?: readonly { name: string; power: Decimal }[]
}

/**
 * The appliances to choose from. An electric heater has no specified figure and uses that of the stove. Those that
 * charge at night or burn fuel need no additional power.
 */
export const appliances = [
  { name: 'electricHeater', multiple: true, cofSimulDependent: true, power: '1.2' },
  { name: 'heating', areaDependent: true, base: '0.1', power: '0.01' },
  {
    name: 'waterHeater',
    cofSimulDependent: true,
    options: [
      { name: '30', power: '1.2' },
      { name: '50', power: '1.6' },
      { name: '80', power: '2' },
      { name: '100', power: '2.4' },
    ],
  },
  { name: 'dishwasher', cofSimulDependent: true, power: '1.7' },
  { name: 'washer', cofSimulDependent: true, power: '2' },
  { name: 'dryer', cofSimulDependent: true, power: '2' },
  { name: 'oven', cofSimulDependent: true, power: '2' },
  { name: 'hob', cofSimulDependent: true, power: '1.5' },
  { name: 'airConditioning', multiple: true, cofSimulDependent: true, power: '1.5' },
  { name: 'microwave', cofSimulDependent: true, power: '1.1' },
  { name: 'fridge', multiple: true, power: '0.3' },
  { name: 'tv', multiple: true, cofSimulDependent: true, power: '0.2' },
  { name: 'electricVehicle', multiple: true, power: '0' },
  { name: 'pool', measure: 'm3', power: '0.0085' },
  { name: 'gasOil', power: '0' },
  { name: 'stove', multiple: true, cofSimulDependent: true, power: '1.2' },
] as const satisfies readonly ApplianceRow[]

export type ApplianceName = (typeof appliances)[number]['name']
export type Appliance = ApplianceRow & { name: ApplianceName }

export const applianceNames = appliances.map(({ name }) => name) as [ApplianceName, ...ApplianceName[]]
