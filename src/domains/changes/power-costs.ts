import { type Decimal, multiplyDecimals } from '#vocabulary/decimal.ts'
import { type Cents, lineAmountCents, percentOfCents, sumCents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'

/** VAT, or what the Canary Islands and the two autonomous cities have instead. */
export const indirectTaxes = ['vat', 'igic', 'ipsi'] as const
export type IndirectTax = { kind: (typeof indirectTaxes)[number]; percent: Decimal }

/** What a distributor charges for a change of power on a day, in euros without tax, and the taxes on it. */
export type ConnectionCharges = {
  hookUpEur: Decimal
  accessEurPerKw: Decimal
  extensionEurPerKw: Decimal
  /** Of the electricity tax; null where it is not known. */
  electricityTaxPercent: Decimal | null
  /** On everything, the electricity tax included; null where the rate of the territory is not known. */
  tax: IndirectTax | null
}

/** What a product costs in an access tariff without taxes, P1 first. */
export type TariffPrices = { name: string; eurPerKwYear: Decimal[]; eurPerKwh: Decimal[] }

export type PowerCostLine =
  | { kind: 'hook_up'; amountCents: Cents }
  | { kind: 'access' | 'extension'; addedWatts: number; eurPerKw: Decimal; amountCents: Cents }

export type PowerCosts = {
  lines: PowerCostLine[]
  electricityTax: { percent: Decimal; amountCents: Cents } | null
  tax: (IndirectTax & { amountCents: Cents }) | null
  /** With the taxes that are known. */
  totalCents: Cents
}

/**
 * What a change of power costs once (specification, point 9): the connection right always; for each kW that the highest
 * power rises, the access right; and for each kW above what the place has had in the last three years, `heldWatts`, the
 * extension right. The electricity tax is part of what the indirect tax is on (Ley 37/1992, art. 78).
 */
export function powerCosts(
  { asked, present, heldWatts }: { asked: readonly number[]; present: readonly number[]; heldWatts: number },
  charges: ConnectionCharges,
): PowerCosts {
  const highest = Math.max(...asked)
  const now = Math.max(0, ...present)
  const lines: PowerCostLine[] = [
    { kind: 'hook_up', amountCents: lineAmountCents({ quantity: '1', unitPrice: charges.hookUpEur }) },
    ...perKw('access', highest - now, charges.accessEurPerKw),
    ...perKw('extension', highest - Math.max(now, heldWatts), charges.extensionEurPerKw),
  ]
  const baseCents = sumCents(lines.map(({ amountCents }) => amountCents))
  const { electricityTaxPercent: percent } = charges
  const electricityTax = percent === null ? null : { percent, amountCents: percentOfCents(baseCents, percent) }
  const taxedCents = baseCents + (electricityTax?.amountCents ?? 0)
  const tax = charges.tax && { ...charges.tax, amountCents: percentOfCents(taxedCents, charges.tax.percent) }
  return { lines, electricityTax, tax, totalCents: taxedCents + (tax?.amountCents ?? 0) }
}

function perKw(kind: 'access' | 'extension', addedWatts: number, eurPerKw: Decimal): PowerCostLine[] {
  if (addedWatts <= 0) return []
  const amountCents = lineAmountCents({ quantity: kwFromWatts(addedWatts), unitPrice: eurPerKw })
  return [{ kind, addedWatts, eurPerKw, amountCents }]
}

/** What a year of the power term costs at the prices of a contract, in euros per kW and year by period, with its taxes. */
export type PowerPrices = {
  eurPerKwYear: readonly Decimal[]
  /** What the product takes off the power term. */
  discountPercent: Decimal | null
  electricityTaxPercent: Decimal | null
  taxPercent: Decimal | null
}

/** A year of contracted power, with the taxes that are known. */
export function powerYearCents(powerWatts: readonly number[], prices: PowerPrices): Cents {
  const lines = powerWatts.map((watts, place) =>
    lineAmountCents({ quantity: kwFromWatts(watts), unitPrice: prices.eurPerKwYear[place] ?? '0' }),
  )
  const listed = sumCents(lines)
  const base = listed - percentOfCents(listed, prices.discountPercent ?? '0')
  const taxed = base + percentOfCents(base, prices.electricityTaxPercent ?? '0')
  return taxed + percentOfCents(taxed, prices.taxPercent ?? '0')
}

const monthsOfYear = 12

/** What other powers cost a month more than the present ones, less when negative, with the two years that it is told from. */
export type MonthlyDifference = { differenceCents: Cents; presentYearCents: Cents; nextYearCents: Cents }

/** What a month costs more or less with other powers: the difference of two years of the power term, shared out by months. */
export function monthlyDifference(
  { asked, present }: { asked: readonly number[]; present: readonly number[] },
  prices: PowerPrices,
): MonthlyDifference {
  const [presentYearCents, nextYearCents] = [powerYearCents(present, prices), powerYearCents(asked, prices)]
  return {
    differenceCents: Math.round((nextYearCents - presentYearCents) / monthsOfYear),
    presentYearCents,
    nextYearCents,
  }
}

/** A price per day as one per year. */
export function perYear({ per, eur }: { per: 'year' | 'day'; eur: Decimal }): Decimal {
  return per === 'year' ? eur : multiplyDecimals(eur, '365')
}
