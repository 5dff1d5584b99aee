import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isUnwritable } from '#kit/server/database-fault.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'

type OwnDataQuery = { customerIds: number[]; since: MarketDay; offset: number; limit: number }

/**
 * Returns a page of the billed periods of electricity since a day, newest first, with when their consumption was taken,
 * and how many there are in all.
 */
export async function findOwnDataPeriods(db: Database, { customerIds, since, offset, limit }: OwnDataQuery) {
  const billed = db
    .selectFrom(visibleInvoices.as('invoice'))
    .where(isOneOf('invoice.customer_id', customerIds))
    .where('invoice.energy', '=', 'electricity')
    .where('invoice.ends_on', '>=', since)
  const periods = billed
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .leftJoin('own_data_access', (join) =>
      join
        .onRef('own_data_access.customer_id', '=', 'invoice.customer_id')
        .onRef('own_data_access.invoice_id', '=', 'invoice.invoice_id'),
    )
    .select(['invoice.invoice_id', 'invoice.number', 'contract.name as contract', 'supply_street as address'])
    .select(['invoice.starts_on', 'invoice.ends_on', 'invoice.issued_on', 'last_at'])
    .orderBy('invoice.ends_on', 'desc')
    .orderBy('invoice.invoice_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const count = billed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const [items, { count: total }] = await Promise.all([periods, count])
  return { items, total }
}

/** Notes that a customer took the consumption of a billed period. While the database is read-only, notes nothing. */
export async function recordOwnDataAccess(
  db: Database,
  { customerId, invoiceId, now }: { customerId: number; invoiceId: number; now: Date },
): Promise<void> {
  try {
    await db
      .insertInto('own_data_access')
      .values({ customer_id: customerId, invoice_id: invoiceId, first_at: now, last_at: now })
      .onConflict((conflict) => conflict.columns(['customer_id', 'invoice_id']).doUpdateSet({ last_at: now }))
      .execute()
  } catch (error) {
    // What is theirs is handed out all the same.
    if (!isUnwritable(error)) throw error
  }
}
