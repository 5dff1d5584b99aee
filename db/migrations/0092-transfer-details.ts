import { type Kysely, sql } from 'kysely'

/**
 * Payment details for the transfer of an invoice where the retailer's other systems set them: `iban`, `bic`,
 * `beneficiary` and `concept`, each null if not set. Null as a whole means that the settings apply.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoice add column transfer jsonb`.execute(db)
  await sql`alter table multipoint_invoice add column transfer jsonb`.execute(db)
}
