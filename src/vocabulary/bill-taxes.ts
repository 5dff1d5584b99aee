import {
  amountLine,
  type Bill,
  type BillLine,
  billLine,
  type FigureReference,
  referenceTo,
  sumOfLines,
} from './bill.ts'
import { type DayRange, figureAt, findFigure } from './dated-figures.ts'
import type { MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { type Cents, decimalFromCents } from './money.ts'
import type { RegulatedFigures } from './regulated-figures.ts'
import type { TariffZone } from './tariff-periods.ts'

/** The tax on the whole bill: VAT on the peninsula and the Balearic Islands, IGIC in the Canary Islands, IPSI in Ceuta and Melilla. */
export type IndirectTax = { kind: 'vat' | 'igic' | 'ipsi'; percent: Decimal; figure: FigureReference }

/** Which tax on the whole bill each territory has. */
export const taxOfZone = {
  peninsula: 'vat',
  baleares: 'vat',
  canarias: 'igic',
  ceuta: 'ipsi',
  melilla: 'ipsi',
} as const

/**
 * The rate on the day a bill falls due: taxes arise when the price can be claimed (Ley 37/1992 art. 75, Ley 38/1992 art. 95),
 * so one rate holds for a whole bill even where it changed during the days billed.
 * Throws a RangeError where the rate of the zone is not known, which is so outside VAT until the operator enters it.
 */
export function generalIndirectTax(zone: TariffZone, dueDay: MarketDay, figures: RegulatedFigures): IndirectTax {
  const kind = taxOfZone[zone]
  const rate = figureAt(figures[kind], dueDay)
  return { kind, percent: rate.value, figure: referenceTo(figures[kind], rate) }
}

/** The same for electricity, where small supplies had a lower VAT for some months. */
export function electricityIndirectTax(
  supply: { zone: TariffZone; powerWatts: readonly number[] },
  dueDay: MarketDay,
  figures: RegulatedFigures,
): IndirectTax {
  const general = generalIndirectTax(supply.zone, dueDay, figures)
  const reduced = findFigure(figures.reducedElectricityVat, dueDay)
  if (general.kind !== 'vat' || !reduced) return general
  if (Math.max(...supply.powerWatts) > reduced.value.maximumPowerWatts) return general
  return { kind: 'vat', percent: reduced.value.percent, figure: referenceTo(figures.reducedElectricityVat, reduced) }
}

/**
 * Ends a bill: the tax on everything so far, then what the customer's wallet pays. The wallet holds money already owed to the
 * customer, so it settles the taxed amount as any other payment would and lowers no tax base; it pays the total at most.
 */
export function closedBill(range: DayRange, lines: BillLine[], tax: IndirectTax, walletCents: Cents = 0): Bill {
  const taxBaseCents = sumOfLines(lines)
  const { kind, percent, figure } = tax
  const taxLine = billLine(range, {
    kind,
    quantity: decimalFromCents(taxBaseCents),
    unit: 'percent',
    unitPrice: percent,
    figure,
  })
  const chargedCents = taxBaseCents + taxLine.amountCents
  const paidCents = Math.min(walletCents, chargedCents)
  const walletLines = paidCents > 0 ? [amountLine(range, 'wallet', paidCents, '-')] : []
  return { lines: [...lines, taxLine, ...walletLines], taxBaseCents, totalCents: chargedCents - paidCents }
}
