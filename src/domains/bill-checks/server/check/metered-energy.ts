import { computePerObject } from '#kit/compute-per-object.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays } from '#vocabulary/day.ts'
import { countHoursBetween } from '#vocabulary/market-time.ts'
import { type Period, timeZoneOfTariffZone } from '#vocabulary/tariff-periods.ts'
import type { UnknownReason } from '../../bill-check.ts'
import type { BillFacts, MeteredSpan, StoredBillFacts } from './bill-facts.ts'
import { containsDays, countDays, cutDays } from './day-parts.ts'
import { changeDaysOf } from './terms-on.ts'

/**
 * Returns the spans of days for which the check needs the energy: those of the bill, cut wherever a line, a price or the
 * tariff begins or ends.
 */
export function energySpansOf(facts: StoredBillFacts): DayRange[] {
  const { bill, before } = facts
  const lines = bill.content.lines.filter(({ kind }) => kind === 'energy' || kind === 'surplus')
  const cuts = [
    ...lines.flatMap(({ firstDay, lastDay }) => [firstDay, addDays(lastDay, 1)]),
    ...changeDaysOf(facts),
    ...(before ? [addDays(before.lastDay, 1)] : []),
    ...(facts.contract.endsOn ? [addDays(facts.contract.endsOn, 1)] : []),
    ...(facts.contract.startsOn ? [facts.contract.startsOn] : []),
  ]
  return cutDays({ firstDay: bill.firstDay, lastDay: bill.lastDay }, cuts)
}

/** The metered energy of some days, or why it is not known. */
export type Metered = { spans: MeteredSpan[]; unknown: null } | { spans: null; unknown: UnknownReason }

/** Returns the metered spans of some days if every hour of them was measured and validated. */
export function meteredOf(facts: BillFacts, parts: readonly DayRange[]): Metered {
  const known = knownMeteredOf(facts)
  const key = parts.map(({ firstDay, lastDay }) => firstDay + lastDay).join()
  const metered = known.get(key) ?? findMetered(facts, parts)
  known.set(key, metered)
  return metered
}

// Most lines of a bill have the same days.
const knownMeteredOf = computePerObject((_: BillFacts) => new Map<string, Metered>())

function findMetered(facts: BillFacts, parts: readonly DayRange[]): Metered {
  const spans = facts.metered.filter((span) => parts.some((part) => containsDays(part, span)))
  const days = countDays(parts)
  const zone = timeZoneOfTariffZone(facts.zone)
  const covered = spans.reduce((sum, { coveredHours }) => sum + coveredHours, 0)
  if (covered === 0 && days > 0) return { spans: null, unknown: 'no_curve' }
  const hours = spans.reduce((sum, { firstDay, lastDay }) => sum + countHoursBetween(firstDay, lastDay, zone), 0)
  const missing = spans.reduce((sum, { missingHours }) => sum + missingHours, 0)
  if (countDays(spans) !== days || covered < hours || missing > 0) return { spans: null, unknown: 'curve_incomplete' }
  if (spans.some(({ estimatedHours }) => estimatedHours > 0)) return { spans: null, unknown: 'curve_estimated' }
  if (spans.some(({ provisionalHours }) => provisionalHours > 0)) return { spans: null, unknown: 'curve_provisional' }
  return { spans, unknown: null }
}

/** Returns the energy used in some spans, in one tariff period or, for null, in all. */
export function sumImport(spans: readonly MeteredSpan[], period: Period | null): number {
  const ofSpan = ({ importWh }: MeteredSpan) =>
    period === null ? importWh.reduce((sum, wh) => sum + wh, 0) : (importWh[period - 1] ?? 0)
  return spans.reduce((sum, span) => sum + ofSpan(span), 0)
}

/** Returns what the energy of some spans cost at the market in euros, as `sumImport` sums it; null where it is not known. */
export function sumMarket(spans: readonly MeteredSpan[], period: Period | null): number | null {
  let eur = 0
  for (const { marketEur } of spans) {
    if (!marketEur) return null
    eur += period === null ? marketEur.reduce((sum, each) => sum + each, 0) : (marketEur[period - 1] ?? 0)
  }
  return eur
}

const toleranceWh = 1_000
/** The share by which what is metered may differ. */
export const toleranceShare = 0.005

/** Returns whether billed energy agrees with what was metered: within 1 kWh or half a per cent. */
export function isSameEnergy(billedWh: number, meteredWh: number): boolean {
  return Math.abs(billedWh - meteredWh) <= Math.max(toleranceWh, Math.abs(meteredWh) * toleranceShare)
}
