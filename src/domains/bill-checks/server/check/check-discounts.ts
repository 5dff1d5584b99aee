import { type BillLine, createBillLine, type ProductTerm, sumLines } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { type Decimal, multiplyDecimals } from '#vocabulary/decimal.ts'
import { type Cents, decimalFromCents, sumCents } from '#vocabulary/money.ts'
import type { FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { containsDays, intersectDays } from './day-parts.ts'
import { contractBasis } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine } from './line-verdict.ts'
import { splitByTerms, type TermsOfDays } from './terms-on.ts'

/** Checks the discounts on a term: that of the product, or of a promotion until its last day, on what is billed of it. */
export function checkDiscounts(facts: BillFacts, term: ProductTerm, lines: readonly NumberedLine[]): LineCheck[] {
  const discounts = lines.filter(({ kind }) => kind === `${term}_discount`)
  const terms = lines.filter(({ kind }) => kind === term)
  const checks = chargeableDaysOf(facts, discounts).map(({ line, parts, faults }) =>
    checkDiscountLine(facts, {
      term,
      line,
      terms,
      segments: parts.flatMap((part) => splitByTerms(facts, part)),
      faults,
    }),
  )
  const missing = unchargedDays(facts, discounts).flatMap((part) =>
    splitByTerms(facts, part).flatMap((segment) => missingDiscount(facts, { term, terms, segment })),
  )
  return [...checks, ...missing]
}

type DiscountInput = {
  term: ProductTerm
  line: NumberedLine
  terms: readonly BillLine[]
  segments: readonly TermsOfDays[]
  faults: readonly FaultKind[]
}

function checkDiscountLine(facts: BillFacts, { term, line, terms, segments, faults }: DiscountInput): LineCheck {
  const { contract, bill } = facts
  const percents = segments.map(({ discounts }) => discounts[term] ?? '0')
  const isOtherProduct = bill.content.productName !== contract.productName
  const expectedCents = isOtherProduct ? null : discountCents(segments, { term, terms })
  const unknown: UnknownReason[] = []
  if (isOtherProduct) unknown.push('product_differs')
  else if (expectedCents === null) unknown.push('discount_part')
  if (expectedCents !== null && contract.hasChosenHours && term === 'energy' && line.amountCents !== expectedCents)
    return judgeLine(line, { expectedCents: null, unknown: ['chosen_hours'], basis: [contractBasis] })
  const isOver = contract.promotion !== null && segments.some(({ isPromoted }) => !isPromoted)
  const differs = percents.some((percent) => Number(percent) !== -Number(line.unitPrice))
  return judgeLine(line, {
    ...{ expectedCents, unknown },
    faults: [...faults, ...(differs ? [isOver ? ('promotion_over' as const) : ('discount' as const)] : [])],
    basis: [contractBasis],
  })
}

/** Returns the discount of some days; null where a line is discounted only on a part of its days. */
function discountCents(
  segments: readonly TermsOfDays[],
  { term, terms }: { term: ProductTerm; terms: readonly BillLine[] },
): Cents | null {
  const joined = joinByPercent(segments, term)
  const amounts = joined.map(({ percent, ...range }) => {
    const own = terms.filter((line) => intersectDays(line, range))
    if (Number(percent) === 0) return 0
    return own.every((line) => containsDays(range, line)) ? percentOf(range, term, own, percent) : null
  })
  return amounts.includes(null) ? null : sumCents(amounts as Cents[])
}

function joinByPercent(segments: readonly TermsOfDays[], term: ProductTerm): (DayRange & { percent: Decimal })[] {
  const joined: (DayRange & { percent: Decimal })[] = []
  for (const { firstDay, lastDay, discounts } of segments) {
    const percent = discounts[term] ?? '0'
    const last = joined.at(-1)
    if (last?.percent === percent) last.lastDay = lastDay
    else joined.push({ firstDay, lastDay, percent })
  }
  return joined
}

function percentOf(range: DayRange, term: ProductTerm, lines: readonly BillLine[], percent: Decimal): Cents {
  return createBillLine(range, {
    ...{ kind: `${term}_discount`, quantity: decimalFromCents(sumLines(lines)), unit: 'percent' },
    unitPrice: multiplyDecimals(percent, '-1'),
  }).amountCents
}

function missingDiscount(
  { bill, contract }: BillFacts,
  { term, terms, segment }: { term: ProductTerm; terms: readonly BillLine[]; segment: TermsOfDays },
): LineCheck[] {
  const percent = segment.discounts[term]
  if (percent === undefined || Number(percent) === 0 || bill.content.productName !== contract.productName) return []
  const own = terms.filter((line) => containsDays(segment, line))
  const cents = percentOf(segment, term, own, percent)
  const { firstDay, lastDay } = segment
  const kind = `${term}_discount` as const
  return cents === 0 ? [] : [judgeMissingLine({ kind, period: null, firstDay, lastDay }, cents, [contractBasis])]
}
