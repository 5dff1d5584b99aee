import { type BillLine, createBillLine } from '#vocabulary/bill.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { MeterDifference } from '../../bill-check.ts'
import type { BillFacts, MeteredSpan } from './bill-facts.ts'
import { containsDays } from './day-parts.ts'
import { differenceWithTaxes } from './difference-with-taxes.ts'
import { isSameEnergy, meteredOf, sumImport } from './metered-energy.ts'

/**
 * Compares the energy that a bill charges with what the distributor says of its days now, and calculates the bill again
 * with its own prices, discounts and taxes. Null where they agree, where not every hour of the days is measured, and for a
 * bill that another one has taken back or that follows the registers of the meter. Surplus is not compared.
 */
export function compareWithMeter(facts: BillFacts): MeterDifference | null {
  const { bill } = facts
  const lines = bill.content.lines.filter(({ kind }) => kind === 'energy')
  if (lines.length === 0 || facts.isTakenBack || !['N', 'R'].includes(bill.rectificativeType)) return null
  const { spans } = meteredOf(facts, [bill])
  if (!spans) return null
  const periods = comparePeriods(lines, spans)
  if (periods.every(({ billedWh, meteredWh }) => isSameEnergy(billedWh, meteredWh))) return null
  if (agreesWithRegisters(facts, periods)) return null
  const { firstDay, lastDay } = bill
  return { firstDay, lastDay, periods, differenceCents: differenceOf(facts, lines, spans), correctedOn: null }
}

function comparePeriods(lines: readonly BillLine[], spans: readonly MeteredSpan[]): MeterDifference['periods'] {
  const billedWh = (period: Period | null) =>
    lines
      .filter((line) => line.period === period)
      .reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 1000), 0)
  if (lines.some(({ period }) => period === null))
    return [{ period: null, billedWh: billedWh(null), meteredWh: sumImport(spans, null) }]
  const all: Period[] = [1, 2, 3, 4, 5, 6]
  return all
    .map((period) => ({ period, billedWh: billedWh(period), meteredWh: sumImport(spans, period) }))
    .filter(({ period, meteredWh }) => meteredWh > 0 || lines.some((line) => line.period === period))
}

function agreesWithRegisters({ registers }: BillFacts, periods: MeterDifference['periods']): boolean {
  if (!registers || registers.isEstimated) return false
  const readWh = (period: Period | null) =>
    period === null ? registers.energyWh.reduce((sum, wh) => sum + wh, 0) : (registers.energyWh[period - 1] ?? 0)
  return periods.every(({ period, billedWh }) => isSameEnergy(billedWh, readWh(period)))
}

/** Returns what the bill charges too much by the meter; null where energy has no line that tells its price. */
function differenceOf({ bill }: BillFacts, lines: readonly BillLine[], spans: readonly MeteredSpan[]): Cents | null {
  const charged = new Set<MeteredSpan>()
  const differences = lines.map((line) => {
    const own = spans.filter((span) => containsDays(line, span))
    for (const span of own) charged.add(span)
    const quantity = kwhFromWh(sumImport(own, line.period))
    return {
      kind: line.kind,
      differenceCents: line.amountCents - createBillLine(line, { ...line, quantity }).amountCents,
    }
  })
  const meteredPeriods = ([1, 2, 3, 4, 5, 6] as const).filter((period) => sumImport(spans, period) > 0)
  const isPriced = meteredPeriods.every((period) =>
    lines.some((line) => line.period === null || line.period === period),
  )
  if (charged.size < spans.length || !isPriced) return null
  return differenceWithTaxes(bill.content.lines, differences)
}
