import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { perYear, type TariffPrices } from '../power-costs.ts'

/** For how many months a power that was given up may be contracted again without an extension right. */
const extensionRightMonths = 36

/**
 * Returns the highest power of a supply point in the three years before a day, including its present power, in watts.
 */
export async function findPreviousPeakPower(
  db: Database,
  { pointId, present, day }: { pointId: number; present: readonly number[]; day: MarketDay },
): Promise<number> {
  const { held } = await db
    .selectFrom('held_power')
    .select((row) => row.fn.max('power_watts').as('held'))
    .where('supply_point_id', '=', pointId)
    .where('held_until', '>', addMonths(day, -extensionRightMonths))
    .executeTakeFirstOrThrow()
  return Math.max(0, ...present, held ?? 0)
}

/** Returns the prices of a contract's product in an access tariff on a day; null where it has no prices there. */
export async function findTariffPrices(
  db: Database,
  { customerId, contractId, tariff, day }: { customerId: number; contractId: number; tariff: string; day: MarketDay },
): Promise<TariffPrices | null> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('product_price', 'product_price.product_id', 'contract.product_id')
    .where('contract.customer_id', '=', customerId)
    .where('contract.contract_id', '=', contractId)
    .where('product_price.tariff', '=', tariff)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .select('prices')
    .executeTakeFirst()
  if (!row) return null
  const { powerPerKw, energyEurPerKwh } = row.prices as unknown as ElectricityPrices
  return {
    name: tariff,
    eurPerKwYear: powerPerKw.map(perYear),
    eurPerKwh: [...energyEurPerKwh],
  }
}

/** The power prices of a contract's product on a day, P1 first. */
export type ContractPrices = { eurPerKwYear: Decimal[]; discountPercent: Decimal | null }

/** Returns the prices of a holder's contract in its own access tariff; null where the product has none there. */
export async function findPowerPrices(
  db: Database,
  { customerId, contractId, day }: { customerId: number; contractId: number; day: MarketDay },
): Promise<ContractPrices | null> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('product_price', (join) =>
      join
        .onRef('product_price.product_id', '=', 'contract.product_id')
        .onRef('product_price.tariff', '=', 'contract.tariff'),
    )
    .where('contract.customer_id', '=', customerId)
    .where('contract.contract_id', '=', contractId)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .select('prices')
    .executeTakeFirst()
  if (!row) return null
  const { powerPerKw, discounts } = row.prices as unknown as ElectricityPrices
  return { eurPerKwYear: powerPerKw.map(perYear), discountPercent: discounts.power ?? null }
}

export type KnownAccount = { id: number; iban: string }

/** Returns the accounts that have paid contracts of these holders, those in use first. */
export async function findAccounts(db: Database, { customerIds }: { customerIds: number[] }): Promise<KnownAccount[]> {
  const rows = await db
    .selectFrom('bank_account')
    .where(isOneOf('customer_id', customerIds))
    .select(['bank_account_id as id', 'iban'])
    .orderBy(
      sql`exists (
        select from contract
        where ${isOneOf('contract.customer_id', customerIds)}
          and contract.customer_id = bank_account.customer_id and contract.iban = bank_account.iban
          and contract.state = 'activa'
      )`,
      'desc',
    )
    .orderBy('bank_account_id')
    .execute()
  return rows
}

/** Returns an account that has paid contracts of one of these holders; undefined when it belongs to none of them. */
export function findAccount(
  db: Database,
  { customerIds, accountId }: { customerIds: readonly number[]; accountId: number },
) {
  return db
    .selectFrom('bank_account')
    .where(isOneOf('customer_id', customerIds))
    .where('bank_account_id', '=', accountId)
    .select(['bank_account_id as id', 'customer_id as customerId', 'iban'])
    .executeTakeFirst()
}
