import { type Kysely, sql } from 'kysely'

/**
 * A signature may be of two contracts, those of electricity and gas that were taken out together. A mailed link says which
 * signature it was sent for, so that whoever comes by it again is told what became of that.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table signature add column second_contract_id integer;
    alter table account_link add column signature_id uuid;
  `.execute(db)
}
