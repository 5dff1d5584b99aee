import { type Kysely, sql } from 'kysely'

/** The lists of invoices say which part of a plan is paid next, so that a change of a plan changes the lists too. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['payment_plan', 'payment_plan_part'])
    for (const [kind, rows] of changes)
      await sql
        .raw(`create trigger ${table}_${kind}_changes_lists after ${kind} on ${table}
          referencing ${rows} table as changed for each statement execute function count_invoice_list_change()`)
        .execute(db)
}

// A trigger with transition tables can only be declared for a single kind of statement.
const changes = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
]
