import { taxOfZone } from '#vocabulary/bill-taxes.ts'
import { figureAt, findFigure } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type RegulatedFigures, regulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import type { ConnectionCharges } from '../power-costs.ts'

/** What a distributor charges for a change of power on a day, with the taxes of the territory; what is not known is null. */
export function connectionCharges(
  zone: TariffZone,
  day: MarketDay,
  figures: RegulatedFigures = regulatedFigures,
): ConnectionCharges {
  const { hookUp, access, extension } = figures.connectionRights
  const kind = taxOfZone[zone]
  const percent = findFigure(figures[kind], day)?.value
  return {
    hookUpEur: figureAt(hookUp, day).value,
    accessEurPerKw: figureAt(access, day).value,
    extensionEurPerKw: figureAt(extension, day).value,
    electricityTaxPercent: findFigure(figures.electricityTax, day)?.value ?? null,
    tax: percent === undefined ? null : { kind, percent },
  }
}
