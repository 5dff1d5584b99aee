import { type Decimal, multiplyDecimals } from '#vocabulary/decimal.ts'
import { type Cents, lineAmountCents, percentOfCents, sumCents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'

/** VAT, and its equivalents in the Canary Islands (IGIC) and in the two autonomous cities (IPSI). */
export const indirectTaxes = ['vat', 'igic', 'ipsi'] as const
export type IndirectTax = { kind: (typeof indirectTaxes)[number]; percent: Decimal }

/** What a distributor charges for a power change on a given day, in euros without tax, and the taxes that apply. */
export type ConnectionCharges = {
  hookUpEur: Decimal
  accessEurPerKw: Decimal
  extensionEurPerKw: Decimal
  /** The verification of the installation; null where raising the power requires none. */
  verificationEur: Decimal | null
  /** The rate of the electricity tax; null where it is not known. */
  electricityTaxPercent: Decimal | null
  /** The tax on everything, including the electricity tax; null where the rate of the territory is not known. */
  tax: IndirectTax | null
}

/** The prices of a product in an access tariff without taxes, P1 first. */
export type TariffPrices = { name: string; eurPerKwYear: Decimal[]; eurPerKwh: Decimal[] }

export type PowerCostLine =
  | { kind: 'hook_up' | 'verification'; amountCents: Cents }
  | { kind: 'access' | 'extension'; addedWatts: number; eurPerKw: Decimal; amountCents: Cents }

export type PowerCosts = {
  lines: PowerCostLine[]
  electricityTax: { percent: Decimal; amountCents: Cents } | null
  tax: (IndirectTax & { amountCents: Cents }) | null
  /** Includes the taxes that are known. */
  totalCents: Cents
}

/**
 * Returns what a power change costs once (specification, point 9): the connection right always; the access right for
 * each kW by which the highest power rises; and the extension right for each kW above `previousPeakWatts`, the peak of
 * the last three years or the extension right, and a verification where the power of an old contract is raised. The indirect tax also applies to the electricity tax (Ley 37/1992, art. 78).
 */
export function powerCosts(
  {
    requested,
    present,
    previousPeakWatts,
  }: { requested: readonly number[]; present: readonly number[]; previousPeakWatts: number },
  charges: ConnectionCharges,
): PowerCosts {
  const highest = Math.max(...requested)
  const now = Math.max(0, ...present)
  const lines: PowerCostLine[] = [
    { kind: 'hook_up', amountCents: lineAmountCents({ quantity: '1', unitPrice: charges.hookUpEur }) },
    ...perKw('access', highest - now, charges.accessEurPerKw),
    ...perKw('extension', highest - Math.max(now, previousPeakWatts), charges.extensionEurPerKw),
    ...verification(highest > now ? charges.verificationEur : null),
  ]
  const baseCents = sumCents(lines.map(({ amountCents }) => amountCents))
  const { electricityTaxPercent: percent } = charges
  const electricityTax = percent === null ? null : { percent, amountCents: percentOfCents(baseCents, percent) }
  const taxedCents = baseCents + (electricityTax?.amountCents ?? 0)
  const tax = charges.tax && { ...charges.tax, amountCents: percentOfCents(taxedCents, charges.tax.percent) }
  return { lines, electricityTax, tax, totalCents: taxedCents + (tax?.amountCents ?? 0) }
}

function verification(eur: Decimal | null): PowerCostLine[] {
  if (eur === null) return []
  return [{ kind: 'verification', amountCents: lineAmountCents({ quantity: '1', unitPrice: eur }) }]
}

function perKw(kind: 'access' | 'extension', addedWatts: number, eurPerKw: Decimal): PowerCostLine[] {
  if (addedWatts <= 0) return []
  const amountCents = lineAmountCents({ quantity: kwFromWatts(addedWatts), unitPrice: eurPerKw })
  return [{ kind, addedWatts, eurPerKw, amountCents }]
}

/**
 * The power prices of a contract, in euros per kW and year by period, with the taxes for the yearly cost of its power
 * term.
 */
export type PowerPrices = {
  eurPerKwYear: readonly Decimal[]
  /** The discount of the product on the power term. */
  discountPercent: Decimal | null
  electricityTaxPercent: Decimal | null
  taxPercent: Decimal | null
}

/** Returns the cost of a year of contracted power, with the taxes that are known. */
export function powerYearCents(powerWatts: readonly number[], prices: PowerPrices): Cents {
  const lines = powerWatts.map((watts, index) =>
    lineAmountCents({ quantity: kwFromWatts(watts), unitPrice: prices.eurPerKwYear[index] ?? '0' }),
  )
  const listed = sumCents(lines)
  const base = listed - percentOfCents(listed, prices.discountPercent ?? '0')
  const taxed = base + percentOfCents(base, prices.electricityTaxPercent ?? '0')
  return taxed + percentOfCents(taxed, prices.taxPercent ?? '0')
}

const monthsOfYear = 12

/**
 * The monthly cost difference between other powers and the present ones, negative when they are cheaper, with the two
 * yearly costs that it is derived from.
 */
export type MonthlyDifference = { differenceCents: Cents; presentYearCents: Cents; nextYearCents: Cents }

/**
 * Returns the monthly cost difference of other powers: the difference of two years of the power term, divided by
 * twelve.
 */
export function monthlyDifference(
  { requested, present }: { requested: readonly number[]; present: readonly number[] },
  prices: PowerPrices,
): MonthlyDifference {
  const [presentYearCents, nextYearCents] = [powerYearCents(present, prices), powerYearCents(requested, prices)]
  return {
    differenceCents: Math.round((nextYearCents - presentYearCents) / monthsOfYear),
    presentYearCents,
    nextYearCents,
  }
}

/** Converts a price per day to a price per year. */
export function perYear({ per, eur }: { per: 'year' | 'day'; eur: Decimal }): Decimal {
  return per === 'year' ? eur : multiplyDecimals(eur, '365')
}
