import { type BillLine, chargedDaysOf, createBillLine } from '#vocabulary/bill.ts'
import { dayCount } from '#vocabulary/day.ts'
import { multiplyToUnits } from '#vocabulary/decimal.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { FaultKind, LegalBasis, LineCheck, Reading, UnknownReason } from '../../bill-check.ts'

/** Billing systems round in different orders. */
export const toleranceCents = 1

/** A line with its place on the bill. */
export type NumberedLine = BillLine & { index: number }

type Judgement = {
  /** What the line should come to; null where it cannot be told. */
  expectedCents: Cents | null
  /** Faults that explain a difference, the first ones first. */
  faults?: readonly FaultKind[]
  /** Why a line that agrees is not thereby right. */
  unknown?: readonly UnknownReason[]
  readings?: readonly Reading[]
  basis?: readonly LegalBasis[]
}

/**
 * Returns the verdict on a line. Without an expected amount its own factors decide: a product that is miscalculated is
 * wrong whatever else is known. A line that agrees is right only if nothing is unknown.
 */
export function judgeLine(line: NumberedLine, judgement: Judgement): LineCheck {
  const { expectedCents, faults = [], unknown = [], readings = [], basis = [] } = judgement
  const common = { ...describeLine(line), readings: [...readings], basis: [...basis] }
  const ownCents = computeOwnCents(line)
  const isMiscalculated = Math.abs(line.amountCents - ownCents) > toleranceCents + roundingOfPrice(line)
  const expected = expectedCents ?? (isMiscalculated ? ownCents : null)
  if (expected === null) return { ...common, ...unknownVerdict, unknown: [...unknown] }
  const differenceCents = line.amountCents - expected
  if (Math.abs(differenceCents) > toleranceCents) {
    const named = [...new Set([...faults, ...(isMiscalculated ? (['arithmetic'] as const) : [])])]
    return {
      ...{ ...common, state: 'wrong', expectedCents: expected, differenceCents, unknown: [...unknown] },
      faults: named.length > 0 ? named : ['amount'],
    }
  }
  const agreeing = { ...common, differenceCents: 0, faults: [], unknown: [...unknown] }
  return unknown.length > 0
    ? { ...agreeing, state: 'unknown', expectedCents: null }
    : { ...agreeing, state: 'right', expectedCents: expected }
}

const unknownVerdict = { state: 'unknown' as const, expectedCents: null, differenceCents: 0, faults: [] }

/** Returns the verdict on a line of which nothing can be told, for a reason of the whole bill. */
export function describeUnknown(line: NumberedLine, reason: UnknownReason): LineCheck {
  return { ...describeLine(line), ...unknownVerdict, unknown: [reason], readings: [], basis: [] }
}

/** Returns the verdict on a line that the bill should have. */
export function judgeMissingLine(
  line: Pick<BillLine, 'kind' | 'period' | 'firstDay' | 'lastDay'>,
  expectedCents: Cents,
  basis: readonly LegalBasis[],
): LineCheck {
  const { kind, period, firstDay, lastDay } = line
  return {
    ...{ index: null, kind, period, firstDay, lastDay, state: 'wrong', amountCents: 0, expectedCents },
    ...{ differenceCents: -expectedCents, faults: ['missing'], unknown: [], readings: [], basis: [...basis] },
  }
}

/** Returns what the factors of a line come to. An amount in euros is its own. */
function computeOwnCents(line: BillLine): Cents {
  const { unit, quantity, unitPrice } = line
  if (unit === 'EUR') return line.amountCents
  // The base of an imported line may have fractions of a cent.
  if (unit === 'percent') return multiplyToUnits(quantity, unitPrice, 0)
  return createBillLine(line, line).amountCents
}

/** Returns whether the days for which a power is charged are not those of its line. */
export function hasWrongDays({ unit, days, quantity, firstDay, lastDay }: BillLine): boolean {
  const count = dayCount(firstDay, lastDay)
  if (unit === 'kW') return days !== count
  return unit === 'day' && Number(quantity) !== count
}

/** Bills print prices with at least four decimals; those that are not printed may account for a difference. */
const minPriceDecimals = 4

function roundingOfPrice({ unit, quantity, days, unitPrice }: BillLine): number {
  if (unit === 'percent' || unit === 'EUR') return 0
  const decimals = Math.max(minPriceDecimals, unitPrice.split('.')[1]?.length ?? 0)
  return Math.floor(Math.abs(Number(quantity)) * chargedDaysOf({ unit, days }) * 100 * 0.5 * 10 ** -decimals)
}

function describeLine({ index, kind, period, firstDay, lastDay, amountCents }: NumberedLine) {
  return { index, kind, period, firstDay, lastDay, amountCents }
}
