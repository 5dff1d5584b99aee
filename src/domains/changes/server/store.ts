import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'

/** For how long a power that was given up may be had again without an extension right. */
const heldMonths = 36

/** The highest power that a supply point has had in the three years before a day, its present one included, in watts. */
export async function findHeldPower(
  db: Database,
  { pointId, present, day }: { pointId: number; present: readonly number[]; day: MarketDay },
): Promise<number> {
  const { held } = await db
    .selectFrom('held_power')
    .select((row) => row.fn.max('power_watts').as('held'))
    .where('supply_point_id', '=', pointId)
    .where('held_until', '>', addMonths(day, -heldMonths))
    .executeTakeFirstOrThrow()
  return Math.max(0, ...present, held ?? 0)
}

export type KnownAccount = { id: number; iban: string }

/** The accounts that have paid contracts of these holders, those in use first. */
export async function findAccounts(db: Database, { customerIds }: { customerIds: number[] }): Promise<KnownAccount[]> {
  const rows = await db
    .selectFrom('bank_account')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .select(['bank_account_id as id', 'iban'])
    .orderBy(
      sql`exists (
        select from contract
        where contract.customer_id = bank_account.customer_id and contract.iban = bank_account.iban
          and contract.state = 'activa'
      )`,
      'desc',
    )
    .orderBy('bank_account_id')
    .execute()
  return rows
}
