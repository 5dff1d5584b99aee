import type { Kysely } from 'kysely'
import type pg from 'pg'
import { migrate } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { openPool, queries } from '#kit/server/database.ts'

const name = 'llum_bench'
const customers = 2_000
const invoicesEach = 100

export type BenchDatabase = { url: string; pool: pg.Pool; db: Kysely<DB>; close(): Promise<void> }

/** A database with a retailer of 2,000 holders and 200,000 invoices, and the same many rows for the floor. */
export async function benchDatabase(serverUrl: string): Promise<BenchDatabase> {
  const server = openPool({ url: serverUrl }, { connections: 1, statementSeconds: 60 })
  await server.query(`drop database if exists ${name} with (force)`)
  await server.query(`create database ${name}`)
  await server.end()
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href }, { statementSeconds: 600 })
  const db = queries<DB>(pool)
  await migrate(db as never)
  await pool.query(retailer)
  await pool.query(floorRows)
  await pool.query('vacuum analyze')
  return { url: address.href, pool, db, close: () => pool.end() }
}

const retailer = `
  insert into product (energy, name) values ('electricity', 'Bench');
  insert into customer (name, tax_id, is_company, fiscal_address)
    select 'Holder ' || i, 'T' || i, false, 'Carrer Major, ' || i from generate_series(1, ${customers}) i;
  insert into supply_point (cups, energy, street, postcode, city, province_code)
    select 'ES0031' || lpad(i::text, 12, '0') || 'JN0F', 'electricity', 'Carrer Major, ' || i, '08500', 'Vic', '08' from generate_series(1, ${customers}) i;
  insert into address (customer_id, name, full_address) select customer_id, name, fiscal_address from customer;
  insert into contract (customer_id, name, energy, state, supply_point_id, cups, supply_street, supply_city, tariff, product_id,
      payer_name, payer_tax_id, payer_address, notification_address_id)
    select customer_id, lpad(customer_id::text, 7, '0'), 'electricity', 'activa', supply_point_id, cups, supply_point.street, supply_point.city, '2.0TD', 1,
      customer.name, tax_id, fiscal_address, address_id
    from customer join supply_point on supply_point_id = customer_id join address using (customer_id);
  insert into invoice (customer_id, contract_id, energy, number, issued_on, starts_on, ends_on, due_on, amount_total_cents,
      amount_pending_cents, energy_wh, paid_status, content)
    select customer_id, contract_id, 'electricity', 'FE' || customer_id || '-' || i, day, day - 30, day, day + 20, 2000 + (i * 137) % 20000, 0,
      50000 + (i * 7919) % 900000, 'paid', '{"lines": []}'
    from contract, generate_series(1, ${invoicesEach}) i, lateral (select date '2018-01-01' + i * 30 as day) on_day;`

const floorRows = `
  create table floor_invoice (
    id int primary key, customer int not null, number text not null, issued date not null, due date not null, period_from date not null,
    period_to date not null, amount numeric(10, 2) not null, energy_kwh numeric(12, 3) not null, state text not null, contract text not null,
    cups text not null);
  insert into floor_invoice
    select invoice_id, customer_id, number, issued_on, due_on, invoice.starts_on, invoice.ends_on, amount_total_cents * 0.01, energy_wh * 0.001, paid_status,
      contract.name, contract.cups
    from invoice join contract using (customer_id, contract_id);
  create index on floor_invoice (customer, issued desc);`
