import type { Kysely } from 'kysely'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { holderNameSql, taxIdSql } from './holder-names.ts'

/** A database of a retailer that was made up to be measured. */
export type MeasuredDatabase = { url: string; pool: pg.Pool; db: Kysely<DB>; close(): Promise<void> }

/** How many supply points there are, each with a holder, a contract and so many invoices, one every 30 days after the first day. */
export type HolderCounts = { points: number; invoicesEach: number; firstDay: string }

const maxStatementSeconds = 3_600

/** Makes a database of its own, in the place of what was there, with a retailer of so many holders. */
export async function createMeasuredDatabase(
  serverUrl: string,
  name: string,
  holders: HolderCounts,
): Promise<MeasuredDatabase> {
  const database = await createEmptyDatabase(serverUrl, name)
  await database.pool.query(retailerSql(holders))
  return database
}

/** Makes a migrated database of its own, in the place of what was there. */
export async function createEmptyDatabase(serverUrl: string, name: string): Promise<MeasuredDatabase> {
  await replaceDatabase(serverUrl, name)
  const database = openMeasuredDatabase(serverUrl, name)
  await migrate(database.db as never)
  return database
}

/** Makes a copy of a database, which is closed for it. @returns both, opened. */
export async function copyMeasuredDatabase(
  serverUrl: string,
  { original, copy }: { original: MeasuredDatabase; copy: string },
): Promise<[original: MeasuredDatabase, copy: MeasuredDatabase]> {
  await original.close()
  const name = new URL(original.url).pathname.slice(1)
  await replaceDatabase(serverUrl, copy, `template ${pg.escapeIdentifier(name)}`)
  return [openMeasuredDatabase(serverUrl, name), openMeasuredDatabase(serverUrl, copy)]
}

async function replaceDatabase(serverUrl: string, name: string, options = '') {
  const server = openPool({ url: serverUrl }, { connections: 1, statementSeconds: maxStatementSeconds })
  await server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  await server.query(`create database ${pg.escapeIdentifier(name)} ${options}`)
  await server.end()
}

function openMeasuredDatabase(serverUrl: string, name: string): MeasuredDatabase {
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href }, { statementSeconds: maxStatementSeconds })
  return { url: address.href, pool, db: createKysely<DB>(pool), close: () => pool.end() }
}

/** What the months of curves take on disk together, in SQL. */
export const curvesSize = "(select sum(pg_total_relation_size(relid)) from pg_partition_tree('curve_day'))"

/** Leaves a database as it is after some time of use. What it may have begun of this by itself is waited for. */
export async function vacuumDatabase(pool: pg.Pool) {
  const client = await pool.connect()
  await client.query('set lock_timeout = 0')
  await client.query('vacuum analyze')
  client.release(true)
}

const retailerSql = ({ points, invoicesEach, firstDay }: HolderCounts) => `
  insert into product (energy, name) values ('electricity', 'Bench');
  insert into customer (name, tax_id, is_company, fiscal_address)
    select ${holderNameSql('i')}, ${taxIdSql('i')}, false, 'Carrer Major, ' || i from generate_series(1, ${points}) i;
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
    from contract, generate_series(1, ${invoicesEach}) i, lateral (select date '${firstDay}' + i * 30 as day) on_day;`
