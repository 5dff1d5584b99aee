import { type EnergyTariff, energyTariffs } from './tariff-periods.ts'

/** An access tariff of electricity or a gas toll: the number used in calls, the market's code, and the name. */
export type AccessTariff = { id: number; code: string; name: string }

/**
 * Above this power in any period a supply has six periods and cannot have the domestic tariff (CNMC, Circular 3/2020,
 * art. 6).
 */
export const domesticPowerWatts = 15_000

/** The minimum power of the first two periods of a supply, in watts. */
export const minPowerWatts = 1_000

const firstElectricityCode = 18

/** Source: CNMC, table 17 of the file formats between distributors and retailers. */
export const electricityAccessTariffs: readonly (AccessTariff & { name: EnergyTariff })[] = energyTariffs.map(
  (name, index) => ({
    id: firstElectricityCode + index,
    code: String(firstElectricityCode + index).padStart(3, '0'),
    name,
  }),
)

/**
 * The yearly consumption up to which each toll of local grids applies, in kWh, inclusive. Source: CNMC, Circular
 * 6/2020, art. 20.
 */
const gasYearlyKwh = [
  5_000, 15_000, 50_000, 300_000, 1_500_000, 5_000_000, 15_000_000, 50_000_000, 150_000_000,
] as const

const firstGasId = 101

/** The gas tolls of local grids. Source: CNMC, toll table of the gas file formats. */
export const gasAccessTariffs: readonly AccessTariff[] = [
  ...gasYearlyKwh.map((_, index) => gasTariff(index, `R${index + 1}`)),
  gasTariff(gasYearlyKwh.length, 'L0'),
  gasTariff(gasYearlyKwh.length + 1, 'L1'),
]

/** Returns the toll of a supply by its yearly gas consumption. */
export function gasTariffForYear(energyWh: number): AccessTariff {
  const index = gasYearlyKwh.findIndex((maxKwh) => energyWh <= maxKwh * 1_000)
  return gasAccessTariffs[index === -1 ? gasYearlyKwh.length : index]!
}

/** Returns the electricity tariffs allowed for a supply, by the highest power of its periods. */
export function electricityTariffsForPower(powerWatts: number): readonly (AccessTariff & { name: EnergyTariff })[] {
  return electricityAccessTariffs.filter(({ name }) => (name === '2.0TD') === powerWatts <= domesticPowerWatts)
}

function gasTariff(index: number, code: string): AccessTariff {
  return { id: firstGasId + index, code, name: `RL.${index + 1}` }
}
