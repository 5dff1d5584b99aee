import { generalIndirectTax } from '#vocabulary/bill-taxes.ts'
import { figureAt } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import type { ConnectionCharges } from '../power-costs.ts'

/** What a distributor charges for a change of power on a day, with the VAT where there is one; other taxes are left open. */
export function connectionCharges(zone: TariffZone, day: MarketDay): ConnectionCharges {
  const { hookUp, access, extension } = regulatedFigures.connectionRights
  return {
    hookUpEur: figureAt(hookUp, day).value,
    accessEurPerKw: figureAt(access, day).value,
    extensionEurPerKw: figureAt(extension, day).value,
    taxPercent: taxPercent(zone, day),
  }
}

function taxPercent(zone: TariffZone, day: MarketDay) {
  return zone === 'peninsula' || zone === 'baleares' ? generalIndirectTax(zone, day, regulatedFigures).percent : null
}
