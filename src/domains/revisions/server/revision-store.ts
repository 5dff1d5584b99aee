import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, Revision as RevisionRow } from '#db/tables.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import type { ProductPrices, Revision } from '../revision.ts'
import { isAgreed, type RevisionKind, type RevisionState, type startableKinds } from '../rules.ts'
import { type ConcernedContracts, selectConcerned } from './collect-contracts.ts'
import { findPricesAround } from './prices-around.ts'

/** A revision that an operator starts. Its prices are those that the product has planned. */
export type NewRevision = {
  kind: (typeof startableKinds)[number]
  productId: number
  tariff: string
  appliesOn: MarketDay
  explanation: Partial<Record<Locale, string>>
  userId: number
  now: Date
}

export type RevisionProblem = 'prices_not_planned' | 'notice_too_late' | 'revision_exists' | 'no_contracts'

/**
 * Starts a revision in the transaction of its duty: by which day the contracts in force that it concerns are told. Their
 * notices follow in the background (`collectContracts`). Returns how many there are, or why it is refused, and then the transaction has to be rolled back: no prices are planned for that
 * day, the day for the notices has passed, it has been started before, or no contract has the product.
 */
export async function startRevision(
  trx: Transaction<DB>,
  revision: NewRevision,
): Promise<{ id: string; notices: number; notifyBy: MarketDay } | RevisionProblem> {
  const { kind, productId, tariff, appliesOn, explanation, userId, now } = revision
  const prices = kind === 'prices' ? await findPricesAround(trx, { productId, tariff, day: appliesOn }) : null
  if (kind === 'prices' && !prices?.hasNewList) return 'prices_not_planned'
  const product = await trx
    .selectFrom('product')
    .where('product_id', '=', productId)
    .select('energy')
    .executeTakeFirst()
  if (!product) return 'no_contracts'
  const { revision_id: id } = await trx
    .insertInto('revision')
    .values({
      ...{ kind, product_id: productId, tariff, applies_on: appliesOn, notify_by: appliesOn },
      explanation: JSON.stringify(explanation),
      prices_before: prices && JSON.stringify(prices.before),
      prices_after: prices && JSON.stringify(prices.after),
      ...{ state: 'sending', started_by_user_id: userId, started_at: now },
    })
    .returning('revision_id')
    .executeTakeFirstOrThrow()
  const term = await openDuty(trx, {
    ...dutyKeyOf({ id, kind }),
    facts: { topics: [], energy: product.energy as Energy, powerWatts: null },
    place: null,
    at: startOf(appliesOn, 'Europe/Madrid'),
  })
  const notifyBy = term?.deadline.on ?? appliesOn
  if (marketDayOf(now, 'Europe/Madrid') > notifyBy) return 'notice_too_late'
  await trx.updateTable('revision').set({ notify_by: notifyBy }).where('revision_id', '=', id).execute()
  const notices = await countConcerned(trx, { productId, tariff, appliesOn })
  return notices === 0 ? 'no_contracts' : { id, notices, notifyBy }
}

/** Returns the kind and the subject of the duty of a revision that was started: by when its notices are sent. */
export function dutyKeyOf({ id, kind }: Pick<Revision, 'id'> & Pick<NewRevision, 'kind'>) {
  const dutyKind = kind === 'prices' ? ('price_revision_notice' as const) : ('terms_change_notice' as const)
  return { kind: dutyKind, subject: `revision:${id}` as const }
}

/** Stops a revision that is being sent, with its duty. @returns whether it was. */
export async function stopSending(
  trx: Database,
  { id, kind }: Pick<Revision, 'id' | 'kind'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('revision')
    .set({ state: 'stopped', ended_at: now })
    .where('revision_id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (!isAgreed(kind)) await endDuty(trx, dutyKeyOf({ id, kind }), { state: 'cancelled', now })
  return true
}

/** Assigns a revision to an operator, or to nobody. @returns whether that changed anything. */
export async function assignRevision(
  trx: Database,
  { id, operatorId }: { id: string; operatorId: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('revision')
    .set({ assigned_to_user_id: operatorId })
    .where('revision_id', '=', id)
    .where('assigned_to_user_id', 'is distinct from', operatorId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Checks whether a revision of these prices is being sent or was sent. */
export async function isRevisionStarted(
  db: Database,
  { productId, tariff, appliesOn }: Pick<NewRevision, 'productId' | 'tariff' | 'appliesOn'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('revision')
    .where('product_id', '=', productId)
    .where('tariff', '=', tariff)
    .where('applies_on', '=', appliesOn)
    .where('kind', '=', 'prices')
    .where('state', '<>', 'stopped')
    .select('revision_id')
    .executeTakeFirst()
  return row !== undefined
}

async function countConcerned(db: Database, contracts: ConcernedContracts): Promise<number> {
  const { count } = await selectConcerned(db, contracts)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a revision by its id, or undefined. */
export async function findRevision(db: Database, id: string): Promise<Revision | undefined> {
  const row = await selectRevisions(db).where('revision_id', '=', id).executeTakeFirst()
  return row && revisionOf(row)
}

function selectRevisions(db: Database) {
  return db
    .selectFrom('revision')
    .innerJoin('product', 'product.product_id', 'revision.product_id')
    .selectAll('revision')
    .select(['product.energy', sql<string>`coalesce(commercial_name, product.name)`.as('product_name')])
}

type JoinedRevision = Selectable<RevisionRow> & { energy: string; product_name: string }

function revisionOf(row: JoinedRevision): Revision {
  const { revision_id: id, product_id, product_name, tariff, prices_before, prices_after } = row
  return {
    ...{ id, tariff, kind: row.kind as RevisionKind, state: row.state as RevisionState },
    ...{ appliesOn: row.applies_on, notifyBy: row.notify_by, startedAt: row.started_at },
    product: { id: product_id, name: product_name, energy: row.energy as Energy },
    explanation: row.explanation as Revision['explanation'],
    prices: prices_before === null ? null : toPrices(prices_before, prices_after),
  }
}

function toPrices(before: unknown, after: unknown): Revision['prices'] {
  return { before: before as ProductPrices, after: after as ProductPrices }
}
