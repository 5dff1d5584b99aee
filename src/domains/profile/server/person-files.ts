import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { exportedTables } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

/** A stored file of a person, with its path in an archive: folders and name, not yet sanitised. */
export type PersonFile = { path: string[]; fileKey: string }

const batchSize = 500

/**
 * Streams the stored files of a person: attachments of contracts, documents to sign or signed, signed invoices, and the
 * files sent with cases and changes, by whichever sender.
 */
export async function* streamPersonFiles(db: Database, owner: DataOwner): AsyncGenerator<PersonFile> {
  const { customerIds } = owner
  const ownUpload = exportedTables.find(({ name }) => name === 'upload')!.rows(owner)
  // Two documents may share a name, so each path includes an identifier.
  yield* streamPages(
    db,
    sql`
      select array['contracts', contract.name, attachment_id || ' ' || file_name] as path, file_key as "fileKey",
        customer_id::text || ' ' || lpad(attachment_id::text, 12, '0') as place
      from attachment join contract using (customer_id, contract_id)
      where ${isOneOf('customer_id', customerIds)}`,
  )
  yield* streamPages(
    db,
    sql`
      select array['signatures', to_char(created_at, 'YYYY-MM-DD') || ' ' || left(signature_id::text, 8) || ' ' || title || '.pdf']
          as path,
        coalesce(sealed_key, document_key) as "fileKey", signature_id::text as place
      from signature where ${isOneOf('customer_id', customerIds)}`,
  )
  yield* streamPages(
    db,
    sql`
      select array['signatures', to_char(created_at, 'YYYY-MM-DD') || ' ' || left(signature_id::text, 8) || ' summary.pdf']
          as path,
        summary_key as "fileKey", signature_id::text as place
      from signature where summary_key is not null and ${isOneOf('customer_id', customerIds)}`,
  )
  yield* streamPages(
    db,
    sql`
      select array['invoices', to_char(issued_on, 'YYYY'),
          replace(number, '/', '-') || ' ' || document_type || case when document_type like '%xml' then '.xml' else '.pdf' end]
          as path,
        file_key as "fileKey",
        customer_id::text || ' ' || lpad(invoice_id::text, 12, '0') || ' ' || document_type as place
      from invoice_document join invoice using (customer_id, invoice_id)
      where ${isOneOf('customer_id', customerIds)}`,
  )
  yield* streamPages(
    db,
    sql`
      select array['files', to_char(created_at, 'YYYY-MM-DD') || ' ' || left(upload_id::text, 8) || ' ' || file_name] as path,
        file_key as "fileKey", upload_id::text as place
      from upload as owned where scan_state = 'clean' and (${ownUpload})`,
  )
}

async function* streamPages(db: Database, files: RawBuilder<unknown>): AsyncGenerator<PersonFile> {
  for (let last = ''; ; ) {
    const { rows } = await sql<PersonFile & { place: string }>`
      select * from (${files}) as files where place collate "C" > ${last} order by place collate "C" limit ${batchSize}`.execute(
      db,
    )
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!.place
  }
}

/** An invoice to be rendered. */
export type PersonInvoice = { customerId: number; invoiceId: number; number: string; year: string }

/** Streams a person's invoices, those of one contract or of several, in the order of their insertion. */
export async function* streamPersonInvoices(
  db: Database,
  { customerIds }: DataOwner,
  table: 'invoice' | 'multipoint_invoice',
): AsyncGenerator<PersonInvoice> {
  const id = sql.ref(`${table}_id`)
  for (let last = [0, 0]; ; ) {
    const { rows } = await sql<PersonInvoice>`
      select customer_id as "customerId", ${id} as "invoiceId", number, to_char(issued_on, 'YYYY') as year
      from ${sql.table(table)}
      where ${isOneOf('customer_id', customerIds)} and (customer_id, ${id}) > (${sql.join(last)})
      order by customer_id, ${id} limit ${batchSize}`.execute(db)
    yield* rows
    if (rows.length < batchSize) return
    last = [rows.at(-1)!.customerId, rows.at(-1)!.invoiceId]
  }
}

/** A contract to be rendered, with its supply point. */
export type PersonContract = {
  name: string
  cups: string
  supplyPointId: number
  from: MarketDay
  until: MarketDay | null
}

/** Returns the holders' contracts by name. */
export function findPersonContracts(db: Database, { customerIds }: DataOwner): Promise<PersonContract[]> {
  return db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .select(['name', 'cups', 'supply_point_id as supplyPointId', 'ends_on as until'])
    .select((row) => row.fn.coalesce('starts_on', sql<string>`'9999-12-31'::date`).as('from'))
    .orderBy('name')
    .execute()
}

/**
 * Returns the first and the last day of a contract's curve. Days outside it belong to another holder of the supply
 * point.
 */
export async function findCurveDays(
  db: Database,
  { supplyPointId, from, until }: PersonContract,
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
