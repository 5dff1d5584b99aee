import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { FilterCondition } from '#kit/filter.ts'
import { buildFilterCondition } from '#kit/server/filter-sql.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { invoiceFields, multipointFields } from '../rules.ts'
import { selectSignedEnergy } from './signed-energy.ts'
import { type Energy, invoiceColumns, multipointColumns } from './store.ts'

/** The invoices to sum up: their holders, kind and filter. */
export type MonthSumsQuery = { customerIds: number[] } & (
  | { kind: Energy; conditions: FilterCondition<keyof typeof invoiceFields & string>[]; maxContracts: number }
  | { kind: 'multipoint'; conditions: FilterCondition<keyof typeof multipointFields & string>[] }
)

/**
 * Returns the sums of all invoices of a holder that match a filter, as the JSON of the reply: by month of consumption
 * and contract, or by month alone if there are more than `maxContracts` contracts.
 */
export function sumInvoiceMonthsAsJson(db: Database, query: MonthSumsQuery): Promise<string> {
  return query.kind === 'multipoint'
    ? selectSumsAsJson(db, {
        from: sql`${visibleMultipointInvoices} invoice where ${isOneOf('invoice.customer_id', query.customerIds)}
          and ${buildFilterCondition(query.conditions, multipointColumns)}`,
        contract: sql`null::text as name, null::text as full_address, null::bigint as energy_wh`,
        maxContracts: 0,
      })
    : selectSumsAsJson(db, {
        from: sql`${visibleInvoices} invoice join contract using (customer_id, contract_id)
          where ${isOneOf('invoice.customer_id', query.customerIds)}
          and invoice.energy = ${query.kind}
          and ${buildFilterCondition(query.conditions, invoiceColumns)}`,
        contract: sql`contract.name, contract.supply_street || ' - ' || contract.supply_city as full_address,
          ${selectSignedEnergy('invoice')} as energy_wh`,
        maxContracts: query.maxContracts,
      })
}

async function selectSumsAsJson(
  db: Database,
  { from, contract, maxContracts }: { from: RawBuilder<unknown>; contract: RawBuilder<unknown>; maxContracts: number },
): Promise<string> {
  // The due amount is what attentionOf in ../rules.ts calls owed.
  const { rows } = await sql<{ sums: string }>`
    with counted as (
      select date_trunc('month', invoice.starts_on)::date as month, amount_total_cents as total_cents,
        case paid_status when 'unpaid' then amount_pending_cents end as due_cents, ${contract}
      from ${from}
    ), apart as (
      select count(distinct name) between 2 and ${maxContracts}::int as is_apart from counted
    ), summed as (
      select month, case when is_apart then name end as name, case when is_apart then full_address end as full_address,
        sum(total_cents) - coalesce(sum(due_cents), 0) as settled_cents, sum(due_cents) as due_cents,
        sum(energy_wh) as energy_wh
      from counted cross join apart group by 1, 2, 3
    )
    select json_build_object('items', coalesce(json_agg(json_build_object(
      'month', month,
      'contract', case when name is not null then json_build_object('name', name, 'full_address', full_address) end,
      'amount_settled', settled_cents * 0.01,
      'amount_due', due_cents * 0.01,
      'energy_consumed', energy_wh * 0.001
    ) order by month, name), '[]'::json))::text as sums from summed`.execute(db)
  return rows[0]!.sums
}
