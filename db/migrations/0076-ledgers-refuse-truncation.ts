import { type Kysely, sql } from 'kysely'

const ledgers = ['audit_entry', 'battery_entry', 'consent_entry', 'payment_entry', 'payment_refund_entry']

/** Append-only tables reject truncation too: TRUNCATE does not fire row triggers. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const ledger of ledgers)
    await sql`
      create trigger ${sql.id(`${ledger}_is_kept_whole`)} before truncate on ${sql.table(ledger)}
        for each statement execute function refuse_change()`.execute(db)
}
