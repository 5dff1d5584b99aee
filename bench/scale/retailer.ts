import type { Kysely } from 'kysely'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { type DayToStore, storeDays } from '#domains/consumption/server/curve-store.ts'
import { dayTotals } from '#domains/consumption/server/day-totals.ts'
import { openPool, queries } from '#kit/server/database.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { hoursOf } from '#vocabulary/market-time.ts'

/** A retailer to measure: how many supply points, each with a month of hours, and how many of these with two years. */
export type Size = { points: number; pointsWithYears: number }
export type Retailer = Size & {
  url: string
  pool: pg.Pool
  db: Kysely<DB>
  /** Curve days stored a second by the product's own statement. */
  loadedDaysPerSecond: number
  close(): Promise<void>
}

export const month = { start: '2026-10-01', end: '2026-10-31' }
const years = { start: '2024-10-01', end: '2026-09-30' }
const invoicesEach = 12
const daysPerStatement = 400
const loaders = 4

/** Makes a database of its own with a generated retailer: a holder, a contract and a year's invoices for each supply point. */
export async function makeRetailer(serverUrl: string, name: string, size: Size): Promise<Retailer> {
  const server = openPool({ url: serverUrl }, { connections: 1, statementSeconds: 60 })
  await server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  await server.query(`create database ${pg.escapeIdentifier(name)}`)
  await server.end()
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href }, { statementSeconds: 3_600 })
  const db = queries<DB>(pool)
  await migrate(db as never)
  await pool.query(contracts(size.points))
  const loadedDaysPerSecond = await loadCurves(db, size)
  await tidyUp(pool)
  return { ...size, url: address.href, pool, db, loadedDaysPerSecond, close: () => pool.end() }
}

// As it is after some time of use; the database may have begun it by itself, and is waited for.
async function tidyUp(pool: pg.Pool) {
  const client = await pool.connect()
  await client.query('set lock_timeout = 0')
  await client.query('vacuum analyze')
  client.release(true)
}

const contracts = (points: number) => `
  insert into product (energy, name) values ('electricity', 'Bench');
  insert into customer (name, tax_id, is_company, fiscal_address)
    select 'Holder ' || i, 'T' || i, false, 'Carrer Major, ' || i from generate_series(1, ${points}) i;
  insert into supply_point (cups, energy, street, postcode, city, province_code)
    select 'ES0031' || lpad(i::text, 12, '0') || 'JN0F', 'electricity', 'Carrer Major, ' || i, '08500', 'Vic', '08' from generate_series(1, ${points}) i;
  insert into address (customer_id, name, full_address) select customer_id, name, fiscal_address from customer;
  insert into contract (customer_id, name, energy, state, supply_point_id, cups, supply_street, supply_city, tariff, product_id,
      payer_name, payer_tax_id, payer_address, notification_address_id)
    select customer_id, lpad(customer_id::text, 7, '0'), 'electricity', 'activa', supply_point_id, cups, supply_point.street, supply_point.city, '2.0TD', 1,
      customer.name, tax_id, fiscal_address, address_id
    from customer join supply_point on supply_point_id = customer_id join address using (customer_id) order by customer_id;
  insert into invoice (customer_id, contract_id, energy, number, issued_on, starts_on, ends_on, due_on, amount_total_cents,
      amount_pending_cents, energy_wh, paid_status, content)
    select customer_id, contract_id, 'electricity', 'FE' || customer_id || '-' || i, day, day - 30, day, day + 20, 2000 + (i * 137) % 20000, 0,
      50000 + (i * 7919) % 900000, 'paid', '{"lines": []}'
    from contract, generate_series(1, ${invoicesEach}) i, lateral (select date '2025-11-01' + i * 30 as day) on_day;`

async function loadCurves(db: Kysely<DB>, { points, pointsWithYears }: Size): Promise<number> {
  const last = daysFrom(month.start, month.end)
  const before = daysFrom(years.start, years.end)
  const days = function* () {
    for (let point = 1; point <= points; point++) {
      if (point <= pointsWithYears) for (const day of before) yield hoursOfDay(point, day)
      for (const day of last) yield hoursOfDay(point, day)
    }
  }
  const batches = inBatches(days())
  const start = performance.now()
  let count = 0
  const load = async () => {
    for (const batch of batches) {
      await storeDays(db, batch)
      count += batch.length
    }
  }
  await Promise.all(Array.from({ length: loaders }, load))
  return (count * 1000) / (performance.now() - start)
}

function* inBatches(days: Iterable<DayToStore>): Generator<DayToStore[]> {
  let batch: DayToStore[] = []
  for (const day of days) {
    batch.push(day)
    if (batch.length < daysPerStatement) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

const place = { zone: 'peninsula', timeZone: 'Europe/Madrid', tariffOn: () => '2.0TD' as const } as const

// Figures that differ by point and hour as those of households do, so that rows are as large as real ones.
function hoursOfDay(supplyPointId: number, day: string): DayToStore {
  const importWh = Array.from(
    { length: hoursOf(day, place.timeZone) },
    (_, hour) => (supplyPointId * 31 + hour * 173) % 3_000,
  )
  const values = { stepMinutes: 60 as const, importWh, exportWh: null, reactiveVarh: null, quality: null, version: 0 }
  return { supplyPointId, day, source: 'F5D', ...values, ...dayTotals({ ...values, day }, { ...place, supplyPointId }) }
}
