import type { Database } from '#db/database.ts'
import { dayOf } from '#domains/consumption/consumption-curve.ts'
import type { ChartType } from '#domains/consumption/rules.ts'
import type { ContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { dayStartLabel } from '#domains/consumption/server/curve/interval-labels.ts'
import { type CurveResult, queryCurve } from '#domains/consumption/server/curve/query-curve.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { isFinallyBilled } from '#domains/invoices/server/is-finally-billed.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import type { OpenContract } from '../find-open-contract.ts'
import { computeBillSoFar, readOpenBill } from '../read-open-bill.ts'
import { costIntervals, type IntervalCosts, type PricingBill, type UsedInterval } from './cost-intervals.ts'

export type CostResult = { costs: IntervalCosts; curve: CurveResult; notBilledFrom: MarketDay | null }

type CostQuery = {
  contract: OpenContract
  point: ContractPoint
  type: ChartType
  requested: { start?: string; end?: string }
  now: Date
}

/** Returns what the intervals of a contract's curve cost by its bills and the bill so far. Null for an invalid range. */
export async function queryCost(db: Database, query: CostQuery): Promise<CostResult | null> {
  const { contract, point, type, now } = query
  const shown = await queryCurve(db, query)
  if (!shown) return null
  // Months are added up by day, as a bill may begin within one.
  const curve = type === 'monthly' ? await queryDays(db, query, shown) : shown
  if (!curve) return null
  const { range } = shown
  const [billed, open] = await Promise.all([findBills(db, contract, range), readOpenPricing(db, contract, now)])
  const isNeeded = open !== null && open.firstDay <= range.end && open.lastDay >= range.start
  const costs = costIntervals(intervalsOf(curve, point), {
    bills: isNeeded ? [...billed, open] : billed,
    timeZone: point.timeZone,
    keyOf: ({ startsAt, day }) => (type === 'monthly' ? dayStartLabel(firstOfMonth(day), point.timeZone) : startsAt),
  })
  return { costs, curve: shown, notBilledFrom: isNeeded ? laterOf(open.firstDay, range.start) : null }
}

/** Null for more days than a curve has. */
function queryDays(db: Database, query: CostQuery, { range }: CurveResult): Promise<CurveResult | null> {
  return queryCurve(db, { ...query, type: 'daily', requested: range })
}

/** A day that was measured by the hour has hours in any curve, so its intervals say how long each is. */
function intervalsOf({ entries }: CurveResult, { timeZone }: ContractPoint): UsedInterval[] {
  const startsByDay = new Map<MarketDay, Set<string>>()
  for (const { startsAt } of entries) {
    const starts = startsByDay.get(dayOf(startsAt)) ?? new Set()
    startsByDay.set(dayOf(startsAt), starts.add(startsAt))
  }
  return entries.map(({ startsAt, period, importWh }) => {
    const day = dayOf(startsAt)
    return { ...{ startsAt, day, period, importWh }, hours: countHoursOf(day, timeZone) / startsByDay.get(day)!.size }
  })
}

async function findBills(
  db: Database,
  { customerId, contractId }: OpenContract,
  { start, end }: { start: MarketDay; end: MarketDay },
): Promise<PricingBill[]> {
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where(isFinallyBilled)
    .where('starts_on', '<=', end)
    .where('ends_on', '>=', start)
    .orderBy('starts_on')
    .select(['starts_on', 'ends_on', 'amount_total_cents', 'content'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
  return rows
    .filter(({ content }) => content.lines.length > 0)
    .map(({ starts_on, ends_on, amount_total_cents, content }) => ({
      ...{ firstDay: starts_on, lastDay: ends_on, lines: content.lines },
      // What a wallet pays is a payment: the days cost it all the same.
      totalCents: amount_total_cents - sumOfWallet(content),
    }))
}

function sumOfWallet({ lines }: InvoiceContent): number {
  return lines.reduce((sum, { kind, amountCents }) => sum + (kind === 'wallet' ? amountCents : 0), 0)
}

async function readOpenPricing(db: Database, contract: OpenContract, now: Date): Promise<PricingBill | null> {
  const open = await readOpenBill(db, contract, now)
  if (typeof open === 'string') return null
  const soFar = computeBillSoFar(open, await loadRegulatedPrices(db))
  if (soFar === 'price_unknown' || !soFar.bill || soFar.endDay === null) return null
  const { lines, totalCents } = soFar.bill
  return { firstDay: open.bill.firstDay, lastDay: soFar.endDay, lines, totalCents }
}

function laterOf(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}
