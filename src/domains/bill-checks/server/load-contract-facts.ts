import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { selectProvincesOf, selectTariffsOfContract } from '#domains/consumption/server/supply-points.ts'
import { type DatedValue, findZoneOn } from '#domains/consumption/supply-terms.ts'
import { isOfSingle } from '#kit/server/is-one-of.ts'
import type { Discounts, ProductTerm } from '#vocabulary/bill.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import type { ContractFacts, DatedPowers, DatedPrices } from './check/bill-facts.ts'

/** What is known of a contract: the columns of `selectContractFacts`. */
export type ContractFactsRow = {
  supply_point_id: number
  contract_starts_on: MarketDay | null
  contract_ends_on: MarketDay | null
  promotion_ends_on: MarketDay | null
  promotion_discounts: Record<string, string | number> | null
  product_id: number
  product_name: string
  is_dynamic: boolean
  province_code: string
  provinces: DatedValue<string>[] | null
  tariffs: DatedValue<string>[]
  powers: DatedPowers[] | null
  has_chosen_hours: boolean
}

/** Selects what a bill depends on, from `contract`, of one of these customers, with its `product` and `supply_point`. */
export function selectContractFacts(customerIds: readonly number[]) {
  return sql`
      contract.supply_point_id, contract.starts_on as contract_starts_on, contract.ends_on as contract_ends_on,
      promotion_ends_on, promotion_discounts, contract.product_id,
      coalesce(commercial_name, product.name) as product_name, product.is_dynamic,
      supply_point.province_code, ${selectProvincesOf('contract')} as provinces,
      ${selectTariffsOfContract(customerIds)} as tariffs,
      (select json_agg(json_build_object('fromDay', from_day, 'value', dated.power_watts, 'isExact', is_exact) order by from_day)
        from contract_power dated
        where ${isOfSingle('dated.customer_id', customerIds)} and dated.customer_id = contract.customer_id and dated.contract_id = contract.contract_id) as powers,
      exists (select from tariff_choice choice
        where ${isOfSingle('choice.customer_id', customerIds)} and choice.customer_id = contract.customer_id and choice.contract_id = contract.contract_id) as has_chosen_hours`
}

/** Returns the terms of a contract by the days on which they apply. */
export function contractFactsOf(row: ContractFactsRow): ContractFacts {
  const byDay = (one: DatedValue<unknown>, other: DatedValue<unknown>) => (one.fromDay < other.fromDay ? -1 : 1)
  return {
    ...{ startsOn: row.contract_starts_on, endsOn: row.contract_ends_on, productName: row.product_name },
    ...{ tariffs: [...row.tariffs].sort(byDay), powers: row.powers ?? [], hasChosenHours: row.has_chosen_hours },
    ...(row.is_dynamic && { followsMarket: true }),
    promotion:
      row.promotion_ends_on === null
        ? null
        : {
            endsOn: row.promotion_ends_on,
            discounts: promotedDiscounts(row.promotion_discounts ?? {}),
          },
  }
}

/** Returns the zone of the supply point of a contract on a day. */
export function zoneOn({ province_code, provinces }: ContractFactsRow, day: MarketDay): TariffZone {
  return findZoneOn(day, province_code, provinces ?? [])
}

function promotedDiscounts(discounts: Record<string, string | number>): Discounts<ProductTerm> {
  return Object.fromEntries(Object.entries(discounts).map(([term, percent]) => [term, String(percent)]))
}

/** The prices of products by product, oldest first. */
export type ProductPrices = ReadonlyMap<number, readonly DatedPrices[]>

/** Returns a function that reads the prices of some products, each product once. */
export function createPriceReader(db: Database): (productIds: readonly number[]) => Promise<ProductPrices> {
  const known = new Map<number, readonly DatedPrices[]>()
  return async (productIds) => {
    const unread = [...new Set(productIds)].filter((id) => !known.has(id))
    if (unread.length === 0) return known
    const read = await readPrices(db, unread)
    for (const id of unread) known.set(id, read.get(id) ?? [])
    return known
  }
}

async function readPrices(db: Database, productIds: readonly number[]): Promise<ProductPrices> {
  const rows = await db
    .selectFrom('product_price')
    .where('product_id', 'in', productIds)
    .orderBy('valid_from')
    // The version of what is known of a bill depends on their order.
    .orderBy('tariff')
    .select(['product_id', 'valid_from', 'tariff', 'prices'])
    .execute()
  const prices = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map(
    [...prices].map(([id, own]) => [
      id,
      own.map(
        ({ valid_from, tariff, prices: terms }): DatedPrices => ({
          ...{ validFrom: valid_from, tariff },
          terms: terms as unknown as DatedPrices['terms'],
        }),
      ),
    ]),
  )
}
