import type { Decimal } from '#vocabulary/decimal.ts'
import { type Cents, lineAmountCents, percentOfCents, sumCents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'

/** What a distributor charges for a change of power on a day, in euros without tax, and the tax on it. */
export type ConnectionCharges = {
  hookUpEur: Decimal
  accessEurPerKw: Decimal
  extensionEurPerKw: Decimal
  /** VAT; null where there is another tax instead, as in the Canary Islands. */
  taxPercent: Decimal | null
}

export type PowerCostLine =
  | { kind: 'hook_up'; amountCents: Cents }
  | { kind: 'access' | 'extension'; addedWatts: number; eurPerKw: Decimal; amountCents: Cents }

export type PowerCosts = {
  lines: PowerCostLine[]
  tax: { percent: Decimal; amountCents: Cents } | null
  /** With the tax, where that is known. */
  totalCents: Cents
}

/**
 * What a change of power costs once (specification, point 9): the connection right always; for each kW that the highest
 * power rises, the access right; and for each kW above what the place has had in the last three years, `heldWatts`, the
 * extension right.
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
  const { taxPercent } = charges
  const tax = taxPercent && { percent: taxPercent, amountCents: percentOfCents(baseCents, taxPercent) }
  return { lines, tax: tax || null, totalCents: baseCents + (tax ? tax.amountCents : 0) }
}

function perKw(kind: 'access' | 'extension', addedWatts: number, eurPerKw: Decimal): PowerCostLine[] {
  if (addedWatts <= 0) return []
  const amountCents = lineAmountCents({ quantity: kwFromWatts(addedWatts), unitPrice: eurPerKw })
  return [{ kind, addedWatts, eurPerKw, amountCents }]
}
