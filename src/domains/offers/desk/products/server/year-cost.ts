import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import {
  calculateElectricityYearCents,
  calculateGasYearCents,
  fillPowersByPeriod,
  spreadEvenlyByPeriod,
} from '../../../rules.ts'
import { type Energy, type Prices, type SampleSupply, toBilledPrices } from '../rules.ts'

type YearCostInput = {
  energy: Energy
  tariff: string
  prices: Prices
  sample: SampleSupply
  today: MarketDay
  figures: RegulatedPrices
}

/**
 * Returns the yearly cost of a sample supply in euros including all taxes, calculated as for new customers. Returns
 * null if a tax is unknown.
 */
export function yearCostEuros({ energy, tariff, prices, sample, today, figures }: YearCostInput): number | null {
  const { zone, powerWatts, yearKwh } = sample
  const year = { zone, today, regulatedPrices: figures }
  const billed = toBilledPrices(energy, prices)
  const cents =
    energy === 'gas'
      ? calculateGasYearCents(year, { energyWh: yearKwh * 1000, prices: billed as GasPrices })
      : calculateElectricityYearCents(year, {
          powerWatts: fillPowersByPeriod(tariff as EnergyTariff, [powerWatts])!,
          energyWh: spreadEvenlyByPeriod({ tariff: tariff as EnergyTariff, zone, today }, yearKwh * 1000),
          prices: billed as ElectricityPrices,
        })
  return cents === null ? null : cents / 100
}
