import { taxOfZone } from '#vocabulary/bill-taxes.ts'
import { findRegulatedPriceAt, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type RegulatedPrices, regulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import type { ConnectionCharges } from '../power-costs.ts'

/**
 * Returns the charges of a distributor for a power change on a day, with the taxes of the territory. Unknown figures
 * are null. Raising the power of a contract of more than twenty years requires a verification (Real Decreto 88/2026, art.
 * 38.7).
 */
export function connectionCharges(
  { zone, day, isOver20YearsOld }: { zone: TariffZone; day: MarketDay; isOver20YearsOld: boolean },
  figures: RegulatedPrices = regulatedPrices,
): ConnectionCharges {
  const { hookUp, access, extension, verification } = figures.connectionRights
  const kind = taxOfZone[zone]
  const percent = findRegulatedPriceAt(figures[kind], day)?.value
  return {
    hookUpEur: regulatedPriceAt(hookUp, day).value,
    accessEurPerKw: regulatedPriceAt(access, day).value,
    extensionEurPerKw: regulatedPriceAt(extension, day).value,
    verificationEur: isOver20YearsOld ? regulatedPriceAt(verification, day).value : null,
    electricityTaxPercent: findRegulatedPriceAt(figures.electricityTax, day)?.value ?? null,
    tax: percent === undefined ? null : { kind, percent },
  }
}
