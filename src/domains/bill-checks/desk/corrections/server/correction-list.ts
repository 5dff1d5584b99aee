import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { listIntervalLabels } from '#domains/consumption/server/curve/interval-labels.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { ListedCorrection } from '../api.ts'

type CorrectionRow = Pick<ListedCorrection, 'cups' | 'day' | 'source' | 'origin' | 'by' | 'file_name'> & {
  supply_point_id: number
  province_code: string
  corrected_at: Date
  before_wh: number
  after_wh: number
  step_minutes: number
  was: (number | null)[]
  present: (number | null)[] | null
}

const selection = {
  columns: sql`correction.supply_point_id, supply_point.cups, province_code, correction.day, correction.source, corrected_at,
    before_wh, after_wh, origin, file_name, coalesce(operator.name, integration_key.name) as by,
    correction.step_minutes, correction.import_wh as was, present.import_wh as present`,
  from: sql`curve_correction correction
    join supply_point on supply_point.supply_point_id = correction.supply_point_id
    left join curve_day present on present.supply_point_id = correction.supply_point_id and present.day = correction.day
      and present.source = correction.source and present.step_minutes = correction.step_minutes
    left join user_account operator on operator.role = 'operator' and operator.user_id = corrected_by_user_id
    left join integration_key on integration_key.integration_key_id = correction.integration_key_id`,
  orderBy: sql`corrected_at desc, correction.supply_point_id, correction.day desc, correction.source`,
}

/** Returns a page of the corrected days, newest first, found by CUPS or customer, with the invoices that had billed them. */
export async function findCorrections(
  db: Database,
  { q, ...range }: PageRange & { q: string },
): Promise<ResultPage<ListedCorrection>> {
  const where: RawBuilder<unknown>[] = []
  if (q) where.push(isOneOf('correction.supply_point_id', await findPoints(db, q)))
  const { items, total } = await findPage<CorrectionRow>(db, { ...selection, where }, range)
  const invoices = await findInvoices(db, items)
  return { items: items.map((row, index) => present(row, invoices.get(index) ?? [])), total }
}

async function findPoints(db: Database, q: string): Promise<number[]> {
  const customerIds = await findMatchingCustomerIds(db, parseSearch(q))
  const { rows } = await sql<{ supply_point_id: number }>`
    select supply_point_id from contract where ${isOneOf('customer_id', customerIds)}
    union select supply_point_id from supply_point where cups20 = ${q.toUpperCase().slice(0, cups20Length)}`.execute(db)
  return rows.map(({ supply_point_id }) => supply_point_id)
}

const cups20Length = 20

type BilledRow = ListedCorrection['invoices'][number] & { place: number }

/** Finds the invoices of the days that were issued before they were corrected and that nothing has taken back. */
async function findInvoices(db: Database, rows: readonly CorrectionRow[]): Promise<Map<number, BilledRow[]>> {
  if (rows.length === 0) return new Map()
  const { rows: billed } = await sql<BilledRow>`
    select place, number, json_build_object('id', customer.customer_id, 'name', customer.name) as customer
    from unnest(
      ${rows.map((_, place) => place)}::integer[], ${rows.map(({ supply_point_id: id }) => id)}::bigint[],
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ corrected_at: at }) => at)}::timestamptz[]
    ) as corrected (place, point_id, day, corrected_at)
      join contract on contract.supply_point_id = point_id and contract.energy = 'electricity'
      join invoice on invoice.customer_id = contract.customer_id and invoice.contract_id = contract.contract_id
        and corrected.day between invoice.starts_on and invoice.ends_on
        and invoice.issued_on <= (corrected.corrected_at at time zone 'Europe/Madrid')::date
        and invoice.rectificative_type in ('N', 'R')
      join customer on customer.customer_id = invoice.customer_id
    where not exists (
      select from invoice later
      where later.customer_id = invoice.customer_id and later.rectifies_invoice_id = invoice.invoice_id
        and later.rectificative_type in ('A', 'B', 'R'))
    order by place, number`.execute(db)
  return Map.groupBy(billed, ({ place }) => place)
}

function present(row: CorrectionRow, invoices: readonly BilledRow[]): ListedCorrection {
  const { cups, day, source, origin, by, file_name, before_wh, after_wh, corrected_at } = row
  return {
    ...{ cups, day, source, origin, by, file_name, corrected_at: corrected_at.toISOString() },
    ...{ before: kwh(before_wh), after: kwh(after_wh), intervals: changedIntervals(row, day) },
    invoices: invoices.map(({ number, customer }) => ({ number, customer })),
  }
}

function changedIntervals(
  { was, present: values, step_minutes, province_code }: CorrectionRow,
  day: MarketDay,
): ListedCorrection['intervals'] {
  const labels = listIntervalLabels(day, step_minutes, timeZoneOfTariffZone(zoneOfProvince(province_code)))
  return was.flatMap((before, index) => {
    const now = values?.[index] ?? null
    if (!values || now === before) return []
    return [{ at: labels[index]!.slice('YYYY-MM-DDT'.length), before: orNull(before), now: orNull(now) }]
  })
}

function orNull(wh: number | null): number | null {
  return wh === null ? null : kwh(wh)
}

function kwh(wh: number): number {
  return wh / 1000
}
