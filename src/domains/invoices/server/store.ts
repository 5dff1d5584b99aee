import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { nextPartSql } from '#domains/collections/server/next-part.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { FilterCondition } from '#kit/filter.ts'
import { batchLoader } from '#kit/server/batch-loader.ts'
import { buildFilterCondition, type FilterColumns } from '#kit/server/filter-sql.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { whFromKwh } from '#vocabulary/energy.ts'
import { centsFromDecimal } from '#vocabulary/money.ts'
import type { FilterField } from '../api.ts'
import type { invoiceFields, multipointFields } from '../rules.ts'
import { invoiceJson, multipointInvoiceJson, type TransferOptions } from './present.ts'
import { selectSignedEnergy } from './signed-energy.ts'

type Owner = { customerIds: number[] }
type ListPageQuery<Fields> = { conditions: FilterCondition<keyof Fields & string>[]; offset: number; limit: number }
export type Energy = 'electricity' | 'gas'

/** The column of each filter field of invoices. */
export const invoiceColumns: FilterColumns<typeof invoiceFields> = {
  number: sql.ref('invoice.number'),
  date: sql.ref('invoice.issued_on'),
  start_date: sql.ref('invoice.starts_on'),
  end_date: sql.ref('invoice.ends_on'),
  due_date: sql.ref('invoice.due_on'),
  amount_total: { column: sql.ref('invoice.amount_total_cents'), stored: centsFromDecimal },
  amount_pending: { column: sql.ref('invoice.amount_pending_cents'), stored: centsFromDecimal },
  energy_consumed: { column: selectSignedEnergy('invoice'), stored: whFromSignedKwh },
  paid_status: sql.ref('invoice.paid_status'),
  rectificative_type: sql.ref('invoice.rectificative_type'),
  'contract.name': sql.ref('contract.name'),
  'cups.name': sql.ref('contract.cups'),
  'cups.full_address': sql`contract.supply_street || ' - ' || contract.supply_city`,
  vat: sql.ref('contract.payer_tax_id'),
}

/** The column of each filter field of multipoint invoices. */
export const multipointColumns: FilterColumns<typeof multipointFields> = {
  number: sql.ref('invoice.number'),
  date: sql.ref('invoice.issued_on'),
  due_date: sql.ref('invoice.due_on'),
  amount_total: { column: sql.ref('invoice.amount_total_cents'), stored: centsFromDecimal },
  amount_pending: { column: sql.ref('invoice.amount_pending_cents'), stored: centsFromDecimal },
  paid_status: sql.ref('invoice.paid_status'),
}

/** Converts kilowatt hours to watt hours. They may be negative for an invoice that cancels another. */
function whFromSignedKwh(kwh: string): number {
  const sign = kwh.startsWith('-') ? -1 : 1
  return sign * whFromKwh(kwh.replace('-', ''))!
}

/**
 * Returns a page of a holder's invoices, newest first, as the JSON of the reply. `stateLabels` translate the states of
 * histories.
 */
export function listInvoicesAsJson(
  db: Database,
  {
    customerIds,
    energy,
    conditions,
    offset,
    limit,
    byItself = false,
    paymentEnabled,
    transfers,
    stateLabels,
  }: Owner &
    ListPageQuery<typeof invoiceFields> & {
      energy: Energy
      /** Only those that do not belong to a multipoint invoice. */
      byItself?: boolean
      paymentEnabled: boolean
      transfers: TransferOptions
      stateLabels: Record<string, string>
    },
): Promise<string> {
  const from = sql`
    from ${visibleInvoices} invoice join contract using (customer_id, contract_id)
    where ${isOneOf('invoice.customer_id', customerIds)} and ${isOneOf('contract.customer_id', customerIds)}
      and invoice.energy = ${energy}
      and ${byItself ? sql`invoice.multipoint_invoice_id is null` : sql`true`}
      and ${buildFilterCondition(conditions, invoiceColumns)}`
  return selectPageAsJson(db, {
    from,
    // With each match, on its node: no table of the nodes is looked up for the rows of `matching`.
    matchColumns: byItself
      ? sql`, coalesce((select part_cents from (${nextPartSql('invoice', customerIds)}) next_part), amount_pending_cents) as due_cents`
      : sql``,
    total: byItself
      ? sql`
        'amount_pending', (select coalesce(sum(amount_pending_cents), 0) * 0.01 from matching),
        'amount_due', (select coalesce(sum(due_cents), 0) * 0.01 from matching),`
      : sql``,
    columns: sql`invoice.*, contract.name as contract_name, contract.cups, contract.supply_street, contract.supply_city`,
    joins: sql`join contract using (customer_id, contract_id)`,
    item: invoiceJson({ customerIds, paymentEnabled, transfers, stateLabels }),
    key: 'invoice_id',
    customerIds,
    offset,
    limit,
  })
}

/** Returns a page of a holder's multipoint invoices, newest first, as the JSON of the reply. */
export function listMultipointInvoicesAsJson(
  db: Database,
  {
    customerIds,
    conditions,
    offset,
    limit,
    paymentEnabled,
    transfers,
  }: Owner & ListPageQuery<typeof multipointFields> & { paymentEnabled: boolean; transfers: TransferOptions },
): Promise<string> {
  const from = sql`
    from ${visibleMultipointInvoices} invoice
    where ${isOneOf('invoice.customer_id', customerIds)}
      and ${buildFilterCondition(conditions, multipointColumns)}`
  return selectPageAsJson(db, {
    from,
    matchColumns: sql``,
    total: sql``,
    columns: sql`invoice.*, multipoint_invoice_id as invoice_id`,
    joins: sql``,
    item: multipointInvoiceJson({ paymentEnabled, transfers }),
    key: 'multipoint_invoice_id',
    customerIds,
    offset,
    limit,
  })
}

// PostgreSQL builds the reply: reading a hundred rows into objects and serialising them again costs more than the
// query. The keys of the page are chosen first, so that its rows can be read where they are if tables are distributed.
async function selectPageAsJson(
  db: Database,
  {
    from,
    matchColumns,
    total,
    columns,
    joins,
    item,
    key,
    customerIds,
    offset,
    limit,
  }: Owner & {
    from: RawBuilder<unknown>
    /** Further columns of `matching`, for its totals. */
    matchColumns: RawBuilder<unknown>
    /** What the columns come from besides the table, whose key is given. */
    joins: RawBuilder<unknown>
    key: 'invoice_id' | 'multipoint_invoice_id'
    /** Totals of all matches, as members of the reply. */
    total: RawBuilder<unknown>
    columns: RawBuilder<unknown>
    item: RawBuilder<unknown>
    offset: number
    limit: number
  },
): Promise<string> {
  const { rows } = await sql<{ page: string }>`
    with matching as (
      select invoice.customer_id, invoice.${sql.ref(key)}, issued_on, amount_pending_cents ${matchColumns} ${from}
    ),
    page_key as (
      select customer_id, ${sql.ref(key)} from matching order by issued_on desc, ${sql.ref(key)} desc limit ${limit} offset ${offset}
    )
    select json_build_object(
      'items', coalesce((
        select json_agg(${item} order by page.issued_on desc, page.invoice_id desc)
        from (
          select ${columns} from page_key
            join ${key === 'invoice_id' ? visibleInvoices : visibleMultipointInvoices} invoice using (customer_id, ${sql.ref(key)})
            ${joins}
          where ${isOneOf('invoice.customer_id', customerIds)}
        ) page
      ), '[]'::json),
      'n_items', (select count(*) from matching),
      ${total}
      'offset', ${offset}::int,
      'limit', ${limit}::int
    )::text as page`.execute(db)
  return rows[0]!.page
}

/**
 * Returns a lookup for the version of a holder's invoice lists. The version changes with everything that they show.
 * Concurrent lookups are batched into one query.
 */
export function createListVersionLookup(db: Database): (owner: Owner) => Promise<string> {
  const versionOf = batchLoader(async (customerIds: number[]) => {
    const { rows } = await sql<{ customer_id: number; version: string }>`
      select customer_id, version from invoice_list_version where ${isOneOf('customer_id', customerIds)}`.execute(db)
    return new Map(rows.map(({ customer_id, version }) => [customer_id, version]))
  })
  return async ({ customerIds }) => (await Promise.all(customerIds.map(versionOf))).join()
}

const filterValues: Record<FilterField, RawBuilder<string>> = {
  cups: sql`contract.cups`,
  addresses: sql`contract.supply_street || ' - ' || contract.supply_city`,
  contracts: sql`contract.name`,
  vats: sql`contract.payer_tax_id`,
}

/** Returns the values by which a holder's invoices can be filtered, each once, sorted. */
export async function listFilterValues(
  db: Database,
  { customerIds, kind, fields }: Owner & { kind: Energy | 'multipoint'; fields: FilterField[] },
): Promise<Partial<Record<FilterField, string[]>>> {
  const energy = kind === 'gas' ? 'gas' : 'electricity'
  const values = fields.map((field) => sql`array_agg(distinct ${filterValues[field]}) as ${sql.ref(field)}`)
  const { rows } = await sql<Record<FilterField, string[] | null>>`
    select ${sql.join(values)} from contract where ${isOneOf('customer_id', customerIds)} and energy = ${energy}`.execute(
    db,
  )
  return Object.fromEntries(fields.map((field) => [field, (rows[0]?.[field] ?? []).sort()]))
}
