import { type Kysely, sql } from 'kysely'

/** Finds what corrects an invoice without reading the other invoices of its contract. Few invoices are corrections. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index invoice_of_corrected on invoice (customer_id, rectifies_invoice_id) where rectifies_invoice_id is not null;
  `.execute(db)
}
