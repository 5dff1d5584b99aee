import { type Kysely, sql } from 'kysely'

/**
 * A signature may cover two contracts, for electricity and gas taken out together. A mailed link records the signature
 * it was sent for, so that a user who follows it later sees the outcome of that signature.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table signature add column second_contract_id integer;
    alter table account_link add column signature_id uuid;
  `.execute(db)
}
