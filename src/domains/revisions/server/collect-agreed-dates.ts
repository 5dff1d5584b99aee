import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type AgreedDateKind, agreedDateKinds, changeDayOf, dutyOfAgreedDate } from '#domains/contracts/agreed-dates.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { promotedPrices } from '../agreed-prices.ts'
import type { ProductPrices, Revision } from '../revision.ts'
import { type NoticeState, noticeStateOn } from '../rules.ts'
import { findPricesAround } from './prices-around.ts'

/** So many days before its last day a notice is prepared, so that a letter can follow a mail that nobody received. */
const leadDays = 15
const batchSize = 500

type CollectDeps = { db: Kysely<DB>; clock: () => Date }

/**
 * Gives the contracts whose renewal, promotion or penalty is to be told of soon a notice each, in revisions that no
 * operator started: one for the contracts of a product for which the same changes on the same day. Goes through the open
 * duties by their keys, a batch per transaction; what has a notice is left alone. @returns whether there was anything.
 */
export async function collectAgreedDates({ db, clock }: CollectDeps): Promise<boolean> {
  let hasCollected = false
  for (const kind of agreedDateKinds) {
    const readAfter = (last: DueDuty | undefined) =>
      findDueDuties(db, { kind, last, today: marketDayOf(clock(), 'Europe/Madrid') })
    for await (const duties of readBatches(batchSize, readAfter))
      if (await collectBatch(db, { kind, duties, now: clock() })) hasCollected = true
  }
  return hasCollected
}

type DueDuty = { duty_id: string; due_at: Date; due_on: MarketDay; customer_id: number; contract_id: number }

async function findDueDuties(
  db: Database,
  { kind, last, today }: { kind: AgreedDateKind; last: DueDuty | undefined; today: MarketDay },
): Promise<DueDuty[]> {
  const rows = await db
    .selectFrom('duty')
    .where('kind', '=', dutyOfAgreedDate[kind])
    .where('state', '=', 'open')
    .where('due_on', '<=', addDays(today, leadDays))
    .where('contract_id', 'is not', null)
    .$if(last !== undefined, (duties) =>
      duties.where(sql<boolean>`(due_at, duty_id) > (${last?.due_at}, ${last?.duty_id}::uuid)`),
    )
    .orderBy('due_at')
    .orderBy('duty_id')
    .limit(batchSize)
    .select(['duty_id', 'due_at', 'due_on', 'customer_id', 'contract_id'])
    .execute()
  return rows as DueDuty[]
}

type Batch = { kind: AgreedDateKind; duties: readonly DueDuty[]; now: Date }
type ContractRow = Awaited<ReturnType<typeof findContracts>>[number]
/** A contract with the day on which something changes and the one by which its customer is told. */
type DueContract = ContractRow & { appliesOn: MarketDay; notifyBy: MarketDay }

async function collectBatch(db: Kysely<DB>, { kind, duties, now }: Batch): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Two workers would make two revisions of the same change.
    await sql`select pg_advisory_xact_lock(hashtext('collect agreed dates'))`.execute(trx)
    const notified = await findNotified(trx, kind, duties)
    const contracts = (await findContracts(trx, duties)).flatMap((contract): DueContract[] => {
      const appliesOn = changeDayOf(kind, contract)
      const isNotified = notified.has(`${contract.contract_id} ${appliesOn}`)
      const duty = duties.find(({ contract_id: id }) => id === contract.contract_id)!
      return appliesOn === null || isNotified ? [] : [{ ...contract, appliesOn, notifyBy: duty.due_on }]
    })
    for (const group of Map.groupBy(contracts, groupKeyOf).values()) await insertGroup(trx, { kind, group, now })
    return contracts.length > 0
  })
}

function groupKeyOf({ product_id, tariff, appliesOn, notifyBy, promotion_discounts }: DueContract): string {
  return JSON.stringify([product_id, tariff, appliesOn, notifyBy, promotion_discounts])
}

/** Returns which contracts have a notice of this kind already, each with its day. */
async function findNotified(db: Database, kind: AgreedDateKind, duties: readonly DueDuty[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('revision_notice')
    .innerJoin('revision', 'revision.revision_id', 'revision_notice.revision_id')
    .where(isOneOf('revision_notice.customer_id', [...new Set(duties.map(({ customer_id }) => customer_id))]))
    .where('revision.kind', '=', kind)
    .select(['contract_id', 'applies_on'])
    .execute()
  return new Set(rows.map(({ contract_id, applies_on }) => `${contract_id} ${applies_on}`))
}

function findContracts(db: Database, duties: readonly DueDuty[]) {
  return db
    .selectFrom('contract')
    .where(isOneOf('customer_id', [...new Set(duties.map(({ customer_id }) => customer_id))]))
    .where(
      'contract_id',
      'in',
      duties.map(({ contract_id }) => contract_id),
    )
    .where('state', '=', 'activa')
    .select(['customer_id', 'contract_id', 'product_id', 'tariff', 'promotion_discounts'])
    .select(['renews_on', 'promotion_ends_on', 'penalty_ends_on'])
    .execute()
}

type Group = { kind: AgreedDateKind; group: readonly DueContract[]; now: Date }

async function insertGroup(db: Database, { kind, group, now }: Group): Promise<void> {
  const [{ notifyBy }] = group as [DueContract]
  const state = noticeStateOn('waiting', marketDayOf(now, 'Europe/Madrid'), notifyBy)
  const revisionId = await findOrCreateRevision(db, { kind, group, now })
  await db
    .insertInto('revision_notice')
    .values(
      group.map(({ customer_id, contract_id }) => ({
        ...{ customer_id, contract_id, revision_id: revisionId, state: state satisfies NoticeState, due_at: now },
        late_reason: state === 'too_late' ? ('known_late' as const) : null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['customer_id', 'revision_id', 'contract_id']).doNothing())
    .execute()
}

async function findOrCreateRevision(db: Database, { kind, group, now }: Group): Promise<string> {
  const [{ product_id: productId, tariff, appliesOn, notifyBy, promotion_discounts: discounts }] = group as [
    DueContract,
  ]
  const prices =
    kind === 'penalty_end' ? null : await pricesAround(db, { kind, productId, tariff, appliesOn, discounts })
  const [before, after] = prices ? [JSON.stringify(prices.before), JSON.stringify(prices.after)] : [null, null]
  const known = await db
    .selectFrom('revision')
    .where('started_by_user_id', 'is', null)
    .where('kind', '=', kind)
    .where('product_id', '=', productId)
    .where('tariff', '=', tariff)
    .where('applies_on', '=', appliesOn)
    .where('notify_by', '=', notifyBy)
    .where('state', '=', 'sending')
    .where(sql<boolean>`(prices_before, prices_after) is not distinct from (${before}::jsonb, ${after}::jsonb)`)
    .select('revision_id')
    .executeTakeFirst()
  if (known) return known.revision_id
  const { revision_id } = await db
    .insertInto('revision')
    .values({
      ...{ kind, product_id: productId, tariff, applies_on: appliesOn, notify_by: notifyBy, explanation: '{}' },
      ...{ prices_before: before, prices_after: after, state: 'sending', started_at: now, collected_at: now },
    })
    .returning('revision_id')
    .executeTakeFirstOrThrow()
  return revision_id
}

type Change = {
  kind: AgreedDateKind
  productId: number
  tariff: string
  appliesOn: MarketDay
  discounts: DueContract['promotion_discounts']
}

/** Returns the prices before and after the day of a change, or null where none change or one of them is not known. */
async function pricesAround(
  db: Database,
  { kind, productId, tariff, appliesOn, discounts }: Change,
): Promise<Revision['prices']> {
  const prices = await findPricesAround(db, { productId, tariff, day: appliesOn })
  if (!prices) return null
  const { before, after } = prices
  const paid =
    kind === 'promotion_end' ? promotedPrices(before, discounts as ProductPrices['discounts'] | null) : before
  return JSON.stringify(paid) === JSON.stringify(after) ? null : { before: paid, after }
}
