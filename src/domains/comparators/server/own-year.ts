import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import {
  type ContractPoint,
  findContractPoint,
  findDataSpan,
  readDays,
} from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { findElectricityOffers } from '#domains/offers/server/offer-store.ts'
import { selectPricesInForce } from '#domains/offers/server/prices-in-force.ts'
import { type BilledPart, calculateYearOfBills, type YearOfBills } from '#domains/offers/year-of-bills.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { ReplyIn } from '#kit/call.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, lastOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { type EnergyTariff, energyPeriodCount } from '#vocabulary/tariff-periods.ts'
import type { compareOwnYear } from '../api.ts'
import { presentDifference, presentProduct } from './present.ts'
import { type PricingFailure, priceOffers } from './price-offers.ts'

/** An electricity contract with its curve and the current prices of its product. */
export type ComparedContract = {
  point: ContractPoint & { tariff: EnergyTariff }
  powerWatts: number[]
  isSelfConsumption: boolean
  /** Whether surplus beyond what a bill pays goes into a wallet. */
  hasWallet: boolean
  product: { id: number; name: string }
  prices: ElectricityPrices | null
}

type OwnYear = ReplyIn<typeof compareOwnYear>

const daysOfYear = 365
/** With fewer measured days than this, a year would be a guess. */
const minDays = 300

/** Returns an electricity contract of the holder, or undefined. */
export async function findComparedContract(
  db: Database,
  { customerIds, name, today }: { customerIds: number[]; name: string; today: MarketDay },
): Promise<ComparedContract | undefined> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .leftJoinLateral(
      selectPricesInForce(db, { product: 'contract.product_id', tariff: 'contract.tariff', day: today }),
      (join) => join.onTrue(),
    )
    .where('contract.name', '=', name)
    .where('contract.energy', '=', 'electricity')
    .where(isOneOf('contract.customer_id', customerIds))
    .select(['contract_id', 'power_watts', 'self_consumption_code', 'product.product_id', 'price.prices'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('product_name'))
    .select(
      sql<boolean>`exists (select from battery_link link
        where link.contract_id = contract.contract_id and link.customer_id = contract.customer_id and link.is_origin
          and link.starts_on <= ${today} and (link.ends_on is null or link.ends_on >= ${today}))`.as('has_wallet'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const point = await findContractPoint(db, { customerIds, contractId: row.contract_id })
  if (!point?.tariff) return undefined
  return {
    point: { ...point, tariff: point.tariff },
    powerWatts: row.power_watts,
    isSelfConsumption: row.self_consumption_code !== null && row.self_consumption_code !== '00',
    hasWallet: row.has_wallet,
    product: { id: row.product_id, name: row.product_name },
    prices: row.prices as ElectricityPrices | null,
  }
}

/** Prices every product, and the contract's own, over the last 365 measured days, all at today's prices. */
export async function compareYear(
  db: Database,
  { point, powerWatts, isSelfConsumption, hasWallet, product, prices }: ComparedContract,
  { today, now, locale }: { today: MarketDay; now: Date; locale: Locale },
): Promise<OwnYear | PricingFailure> {
  const span = await findDataSpan(db, point, now)
  if (!span) return presentTooFewDays(0)
  const lastDay = span.end < today ? span.end : today
  const range = { firstDay: addDays(lastDay, 1 - daysOfYear), lastDay }
  const days = await readDays(db, { point, range: { start: range.firstDay, end: lastDay } })
  if (days.length < minDays) return presentTooFewDays(days.length)

  const months = sumByMonth(days, point)
  const energyWh = sumLists(months.map((month) => month.energyWh))
  const surplusWh = isSelfConsumption ? months.reduce((sum, month) => sum + month.surplusWh, 0) : 0
  const regulatedPrices = await loadRegulatedPrices(db)
  // Billed as of today, like a year to come, so that today's taxes apply.
  const year = { firstDay: addDays(today, 1 - daysOfYear), lastDay: today }
  const parts: BilledPart[] =
    surplusWh > 0
      ? listBilledMonths(months, range).map((part) => shiftPart(part, dayCount(lastDay, today) - 1))
      : [{ ...year, energyWh, surplusWh }]
  const supply = { zone: point.zone, powerWatts, dueDay: today, hasWallet }
  const offers = await findElectricityOffers(db, {
    tariffName: point.tariff,
    today,
    locale,
    withSelfConsumption: isSelfConsumption,
    promocode: null,
  })
  const priced = priceOffers(offers, (offered) => calculateYearOfBills(parts, supply, offered, regulatedPrices))
  if (typeof priced === 'string') return priced
  const present = prices && calculateYearOfBills(parts, supply, prices, regulatedPrices)
  return {
    start: range.firstDay,
    end: lastDay,
    days: days.length,
    missing_hours: Math.round(months.reduce((sum, month) => sum + month.missingHours, 0)),
    kwh: energyWh.map((wh) => Number(kwhFromWh(wh))),
    surplus_kwh: Number(kwhFromWh(surplusWh)),
    has_wallet: surplusWh > 0 && hasWallet,
    present: present && { ...product, total_amount: euros(present.totalCents), ...presentSurplusPayments(present) },
    products: priced.map(({ offer, bill }) => ({
      ...presentProduct(offer),
      total_amount: euros(bill.totalCents),
      ...presentSurplusPayments(bill),
      ...(present
        ? presentDifference(bill.totalCents - present.totalCents, year)
        : { difference: null, difference_year: null }),
    })),
  }
}

type Month = { month: string; energyWh: number[]; surplusWh: number; missingHours: number }

/**
 * Sums the energy of days by month and by the periods of the current tariff, also for days that were billed by another
 * tariff: what they would cost now.
 */
function sumByMonth(days: readonly StoredDay[], { tariff, zone }: ComparedContract['point']): Month[] {
  const months = new Map<string, Month>()
  for (const day of days) {
    const month = monthOf(day.day)
    const before = months.get(month) ?? { month, energyWh: [], surplusWh: 0, missingHours: 0 }
    const totals = computeDayTotals(day, { tariff, zone })
    months.set(month, {
      month,
      energyWh: sumLists([
        new Array<number>(energyPeriodCount(tariff)).fill(0),
        before.energyWh,
        totals.importPeriodWh,
      ]),
      surplusWh: (totals.exportPeriodWh ?? []).reduce((sum, wh) => sum + wh, before.surplusWh),
      missingHours: before.missingHours + (totals.missingIntervals * day.stepMinutes) / 60,
    })
  }
  return [...months.values()]
}

/** Returns every month of the range as a separate bill, also a month without measurements. */
function listBilledMonths(months: readonly Month[], { firstDay, lastDay }: DayRange): BilledPart[] {
  const parts: BilledPart[] = []
  const none = months[0]!.energyWh.map(() => 0)
  for (let day = firstDay; day <= lastDay; ) {
    const { energyWh = none, surplusWh = 0 } = months.find(({ month }) => month === monthOf(day)) ?? {}
    const last = lastOfMonth(day)
    parts.push({ firstDay: day, lastDay: last < lastDay ? last : lastDay, energyWh, surplusWh })
    day = addDays(last, 1)
  }
  return parts
}

function shiftPart(part: BilledPart, days: number): BilledPart {
  return { ...part, firstDay: addDays(part.firstDay, days), lastDay: addDays(part.lastDay, days) }
}

function sumLists(lists: readonly (readonly number[])[]): number[] {
  const maxLength = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: maxLength }, (_, index) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0))
}

function presentSurplusPayments({ surplusCents, fromWalletCents }: YearOfBills) {
  return { surplus_amount: euros(surplusCents), wallet_amount: euros(fromWalletCents) }
}

function euros(cents: Cents): number {
  return Number(decimalFromCents(cents))
}

function presentTooFewDays(days: number): OwnYear {
  return {
    start: null,
    end: null,
    days,
    missing_hours: 0,
    kwh: [],
    surplus_kwh: 0,
    has_wallet: false,
    present: null,
    products: [],
  }
}
