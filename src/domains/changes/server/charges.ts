import { generalIndirectTax } from '#vocabulary/bill-taxes.ts'
import { figureAt } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import type { ConnectionCharges } from '../power-costs.ts'

/** What a distributor charges for a change of power on a day, with the tax of the place where that is known. */
export function connectionCharges(zone: TariffZone, day: MarketDay): ConnectionCharges {
  const { hookUp, access, extension } = regulatedFigures.connectionRights
  return {
    hookUpEur: figureAt(hookUp, day).value,
    accessEurPerKw: figureAt(access, day).value,
    extensionEurPerKw: figureAt(extension, day).value,
    taxPercent: taxPercent(zone, day),
  }
}

// Outside VAT the operator has yet to enter the rate.
function taxPercent(zone: TariffZone, day: MarketDay) {
  try {
    return generalIndirectTax(zone, day, regulatedFigures).percent
  } catch (failure) {
    if (failure instanceof RangeError) return null
    throw failure
  }
}
