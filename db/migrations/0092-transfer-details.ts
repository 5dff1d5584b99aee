import { type Kysely, sql } from 'kysely'

/**
 * How an invoice is paid by transfer where the retailer's other systems say so: `iban`, `bic`, `beneficiary` and `concept`, each
 * null where they do not. Null as a whole: as the settings have it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoice add column transfer jsonb`.execute(db)
  await sql`alter table multipoint_invoice add column transfer jsonb`.execute(db)
}
