import { electricityIndirectTax, generalIndirectTax, meterIndirectTax, type TaxedElectricity } from './bill-taxes.ts'
import type { ComparatorRates } from './comparator-sum.ts'
import { regulatedPriceAt } from './dated-regulated-prices.ts'
import type { MarketDay } from './day.ts'
import { type RegulatedPrices, regulatedPrices } from './regulated-prices.ts'

/** Returns the taxes of a bill that falls due on a day; services have the general rate of the territory. */
export function comparatorRatesOf(
  supply: TaxedElectricity & { dueDay: MarketDay },
  figures: RegulatedPrices = regulatedPrices,
): ComparatorRates {
  const { dueDay, zone } = supply
  return {
    electricityTax: regulatedPriceAt(figures.electricityTax, dueDay).value,
    electricityTaxMinimumPerMwh: regulatedPriceAt(figures.electricityTaxMinimum, dueDay).value,
    electricity: electricityIndirectTax(supply, dueDay, figures).percent,
    other: meterIndirectTax(supply, dueDay, figures).percent,
    services: generalIndirectTax(zone, dueDay, figures).percent,
  }
}
