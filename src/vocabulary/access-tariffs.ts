import { type EnergyTariff, energyTariffs } from './tariff-periods.ts'

/** A tariff of access to the grid, or a toll of gas: the number by which calls name it, the market's code, its name. */
export type AccessTariff = { id: number; code: string; name: string }

/** Above this in some period a supply has six periods and no longer the domestic tariff (CNMC, Circular 3/2020, art. 6). */
export const domesticPowerWatts = 15_000

/** The least power that the first two periods of a supply can have, in watts. */
export const leastPowerWatts = 1_000

const firstElectricityCode = 18

/** Source: CNMC, table 17 of the formats of files between distributors and retailers. */
export const electricityAccessTariffs: readonly (AccessTariff & { name: EnergyTariff })[] = energyTariffs.map(
  (name, index) => ({
    id: firstElectricityCode + index,
    code: String(firstElectricityCode + index).padStart(3, '0'),
    name,
  }),
)

/** Tolls of local grids by what is used in a year, up to and including these kWh. Source: CNMC, Circular 6/2020, art. 20. */
const gasYearlyKwh = [
  5_000, 15_000, 50_000, 300_000, 1_500_000, 5_000_000, 15_000_000, 50_000_000, 150_000_000,
] as const

const firstGasId = 101

/** Tolls of gas in local grids. Source: CNMC, table of tolls of the gas formats. */
export const gasAccessTariffs: readonly AccessTariff[] = [
  ...gasYearlyKwh.map((_, index) => gasTariff(index, `R${index + 1}`)),
  gasTariff(gasYearlyKwh.length, 'L0'),
  gasTariff(gasYearlyKwh.length + 1, 'L1'),
]

/** The toll of a supply that uses so much gas in a year. */
export function gasTariffForYear(energyWh: number): AccessTariff {
  const index = gasYearlyKwh.findIndex((mostKwh) => energyWh <= mostKwh * 1_000)
  return gasAccessTariffs[index === -1 ? gasYearlyKwh.length : index]!
}

/** The electricity tariffs that a supply of this power, the highest of its periods, may have. */
export function electricityTariffsForPower(powerWatts: number): readonly (AccessTariff & { name: EnergyTariff })[] {
  return electricityAccessTariffs.filter(({ name }) => (name === '2.0TD') === powerWatts <= domesticPowerWatts)
}

function gasTariff(index: number, code: string): AccessTariff {
  return { id: firstGasId + index, code, name: `RL.${index + 1}` }
}
