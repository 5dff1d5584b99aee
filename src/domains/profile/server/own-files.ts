import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { copiedTables } from './held-tables.ts'
import type { Owner } from './owned-rows.ts'

/** A stored file of somebody, with its place in an archive: folders and name, each still as people wrote it. */
export type OwnFile = { path: string[]; fileKey: string }

const atOnce = 500

/**
 * The stored files of somebody: what is attached to contracts, documents that were or are to be signed, signed invoices, and
 * what was sent with cases and changes, by whoever sent it.
 */
export async function* ownFiles(db: Database, owner: Owner): AsyncGenerator<OwnFile> {
  const { customerIds } = owner
  const ownUpload = copiedTables.find(({ name }) => name === 'upload')!.rows(owner)
  // Two documents may have one name, so each carries what tells it apart.
  yield* paged(
    db,
    sql`
      select array['contracts', contract.name, attachment_id || ' ' || file_name] as path, file_key as "fileKey",
        customer_id::text || ' ' || lpad(attachment_id::text, 12, '0') as place
      from attachment join contract using (customer_id, contract_id)
      where customer_id = any(${customerIds})`,
  )
  yield* paged(
    db,
    sql`
      select array['signatures', to_char(created_at, 'YYYY-MM-DD') || ' ' || left(signature_id::text, 8) || ' ' || title || '.pdf']
          as path,
        coalesce(sealed_key, document_key) as "fileKey", signature_id::text as place
      from signature where customer_id = any(${customerIds})`,
  )
  yield* paged(
    db,
    sql`
      select array['invoices', to_char(issued_on, 'YYYY'),
          replace(number, '/', '-') || ' ' || document_type || case when document_type like '%xml' then '.xml' else '.pdf' end]
          as path,
        file_key as "fileKey",
        customer_id::text || ' ' || lpad(invoice_id::text, 12, '0') || ' ' || document_type as place
      from invoice_document join invoice using (customer_id, invoice_id)
      where customer_id = any(${customerIds})`,
  )
  yield* paged(
    db,
    sql`
      select array['files', to_char(created_at, 'YYYY-MM-DD') || ' ' || left(upload_id::text, 8) || ' ' || file_name] as path,
        file_key as "fileKey", upload_id::text as place
      from upload as owned where scan_state = 'clean' and (${ownUpload})`,
  )
}

async function* paged(db: Database, files: RawBuilder<unknown>): AsyncGenerator<OwnFile> {
  for (let last = ''; ; ) {
    const { rows } = await sql<OwnFile & { place: string }>`
      select * from (${files}) as files where place collate "C" > ${last} order by place collate "C" limit ${atOnce}`.execute(
      db,
    )
    yield* rows
    if (rows.length < atOnce) return
    last = rows.at(-1)!.place
  }
}

/** An invoice to be drawn. */
export type OwnInvoice = { customerId: number; invoiceId: number; number: string; year: string }

/** Somebody's invoices, those of one contract or of several, in the order in which they were written down. */
export async function* ownInvoices(
  db: Database,
  { customerIds }: Owner,
  table: 'invoice' | 'multipoint_invoice',
): AsyncGenerator<OwnInvoice> {
  const id = sql.ref(`${table}_id`)
  for (let last = [0, 0]; ; ) {
    const { rows } = await sql<OwnInvoice>`
      select customer_id as "customerId", ${id} as "invoiceId", number, to_char(issued_on, 'YYYY') as year
      from ${sql.table(table)}
      where customer_id = any(${customerIds}) and (customer_id, ${id}) > (${sql.join(last)})
      order by customer_id, ${id} limit ${atOnce}`.execute(db)
    yield* rows
    if (rows.length < atOnce) return
    last = [rows.at(-1)!.customerId, rows.at(-1)!.invoiceId]
  }
}

/** A contract to be drawn, with its supply point. */
export type OwnContract = {
  name: string
  cups: string
  supplyPointId: number
  from: MarketDay
  until: MarketDay | null
}

/** The holders' contracts by name. */
export function ownContracts(db: Database, { customerIds }: Owner): Promise<OwnContract[]> {
  return db
    .selectFrom('contract')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .select(['name', 'cups', 'supply_point_id as supplyPointId', 'ends_on as until'])
    .select((row) => row.fn.coalesce('starts_on', sql<string>`'9999-12-31'::date`).as('from'))
    .orderBy('name')
    .execute()
}

/** The first and the last day of a contract's curve: whoever held the point before or after is somebody else. */
export async function curveDaysOf(
  db: Database,
  { supplyPointId, from, until }: OwnContract,
): Promise<{ first: MarketDay; last: MarketDay } | null> {
  const { first, last } = await db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', from)
    .where('day', '<=', until ?? '9999-12-31')
    .select(({ fn }) => [fn.min('day').as('first'), fn.max('day').as('last')])
    .executeTakeFirstOrThrow()
  return first && last ? { first, last } : null
}
