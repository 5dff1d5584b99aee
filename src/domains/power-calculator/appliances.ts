import type { Decimal } from '#vocabulary/decimal.ts'

/** How an appliance counts, in kW (specification, points 3 and 9). */
type Row = {
  name: string
  /** One may have several of it. */
  multiple?: true
  /** It is switched on for a while, so that not all of its kind run at once. */
  cofSimulDependent?: true
  /** What it needs grows with the dwelling: its power is that of a square metre. */
  areaDependent?: true
  /** What it is counted in, instead of one by one. */
  measure?: 'm3'
  /** What it needs before anything else. */
  base?: Decimal
  power?: Decimal
  /** Where it comes in sizes, the power of each. */
  options?: readonly { name: string; power: Decimal }[]
}

/**
 * The appliances that can be chosen. An electric heater has no figure of its own and takes that of the stove. What charges
 * at night or burns fuel needs no further power.
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
] as const satisfies readonly Row[]

export type ApplianceName = (typeof appliances)[number]['name']
export type Appliance = Row & { name: ApplianceName }

export const applianceNames = appliances.map(({ name }) => name) as [ApplianceName, ...ApplianceName[]]
