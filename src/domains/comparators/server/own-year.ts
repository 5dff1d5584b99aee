import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import {
  type ContractPoint,
  findContractPoint,
  findDataSpan,
  type KeptDay,
  readDays,
} from '#domains/consumption/server/curve-queries.ts'
import { dayTotals } from '#domains/consumption/server/day-totals.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { electricityBillOf } from '#domains/offers/offered-bill.ts'
import { electricityOffers } from '#domains/offers/server/offer-store.ts'
import { pricesInForce } from '#domains/offers/server/prices-in-force.ts'
import type { ReplyIn } from '#kit/call.ts'
import type { Locale } from '#kit/locale.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { type EnergyTariff, energyPeriodCount } from '#vocabulary/tariff-periods.ts'
import type { compareOwnYear } from '../api.ts'

import { presentDifference, presentProduct } from './present.ts'
import { type NotPriced, pricedOffers } from './price-products.ts'

/** An electricity contract with its curve and what its product costs now. */
export type ComparedContract = {
  point: ContractPoint & { tariff: EnergyTariff }
  powerWatts: number[]
  isSelfConsumption: boolean
  product: { id: number; name: string }
  prices: ElectricityPrices | null
}

type OwnYear = ReplyIn<typeof compareOwnYear>

const daysOfYear = 365
/** With fewer measured days than these, a year would be a guess. */
const fewestDays = 300

/** A contract of electricity that is the holder's, or undefined. */
export async function findCompared(
  db: Database,
  { customerIds, name, today }: { customerIds: number[]; name: string; today: MarketDay },
): Promise<ComparedContract | undefined> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .leftJoinLateral(
      pricesInForce(db, { product: 'contract.product_id', tariff: 'contract.tariff', day: today }),
      (join) => join.onTrue(),
    )
    .where('contract.name', '=', name)
    .where('contract.energy', '=', 'electricity')
    .where('contract.customer_id', '=', sql<number>`any(${customerIds})`)
    .select(['contract_id', 'power_watts', 'self_consumption_code', 'product.product_id', 'price.prices'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('product_name'))
    .executeTakeFirst()
  if (!row) return undefined
  const point = await findContractPoint(db, { customerIds, contractId: row.contract_id })
  if (!point?.tariff) return undefined
  return {
    point: { ...point, tariff: point.tariff },
    powerWatts: row.power_watts,
    isSelfConsumption: row.self_consumption_code !== null && row.self_consumption_code !== '00',
    product: { id: row.product_id, name: row.product_name },
    prices: row.prices as ElectricityPrices | null,
  }
}

/** Every product over the last 365 days that are measured, beside the contract's own, all at today's prices. */
export async function comparedYear(
  db: Database,
  { point, powerWatts, isSelfConsumption, product, prices }: ComparedContract,
  { today, now, locale }: { today: MarketDay; now: Date; locale: Locale },
): Promise<OwnYear | NotPriced> {
  const span = await findDataSpan(db, point, now)
  if (!span) return tooFew(0)
  const lastDay = span.end < today ? span.end : today
  const range = { firstDay: addDays(lastDay, 1 - daysOfYear), lastDay }
  const days = await readDays(db, { point, range: { start: range.firstDay, end: lastDay } })
  if (days.length < fewestDays) return tooFew(days.length)

  const { energyWh, missingHours } = yearByPeriod(days, point)
  const figures = await knownFigures(db)
  // Billed today, as a year to come would be: the taxes are those of today.
  const supply = { firstDay: addDays(today, 1 - daysOfYear), lastDay: today, zone: point.zone, powerWatts, energyWh }
  const offers = await electricityOffers(db, {
    tariffName: point.tariff,
    today,
    locale,
    withSelfConsumption: isSelfConsumption,
    promocode: null,
  })
  const priced = pricedOffers(offers, (offered) => electricityBillOf(supply, offered, figures))
  if (typeof priced === 'string') return priced
  const presentCents = (prices && electricityBillOf(supply, prices, figures)?.totalCents) ?? null
  return {
    start: range.firstDay,
    end: lastDay,
    days: days.length,
    missing_hours: Math.round(missingHours),
    kwh: energyWh.map((wh) => Number(kwhFromWh(wh))),
    present: presentCents === null ? null : { ...product, total_amount: Number(decimalFromCents(presentCents)) },
    products: priced.map(({ offer, bill }) => ({
      ...presentProduct(offer),
      total_amount: Number(decimalFromCents(bill.totalCents)),
      ...(presentCents === null
        ? { difference: null, difference_year: null }
        : presentDifference(bill.totalCents - presentCents, supply)),
    })),
  }
}

/** The energy of days by the periods of the present tariff, also of those that were billed by another: what it would cost now. */
function yearByPeriod(days: readonly KeptDay[], { tariff, zone }: ComparedContract['point']) {
  const energyWh = new Array<number>(energyPeriodCount(tariff)).fill(0)
  let missingHours = 0
  for (const day of days) {
    const totals = dayTotals(day, { tariff, zone })
    for (const [index, wh] of totals.importPeriodWh.entries()) energyWh[index]! += wh
    missingHours += (totals.missingIntervals * day.stepMinutes) / 60
  }
  return { energyWh, missingHours }
}

function tooFew(days: number): OwnYear {
  return { start: null, end: null, days, missing_hours: 0, kwh: [], present: null, products: [] }
}
