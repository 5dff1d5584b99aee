import { type BillLine, createBillLine, type StandingCharge, splitIntoDailyPrices, sumLines } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { energyTariffs, type Period, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import type { FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { type ChargedLine, chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { billingBasis, contractBasis } from './legal-basis.ts'
import { hasWrongDays, judgeLine, judgeMissingLine, type NumberedLine } from './line-verdict.ts'
import { splitByTerms, type TermsOfDays } from './terms-on.ts'

/** Checks the lines of power: contracted power and price of each day, and that each day is charged once. */
export function checkPower(facts: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const byPeriod = Map.groupBy(lines, ({ period }) => period ?? 1)
  const checks = [...byPeriod.values()].flatMap((own) =>
    chargeableDaysOf(facts, own).map((charged) => checkPowerLine(facts, charged)),
  )
  return [...checks, ...missingPower(facts, byPeriod)]
}

function checkPowerLine(facts: BillFacts, { line, parts, faults: faultsOfDays }: ChargedLine): LineCheck {
  const period = line.period ?? 1
  const segments = parts.flatMap((part) => splitByTerms(facts, part))
  const unknown = new Set(segments.flatMap((segment) => unknownPower(facts, segment, period, line)))
  const expected = unknown.size > 0 ? null : segments.flatMap((segment) => powerOf(segment, period))
  const faults: FaultKind[] = [...faultsOfDays]
  if (hasWrongDays(line)) faults.push('days')
  if (expected) {
    if (expected.some(({ quantity }) => Number(quantity) !== Number(line.quantity))) faults.push('power')
    if (expected.some(({ unitPrice }) => !isSamePrice(unitPrice, line.unitPrice))) faults.push('price')
  }
  return judgeLine(line, {
    expectedCents: expected && sumLines(mergeLines(expected)),
    ...{ faults, unknown: [...unknown] },
    basis: [billingBasis('electricity', line.firstDay), contractBasis],
  })
}

/** Printed prices have fewer decimals than those of the product. */
export function isSamePrice(one: string, other: string): boolean {
  return Math.abs(Number(one) - Number(other)) <= 0.00005
}

function unknownPower(
  { bill, contract }: BillFacts,
  { powers, otherPowers, tariff, electricity }: TermsOfDays,
  period: Period,
  line: BillLine,
): UnknownReason[] {
  const watts = powers?.value[period - 1]
  const billed = Number(line.quantity) * 1000
  if (watts === undefined) return ['power_unknown']
  if (watts !== billed && otherPowers.some((other) => other[period - 1] === billed)) return ['power_day_unknown']
  if (tariff === null) return ['tariff_unknown']
  if (bill.content.productName !== contract.productName) return ['product_differs']
  return electricity?.powerPerKw[period - 1] ? [] : ['price_unknown']
}

/** Returns the lines of power that some days should have. */
function powerOf({ firstDay, lastDay, powers, electricity }: TermsOfDays, period: Period): BillLine[] {
  return dailyPowerLines(
    { firstDay, lastDay },
    powers!.value[period - 1]!,
    electricity!.powerPerKw[period - 1]!,
    period,
  )
}

function dailyPowerLines(range: DayRange, watts: number, price: StandingCharge, period: Period): BillLine[] {
  return splitIntoDailyPrices(price, range).map(({ eurPerDay, ...part }) =>
    createBillLine(part, {
      ...{ kind: 'power', period, quantity: kwFromWatts(watts), unit: 'kW', unitPrice: eurPerDay },
      days: dayCount(part.firstDay, part.lastDay),
    }),
  )
}

/** Joins neighbouring days with the same power and price, which a bill rounds once. */
function mergeLines(lines: readonly BillLine[]): BillLine[] {
  const merged: BillLine[] = []
  for (const line of lines) {
    const last = merged.at(-1)
    if (last && last.quantity === line.quantity && last.unitPrice === line.unitPrice)
      merged[merged.length - 1] = createBillLine(
        { firstDay: last.firstDay, lastDay: line.lastDay },
        { ...last, days: (last.days ?? 0) + (line.days ?? 0) },
      )
    else merged.push(line)
  }
  return merged
}

function missingPower(facts: BillFacts, byPeriod: ReadonlyMap<Period, readonly NumberedLine[]>): LineCheck[] {
  const periods: Period[] = [1, 2, 3, 4, 5, 6]
  return periods.flatMap((period) =>
    unchargedDays(facts, byPeriod.get(period) ?? []).flatMap((part) =>
      splitByTerms(facts, part).flatMap((segment) => {
        if (!hasPowerPeriod(segment, period)) return []
        const expected = powerOf(segment, period)
        return sumLines(expected) === 0 ? [] : judgeMissingLine(expected[0]!, sumLines(expected), [contractBasis])
      }),
    ),
  )
}

function hasPowerPeriod({ tariff, powers, otherPowers, electricity }: TermsOfDays, period: Period): boolean {
  const known = energyTariffs.find((name) => name === tariff)
  if (!known || period > powerPeriodCount(known) || otherPowers.length > 0) return false
  return powers?.value[period - 1] !== undefined && electricity?.powerPerKw[period - 1] !== undefined
}
