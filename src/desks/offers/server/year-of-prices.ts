import { electricityYearCents, evenlyByPeriod, gasYearCents, powersByPeriod } from '#domains/offers/rules.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import { billedPrices, type Energy, type Prices, type Sample } from '../rules.ts'

type Given = {
  energy: Energy
  tariff: string
  prices: Prices
  sample: Sample
  today: MarketDay
  figures: RegulatedFigures
}

/** Euros with all taxes for a year of a sample supply, counted as newcomers are told it; null where a tax is not known. */
export function yearEuros({ energy, tariff, prices, sample, today, figures }: Given): number | null {
  const { zone, powerWatts, yearKwh } = sample
  const year = { zone, today, figures }
  const billed = billedPrices(energy, prices)
  const cents =
    energy === 'gas'
      ? gasYearCents(year, { energyWh: yearKwh * 1000, prices: billed as GasPrices })
      : electricityYearCents(year, {
          powerWatts: powersByPeriod(tariff as EnergyTariff, [powerWatts])!,
          energyWh: evenlyByPeriod({ tariff: tariff as EnergyTariff, zone, today }, yearKwh * 1000),
          prices: billed as ElectricityPrices,
        })
  return cents === null ? null : cents / 100
}
