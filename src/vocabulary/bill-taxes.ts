import {
  type Bill,
  type BillLine,
  createAmountLine,
  createBillLine,
  figureReferenceOf,
  type RegulatedPriceReference,
  sumLines,
} from './bill.ts'
import {
  type DayRange,
  findRegulatedPriceAt,
  type RegulatedPriceSeries,
  regulatedPriceAt,
} from './dated-regulated-prices.ts'
import type { MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { bearsIndirectTax, lineTaxation } from './line-taxation.ts'
import { type Cents, decimalFromCents } from './money.ts'
import type { RegulatedPrices } from './regulated-prices.ts'
import type { TariffZone } from './tariff-periods.ts'

/**
 * The indirect tax of a bill: VAT on the peninsula and the Balearic Islands, IGIC in the Canary Islands, IPSI in Ceuta
 * and Melilla.
 */
export type IndirectTax = { kind: 'vat' | 'igic' | 'ipsi'; percent: Decimal; figure: RegulatedPriceReference }

/** The indirect tax of each territory. */
export const taxOfZone = {
  peninsula: 'vat',
  baleares: 'vat',
  canarias: 'igic',
  ceuta: 'ipsi',
  melilla: 'ipsi',
} as const

/**
 * Returns the rate on the day when a bill falls due: tax accrues when the price becomes payable (Ley 37/1992 art. 75,
 * Ley 38/1992 art. 95), so one rate applies to a whole bill even where it changed during the days billed. Throws a
 * RangeError where the rate of the zone is not known, such as the IPSI of meters until the operator enters it.
 */
export function generalIndirectTax(zone: TariffZone, dueDay: MarketDay, figures: RegulatedPrices): IndirectTax {
  const kind = taxOfZone[zone]
  return indirectTaxAt(kind, figures[kind], dueDay)
}

/**
 * The recipient of the bill: reduced rates are for the consumer of the energy, and a retailer who resells it pays no
 * electricity tax.
 */
export type BilledParty = 'consumer' | 'retailer'

/** What of an electricity supply decides its indirect tax. */
export type TaxedElectricity = {
  zone: TariffZone
  powerWatts: readonly number[]
  billedTo?: BilledParty
  /** Whether the supply is a dwelling's; by default when it has the two powers of the domestic tariff. */
  isHome?: boolean
}

/**
 * Returns the tax on electricity itself: power, energy, social bonus and electricity tax. Small supplies had a lower
 * VAT for some months. In the Canary Islands homes have 0 % and others 3 %; in Ceuta and Melilla electricity has 1 %;
 * meters have the general rate.
 */
export function electricityIndirectTax(
  supply: TaxedElectricity,
  dueDay: MarketDay,
  figures: RegulatedPrices,
): IndirectTax {
  const { zone, powerWatts, billedTo = 'consumer', isHome = powerWatts.length <= 2 } = supply
  const kind = taxOfZone[zone]
  if (kind !== 'vat') {
    const ofCanaries = isHome ? figures.igicElectricityHome : figures.igicElectricityBusiness
    return indirectTaxAt(kind, kind === 'igic' ? ofCanaries : figures.ipsiElectricity, dueDay)
  }
  const reduced = billedTo === 'consumer' ? findRegulatedPriceAt(figures.reducedElectricityVat, dueDay) : undefined
  if (!reduced || Math.max(...powerWatts) > reduced.value.maximumPowerWatts)
    return generalIndirectTax(zone, dueDay, figures)
  return { kind, percent: reduced.value.percent, figure: figureReferenceOf(figures.reducedElectricityVat, reduced) }
}

/**
 * Returns the tax on the rented meter: the VAT of the electricity, or the general rate of the territories without VAT.
 */
export function meterIndirectTax(supply: TaxedElectricity, dueDay: MarketDay, figures: RegulatedPrices): IndirectTax {
  return taxOfZone[supply.zone] === 'vat'
    ? electricityIndirectTax(supply, dueDay, figures)
    : generalIndirectTax(supply.zone, dueDay, figures)
}

/** Returns the tax on gas, which had a lower VAT from October 2022 to March 2024. */
export function gasIndirectTax(zone: TariffZone, dueDay: MarketDay, figures: RegulatedPrices): IndirectTax {
  const reduced = taxOfZone[zone] === 'vat' ? findRegulatedPriceAt(figures.reducedGasVat, dueDay) : undefined
  if (!reduced) return generalIndirectTax(zone, dueDay, figures)
  return { kind: 'vat', percent: reduced.value, figure: figureReferenceOf(figures.reducedGasVat, reduced) }
}

/** Returns the indirect tax of a line of an electricity bill: services have the general rate. */
export function indirectTaxOfLine(
  { kind }: Pick<BillLine, 'kind'>,
  supply: TaxedElectricity,
  { dueDay, figures }: { dueDay: MarketDay; figures: RegulatedPrices },
): IndirectTax {
  const taxation = lineTaxation[kind]
  if (taxation === 'service') return generalIndirectTax(supply.zone, dueDay, figures)
  return taxation === 'meter'
    ? meterIndirectTax(supply, dueDay, figures)
    : electricityIndirectTax(supply, dueDay, figures)
}

/** Returns the indirect tax of a line of a gas bill. */
export function indirectTaxOfGasLine(
  { kind }: Pick<BillLine, 'kind'>,
  zone: TariffZone,
  { dueDay, figures }: { dueDay: MarketDay; figures: RegulatedPrices },
): IndirectTax {
  return lineTaxation[kind] === 'supply'
    ? gasIndirectTax(zone, dueDay, figures)
    : generalIndirectTax(zone, dueDay, figures)
}

function indirectTaxAt(kind: IndirectTax['kind'], series: RegulatedPriceSeries, dueDay: MarketDay): IndirectTax {
  const rate = regulatedPriceAt(series, dueDay)
  return { kind, percent: rate.value, figure: figureReferenceOf(series, rate) }
}

/**
 * Completes a bill: adds a tax line for each rate of its lines, with their sum as its base, then the payment by the
 * customer's wallet. The wallet holds money already owed to the customer, so it settles the taxed amount like any other
 * payment and lowers no tax base; it pays the total at most.
 */
export function closeBill(
  range: DayRange,
  lines: BillLine[],
  taxOf: (line: BillLine) => IndirectTax,
  walletCents: Cents = 0,
): Bill {
  const taxed = lines.filter(bearsIndirectTax)
  const byRate = Map.groupBy(
    taxed.map((line) => ({ line, tax: taxOf(line) })),
    ({ tax: { figure, percent } }) => `${figure.name} ${percent}`,
  )
  const taxLines = [...byRate.values()].map((members) => {
    const { kind, percent, figure } = members[0]!.tax
    const base = decimalFromCents(sumLines(members.map(({ line }) => line)))
    return createBillLine(range, { kind, quantity: base, unit: 'percent', unitPrice: percent, figure })
  })
  const chargedCents = sumLines(lines) + sumLines(taxLines)
  const paidCents = Math.max(0, Math.min(walletCents, chargedCents))
  const walletLines = paidCents > 0 ? [createAmountLine(range, 'wallet', paidCents, '-')] : []
  return {
    lines: [...lines, ...taxLines, ...walletLines],
    taxBaseCents: sumLines(taxed),
    totalCents: chargedCents - paidCents,
  }
}
