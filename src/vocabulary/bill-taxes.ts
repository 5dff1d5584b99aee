import {
  amountLine,
  type Bill,
  type BillLine,
  billLine,
  type FigureReference,
  referenceTo,
  sumOfLines,
} from './bill.ts'
import { type DayRange, type FigureSeries, figureAt, findFigure } from './dated-figures.ts'
import type { MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { type Cents, decimalFromCents } from './money.ts'
import type { RegulatedFigures } from './regulated-figures.ts'
import type { TariffZone } from './tariff-periods.ts'

/** A tax on what a bill charges: VAT on the peninsula and the Balearic Islands, IGIC in the Canary Islands, IPSI in Ceuta and Melilla. */
export type IndirectTax = { kind: 'vat' | 'igic' | 'ipsi'; percent: Decimal; figure: FigureReference }

/** Which tax each territory has on what a bill charges. */
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
 * Throws a RangeError where the rate of the zone is not known, as the IPSI of meters until the operator enters it.
 */
function generalIndirectTax(zone: TariffZone, dueDay: MarketDay, figures: RegulatedFigures): IndirectTax {
  const kind = taxOfZone[zone]
  return taxAt(kind, figures[kind], dueDay)
}

/** Who is billed: reduced rates are for whoever uses the energy, and a retailer who sells it on bears no electricity tax. */
export type BilledParty = 'consumer' | 'retailer'

type TaxedElectricity = {
  zone: TariffZone
  powerWatts: readonly number[]
  billedTo?: BilledParty
  /** Whether it is a dwelling's; one with the two powers of the domestic tariff unless said otherwise. */
  isHome?: boolean
}

/**
 * The tax on electricity itself: power, energy, social bonus and electricity tax. Small supplies had a lower VAT for some months.
 * In the Canary Islands homes have 0 % and others 3 %, in Ceuta and Melilla electricity has 1 %; meters bear the general rate.
 */
export function electricityIndirectTax(
  supply: TaxedElectricity,
  dueDay: MarketDay,
  figures: RegulatedFigures,
): IndirectTax {
  const { zone, powerWatts, billedTo = 'consumer', isHome = powerWatts.length <= 2 } = supply
  const kind = taxOfZone[zone]
  if (kind !== 'vat') {
    const ofCanaries = isHome ? figures.igicElectricityHome : figures.igicElectricityBusiness
    return taxAt(kind, kind === 'igic' ? ofCanaries : figures.ipsiElectricity, dueDay)
  }
  const reduced = billedTo === 'consumer' ? findFigure(figures.reducedElectricityVat, dueDay) : undefined
  if (!reduced || Math.max(...powerWatts) > reduced.value.maximumPowerWatts)
    return generalIndirectTax(zone, dueDay, figures)
  return { kind, percent: reduced.value.percent, figure: referenceTo(figures.reducedElectricityVat, reduced) }
}

/** The tax on what is beside the electricity of a bill, the rented meter: with VAT that of the electricity. */
export function meterIndirectTax(supply: TaxedElectricity, dueDay: MarketDay, figures: RegulatedFigures): IndirectTax {
  return taxOfZone[supply.zone] === 'vat'
    ? electricityIndirectTax(supply, dueDay, figures)
    : generalIndirectTax(supply.zone, dueDay, figures)
}

/** The tax on gas, which had a lower VAT from October 2022 to March 2024. */
export function gasIndirectTax(zone: TariffZone, dueDay: MarketDay, figures: RegulatedFigures): IndirectTax {
  const reduced = taxOfZone[zone] === 'vat' ? findFigure(figures.reducedGasVat, dueDay) : undefined
  if (!reduced) return generalIndirectTax(zone, dueDay, figures)
  return { kind: 'vat', percent: reduced.value, figure: referenceTo(figures.reducedGasVat, reduced) }
}

function taxAt(kind: IndirectTax['kind'], series: FigureSeries, dueDay: MarketDay): IndirectTax {
  const rate = figureAt(series, dueDay)
  return { kind, percent: rate.value, figure: referenceTo(series, rate) }
}

/**
 * Ends a bill: a line of tax for each rate that its lines bear, with their sum as its base, then what the customer's wallet pays. The
 * wallet holds money already owed to the customer, so it settles the taxed amount as any other payment would and lowers no tax
 * base; it pays the total at most.
 */
export function closedBill(
  range: DayRange,
  lines: BillLine[],
  taxOf: (line: BillLine) => IndirectTax,
  walletCents: Cents = 0,
): Bill {
  const byRate = Map.groupBy(
    lines.map((line) => ({ line, tax: taxOf(line) })),
    ({ tax: { figure, percent } }) => `${figure.name} ${percent}`,
  )
  const taxLines = [...byRate.values()].map((taxed) => {
    const { kind, percent, figure } = taxed[0]!.tax
    const base = decimalFromCents(sumOfLines(taxed.map(({ line }) => line)))
    return billLine(range, { kind, quantity: base, unit: 'percent', unitPrice: percent, figure })
  })
  const taxBaseCents = sumOfLines(lines)
  const chargedCents = taxBaseCents + sumOfLines(taxLines)
  const paidCents = Math.min(walletCents, chargedCents)
  const walletLines = paidCents > 0 ? [amountLine(range, 'wallet', paidCents, '-')] : []
  return { lines: [...lines, ...taxLines, ...walletLines], taxBaseCents, totalCents: chargedCents - paidCents }
}
