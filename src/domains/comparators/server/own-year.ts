import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { findElectricityOffers } from '#domains/offers/server/offer-store.ts'
import { selectPricesInForce } from '#domains/offers/server/prices-in-force.ts'
import { calculateYearOfBills, type YearOfBills } from '#domains/offers/year-of-bills.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { ReplyIn } from '#kit/call.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { compareOwnYear } from '../api.ts'
import { type MeasuredPoint, minDays, readMeasuredYear } from './measured-year.ts'
import { presentDifference, presentProduct } from './present.ts'
import { type PricingFailure, priceOffers } from './price-offers.ts'

/** An electricity contract with its curve and the current prices of its product. */
export type ComparedContract = MeasuredPoint & {
  powerWatts: number[]
  /** Whether surplus beyond what a bill pays goes into a wallet. */
  hasWallet: boolean
  product: { id: number; name: string }
  prices: ElectricityPrices | null
}

type OwnYear = ReplyIn<typeof compareOwnYear>

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
    isSelfConsumption: row.self_consumption_code !== null && row.self_consumption_code !== withoutSelfConsumption,
    hasWallet: row.has_wallet,
    product: { id: row.product_id, name: row.product_name },
    prices: row.prices as ElectricityPrices | null,
  }
}

/** Prices every product, and the contract's own, over the last year, all at today's prices. */
export async function compareYear(
  db: Database,
  { point, powerWatts, isSelfConsumption, hasWallet, product, prices }: ComparedContract,
  { today, now, locale }: { today: MarketDay; now: Date; locale: Locale },
): Promise<OwnYear | PricingFailure> {
  const year = await readMeasuredYear(db, { point, isSelfConsumption }, { today, now })
  if (year.days < minDays) return presentTooFewDays(year.days)
  const { range, parts, energyWh, surplusWh } = year
  const regulatedPrices = await loadRegulatedPrices(db)
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
    end: range.lastDay,
    days: year.days,
    missing_hours: Math.round(year.missingHours),
    kwh: energyWh.map((wh) => Number(kwhFromWh(wh))),
    surplus_kwh: Number(kwhFromWh(surplusWh)),
    has_wallet: surplusWh > 0 && hasWallet,
    present: present && {
      ...product,
      total_amount: euros(present.totalCents),
      ...presentSurplusPayments(prices, present),
    },
    products: priced.map(({ offer, bill }) => ({
      ...presentProduct(offer),
      total_amount: euros(bill.totalCents),
      ...presentSurplusPayments(offer.prices, bill),
      ...(present
        ? presentDifference(bill.totalCents - present.totalCents, year.billed)
        : { difference: null, difference_year: null }),
    })),
  }
}

function presentSurplusPayments(
  { surplusEurPerKwh }: ElectricityPrices,
  { surplusCents, fromWalletCents }: YearOfBills,
) {
  return {
    pays_surplus: Number(surplusEurPerKwh ?? 0) > 0,
    surplus_amount: euros(surplusCents),
    wallet_amount: euros(fromWalletCents),
  }
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
