import type { Database } from '#db/database.ts'
import { dayOf } from '#domains/consumption/consumption-curve.ts'
import type { ChartType } from '#domains/consumption/rules.ts'
import type { ContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { dayStartLabel } from '#domains/consumption/server/curve/interval-labels.ts'
import { type CurveResult, queryCurve } from '#domains/consumption/server/curve/query-curve.ts'
import { invoiceFollowsMarket } from '#domains/invoice-records/server/invoice-follows-market.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { isFinallyBilled } from '#domains/invoices/server/is-finally-billed.ts'
import { createBillMarket, readWholeMarket } from '#domains/offers/server/bill-market.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import type { OpenContract } from '../find-open-contract.ts'
import { computeBillSoFar, readOpenBill } from '../read-open-bill.ts'
import { costIntervals, type IntervalCosts, type PricingBill, type UsedInterval } from './cost-intervals.ts'

export type CostResult = {
  costs: IntervalCosts
  curve: CurveResult
  notBilledFrom: MarketDay | null
  /** Whether hours have the price of the market on any of the days. */
  followsMarket: boolean
}

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
  const [billed, open] = await Promise.all([
    findBills(db, { contract, point, range }),
    readOpenPricing(db, contract, now),
  ])
  const isNeeded = open !== null && open.firstDay <= range.end && open.lastDay >= range.start
  const bills = isNeeded ? [...billed, open] : billed
  const costs = costIntervals(intervalsOf(curve, query), {
    bills,
    timeZone: point.timeZone,
    keyOf: ({ startsAt, day }) => (type === 'monthly' ? dayStartLabel(firstOfMonth(day), point.timeZone) : startsAt),
  })
  return {
    ...{ costs, curve: shown, notBilledFrom: isNeeded ? laterOf(open.firstDay, range.start) : null },
    followsMarket: bills.some(({ market }) => market !== null),
  }
}

/** Null for more days than a curve has. */
function queryDays(db: Database, query: CostQuery, { range }: CurveResult): Promise<CurveResult | null> {
  return queryCurve(db, { ...query, type: 'daily', requested: range })
}

/** A day that was measured by the hour has hours in any curve, so its intervals say how long each is. */
function intervalsOf({ entries }: CurveResult, { point: { timeZone }, type }: CostQuery): UsedInterval[] {
  const startsByDay = new Map<MarketDay, Map<string, number>>()
  for (const { startsAt } of entries) {
    const starts = startsByDay.get(dayOf(startsAt)) ?? new Map<string, number>()
    if (!starts.has(startsAt)) startsByDay.set(dayOf(startsAt), starts.set(startsAt, starts.size))
  }
  const isDivided = type === 'hourly' || type === 'quarter-hourly'
  return entries.map(({ startsAt, period, importWh }) => {
    const day = dayOf(startsAt)
    const starts = startsByDay.get(day)!
    const place = isDivided ? { index: starts.get(startsAt)!, count: starts.size } : null
    return { ...{ startsAt, day, period, importWh, place }, hours: countHoursOf(day, timeZone) / starts.size }
  })
}

async function findBills(
  db: Database,
  {
    contract: { customerId, contractId },
    point,
    range: { start, end },
  }: Pick<CostQuery, 'contract' | 'point'> & Pick<CurveResult, 'range'>,
): Promise<PricingBill[]> {
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where(isFinallyBilled)
    .where('starts_on', '<=', end)
    .where('ends_on', '>=', start)
    .orderBy('starts_on')
    .select(['starts_on', 'ends_on', 'amount_total_cents', 'content', invoiceFollowsMarket.as('follows_market')])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
  const bills = rows.filter(({ content }) => content.lines.length > 0)
  return Promise.all(
    bills.map(async ({ starts_on: firstDay, ends_on: lastDay, amount_total_cents, content, follows_market }) => ({
      ...{ firstDay, lastDay, lines: content.lines },
      // What a wallet pays is a payment: the days cost it all the same.
      totalCents: amount_total_cents - sumOfWallet(content),
      market: follows_market ? await readWholeMarket(db, point, { firstDay, lastDay }) : null,
    })),
  )
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
  const market = open.market && createBillMarket(open.days, open.market, open.point)
  return { firstDay: open.bill.firstDay, lastDay: soFar.endDay, lines, totalCents, market }
}

function laterOf(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}
