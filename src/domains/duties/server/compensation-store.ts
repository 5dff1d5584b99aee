import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Compensation as CompensationRow } from '#db/tables.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CompensationState, figuresOn, minimumCents } from '../compensation.ts'
import { kindsThatCanBeLate } from '../rules.ts'
import { normOf } from './duty-store.ts'

export type StoredCompensation = Omit<Selectable<CompensationRow>, 'state'> & { state: CompensationState }

/** How many missed duties one run looks at. */
const batchSize = 200

/**
 * Proposes to operators what missed duties cost whose norm has a compensation, once for each duty: those that are past
 * their day, and those that were done after it. @returns how many it proposed.
 */
export async function proposeCompensations(db: Database, now: Date): Promise<number> {
  const missed = await db
    .selectFrom('duty')
    .where('kind', 'in', kindsThatCanBeLate)
    .where(sql<boolean>`norm ->> 'compensation' is not null`)
    .where('customer_id', 'is not', null)
    .where(sql<boolean>`((state = 'open' and due_at <= ${now}) or (state = 'done' and ended_at >= due_at))`)
    .where(sql<boolean>`not exists (select from compensation where compensation.duty_id = duty.duty_id)`)
    .orderBy('due_at')
    .limit(batchSize)
    .select(['duty_id', 'customer_id', 'contract_id', 'due_at', 'norm'])
    .execute()
  if (missed.length === 0) return 0
  const prices = await loadRegulatedPrices(db)
  let proposed = 0
  for (const duty of missed) {
    const { compensation: rule } = normOf(duty)
    const figures = rule && figuresOn(rule, marketDayOf(duty.due_at, 'Europe/Madrid'), prices)
    if (!figures) continue
    await db
      .insertInto('compensation')
      .values({
        ...{ duty_id: duty.duty_id, customer_id: duty.customer_id!, contract_id: duty.contract_id, rule: figures.rule },
        ...{ minimum_cents: minimumCents(figures), percent_of_first_bill: figures.percentOfFirstBill },
        ...{ source: figures.source, state: 'proposed', proposed_at: now },
      })
      .onConflict((conflict) => conflict.column('duty_id').doNothing())
      .execute()
    proposed++
  }
  return proposed
}

/** Returns a compensation by the id from a URL; locked within a transaction. */
export async function findCompensation(db: Database, id: string): Promise<StoredCompensation | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return undefined
  return db
    .selectFrom('compensation')
    .where('compensation_id', '=', id)
    .selectAll()
    .$narrowType<{ state: CompensationState }>()
    .forUpdate()
    .executeTakeFirst()
}

/** Stores what an operator decided about a proposed compensation. */
export async function decideCompensation(
  db: Database,
  id: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null; userId: number; now: Date },
): Promise<void> {
  const { state, reason, userId, now } = decision
  await db
    .updateTable('compensation')
    .set({ state, reason, decided_by_user_id: userId, decided_at: now })
    .where('compensation_id', '=', id)
    .execute()
}

/** Returns the compensations of holders that were approved or are on a bill, newest first. */
export function findOwnCompensations(
  db: Database,
  { customerIds, contractName }: { customerIds: readonly number[]; contractName: string },
) {
  return db
    .selectFrom('compensation')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'compensation.customer_id')
        .onRef('contract.contract_id', '=', 'compensation.contract_id'),
    )
    .where(isOneOf('compensation.customer_id', customerIds))
    .where(isOneOf('contract.customer_id', customerIds))
    .where('contract.name', '=', contractName)
    .where('compensation.state', 'in', ['approved', 'billed'])
    .orderBy('decided_at', 'desc')
    .select(['compensation_id', 'minimum_cents', 'amount_cents', 'invoice_number', 'source', 'decided_at'])
    .execute()
}

/** Returns the approved compensations that are on no bill yet, oldest first. */
export function findCompensationsToBill(db: Database, limit: number) {
  return db
    .selectFrom('compensation')
    .where('state', '=', 'approved')
    .orderBy('decided_at')
    .orderBy('compensation_id')
    .limit(limit)
    .selectAll()
    .execute()
}

/** Notes the bill that carries a compensation, and what was paid. Returns false if it does not await one. */
export async function markCompensationBilled(
  db: Database,
  id: string,
  { invoiceNumber, amountCents, now }: { invoiceNumber: string; amountCents: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('compensation')
    .set({ state: 'billed', invoice_number: invoiceNumber, amount_cents: amountCents, billed_at: now })
    .where('compensation_id', '=', id)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
