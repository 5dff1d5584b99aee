import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type DutyKind, lapsingKinds, ruleOf } from '../kinds.ts'

/** How many rows one run ends. */
const batchSize = 2_000

/** There is one for every direct debit, of which nobody has to prove anything once it can no longer come back. */
const deletedKind: DutyKind = 'debit_refund'

/**
 * Ends the duties whose day only says until when somebody may act or something is kept, once it is over: what was kept is
 * done, what nobody did no longer can be. Those of direct debits are deleted. @returns how many there were.
 */
export async function endLapsedDuties(db: Database, now: Date): Promise<number> {
  const lapsed = sql`select duty_id from duty
    where state = 'open' and kind = any(${lapsingKinds}::text[]) and due_at <= ${now}
    order by due_at limit ${batchSize} for update skip locked`
  const { rows } = await sql<{ duty_id: string }>`
    with lapsed as (${lapsed}),
    deleted as (
      delete from duty using lapsed
      where duty.duty_id = lapsed.duty_id and kind = ${deletedKind} returning duty.duty_id),
    ended as (
      update duty set state = case when kind = any(${evidenceKinds}::text[]) then 'done' else 'cancelled' end, ended_at = ${now}
      from lapsed where duty.duty_id = lapsed.duty_id and kind <> ${deletedKind} returning duty.duty_id)
    select duty_id from deleted union all select duty_id from ended`.execute(db)
  return rows.length
}

const evidenceKinds = lapsingKinds.filter((kind) => ruleOf(kind).counting === 'keep')
