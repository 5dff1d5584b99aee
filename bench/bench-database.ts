import { createMeasuredDatabase, type MeasuredDatabase, vacuumDatabase } from './measured-database.ts'

export type BenchDatabase = MeasuredDatabase

/** A database with a retailer of 2,000 holders and 200,000 invoices, and the same many rows for the floor. */
export async function createBenchDatabase(serverUrl: string): Promise<BenchDatabase> {
  const holders = { points: 2_000, invoicesEach: 100, firstDay: '2018-01-01' }
  const database = await createMeasuredDatabase(serverUrl, 'llum_bench', holders)
  await database.pool.query(floorRows)
  await vacuumDatabase(database.pool)
  return database
}

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
