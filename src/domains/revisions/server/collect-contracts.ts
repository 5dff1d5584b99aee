import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { NoticeState } from '../rules.ts'

const batchSize = 1_000

type CollectDeps = { db: Kysely<DB>; clock: () => Date }

/** Which contracts a revision concerns: those in force on its day with its product and tariff. */
export type ConcernedContracts = { productId: number; tariff: string; appliesOn: MarketDay }

/**
 * Gives the next contracts of a revision that was started a notice each, in the order of their keys, in one transaction
 * with how far it has come: a worker that dies is followed by another one. @returns whether there was anything to do.
 */
export async function collectContracts({ db, clock }: CollectDeps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revision = await trx
      .selectFrom('revision')
      .where('state', '=', 'sending')
      .where('collected_at', 'is', null)
      .orderBy('started_at')
      .limit(1)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!revision) return false
    const { revision_id: id, product_id: productId, tariff, applies_on: appliesOn } = revision
    const contracts = await selectConcerned(trx, { productId, tariff, appliesOn })
      .$if(revision.collected_customer_id !== null, (rows) =>
        rows.where(
          sql<boolean>`(customer_id, contract_id) > (${revision.collected_customer_id}, ${revision.collected_contract_id})`,
        ),
      )
      .orderBy('customer_id')
      .orderBy('contract_id')
      .limit(batchSize)
      .select(['customer_id', 'contract_id'])
      .execute()
    if (contracts.length > 0) await insertNotices(trx, { id, contracts, now: clock() })
    const last = contracts.at(-1)
    await trx
      .updateTable('revision')
      .set({
        ...(last && { collected_customer_id: last.customer_id, collected_contract_id: last.contract_id }),
        ...(contracts.length < batchSize && { collected_at: clock() }),
      })
      .where('revision_id', '=', id)
      .execute()
    return true
  })
}

/** Selects the contracts that a revision concerns. */
export function selectConcerned(db: Database, { productId, tariff, appliesOn }: ConcernedContracts) {
  return db
    .selectFrom('contract')
    .where('product_id', '=', productId)
    .where('tariff', '=', tariff)
    .where('state', '=', 'activa')
    .where((row) => row.or([row('ends_on', 'is', null), row('ends_on', '>=', appliesOn)]))
}

type CollectedContracts = { id: string; contracts: readonly { customer_id: number; contract_id: number }[]; now: Date }

async function insertNotices(db: Database, { id, contracts, now }: CollectedContracts): Promise<void> {
  await db
    .insertInto('revision_notice')
    .values(
      contracts.map((keys) => ({ ...keys, revision_id: id, state: 'waiting' satisfies NoticeState, due_at: now })),
    )
    .onConflict((conflict) => conflict.columns(['customer_id', 'revision_id', 'contract_id']).doNothing())
    .execute()
}

/** Returns the query for the time from which contracts are to be collected, for `DatabaseWatch`. */
export const nextCollection = sql`select min(started_at) from revision where state = 'sending' and collected_at is null`
