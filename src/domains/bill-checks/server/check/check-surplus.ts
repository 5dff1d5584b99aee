import { type BillLine, createBillLine, sumLines } from '#vocabulary/bill.ts'
import { dayCount } from '#vocabulary/day.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { isSamePrice } from './check-power.ts'
import { compensationBasis, contractBasis } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'
import { isSameEnergy, meteredOf } from './metered-energy.ts'
import { splitByTerms } from './terms-on.ts'

/** Checks surplus, and the deduction of what exceeds the energy of the bill. */
export function checkSurplus(facts: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const surplus = lines.filter(({ kind }) => kind === 'surplus')
  const checks = chargeableDaysOf(facts, surplus).map(({ line, parts, faults }) => {
    const segments = parts.flatMap((part) => splitByTerms(facts, part))
    const prices = segments.map(({ electricity }) => electricity?.surplusEurPerKwh ?? null)
    const [price] = prices
    const metered = meteredOf(facts, parts)
    const unknown: UnknownReason[] = metered.unknown ? [metered.unknown] : []
    const isPriced = price != null && prices.every((each) => each === price)
    if (!isPriced) unknown.push('price_unknown')
    const exportWh = metered.spans?.reduce((sum, { exportWh: wh }) => sum + (wh ?? 0), 0)
    const billedWh = Math.round(Number(line.quantity) * 1000)
    const isWrong = exportWh !== undefined && !isSameEnergy(billedWh, exportWh)
    const unitPrice = isPriced ? multiplyDecimals(price, '-1') : null
    const named: FaultKind[] = [...faults]
    if (isWrong) named.push('quantity')
    if (unitPrice !== null && !isSamePrice(unitPrice, line.unitPrice)) named.push('price')
    const quantity = isWrong ? kwhFromWh(exportWh) : line.quantity
    return judgeLine(line, {
      expectedCents:
        unitPrice === null
          ? null
          : createBillLine(line, { kind: 'surplus', quantity, unit: 'kWh', unitPrice }).amountCents,
      ...{ faults: named, unknown, basis: [contractBasis] },
    })
  })
  return [...checks, ...missingSurplus(facts, surplus), ...checkLimit(facts, lines)]
}

function missingSurplus(facts: BillFacts, surplus: readonly BillLine[]): LineCheck[] {
  return unchargedDays(facts, surplus).flatMap((part) =>
    splitByTerms(facts, part).flatMap(({ firstDay, lastDay, electricity }) => {
      const price = electricity?.surplusEurPerKwh
      const { spans } = meteredOf(facts, [{ firstDay, lastDay }])
      const wh = spans?.reduce((sum, { exportWh }) => sum + (exportWh ?? 0), 0) ?? 0
      if (price == null || isSameEnergy(0, wh)) return []
      const line = createBillLine(
        { firstDay, lastDay },
        { kind: 'surplus', quantity: kwhFromWh(wh), unit: 'kWh', unitPrice: multiplyDecimals(price, '-1') },
      )
      return [judgeMissingLine(line, line.amountCents, [contractBasis, compensationBasis])]
    }),
  )
}

/** Surplus is settled over a month at most. */
const maxSettlementDays = 31

/** Surplus is worth at most the energy of the same bill, in euros. */
function checkLimit({ bill }: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const limits = lines.filter(({ kind }) => kind === 'surplus_limit')
  const surplus = lines.filter(({ kind }) => kind === 'surplus')
  if (surplus.length === 0 && limits.length === 0) return []
  const energy = lines.filter(({ kind }) => kind === 'energy' || kind === 'energy_discount')
  const expectedCents = Math.max(0, -sumLines(surplus) - sumLines(energy))
  const isLong = dayCount(bill.firstDay, bill.lastDay) > maxSettlementDays
  const unknown: UnknownReason[] = isLong ? ['long_period'] : []
  const basis = [compensationBasis]
  const [line, ...others] = limits
  if (!line)
    return expectedCents > toleranceCents && !isLong
      ? [judgeMissingLine({ ...surplus[0]!, kind: 'surplus_limit' }, expectedCents, basis)].map(asCap)
      : []
  return [
    judgeLine(line, { expectedCents: isLong ? null : expectedCents, faults: ['cap'], ...{ unknown, basis } }),
    ...others.map((each) => judgeLine(each, { expectedCents: 0, faults: ['charged_twice'], basis })),
  ]
}

function asCap(check: LineCheck): LineCheck {
  return { ...check, faults: ['cap'] }
}
