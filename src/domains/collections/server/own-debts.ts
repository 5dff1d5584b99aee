import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SuspensionStopReason } from '#domains/contract-records/rules.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedDebt } from '../api.ts'
import { caseIdOf, type DebtEventKind, mayHavePvpc, nextStepOf } from '../rules.ts'
import { type Debt, stopsJsonSql } from './debt-store.ts'
import { presentPlan } from './present-plan.ts'

type OwnDebtRow = Debt & {
  name: string
  energy: 'electricity' | 'gas'
  address: string
  power_watts: number[]
  is_company: boolean
  owed_cents: number
  stops: { subject: string; reason: SuspensionStopReason }[]
  events: { kind: DebtEventKind; at: string; suspend_on: MarketDay | null }[]
}

type OwnDebtsQuery = { customerIds: readonly number[]; partsWithoutAsking: number; now: Date }

/** Returns the open debts of these holders with their timeline, those that have gone furthest first. */
export async function findOwnDebts(
  db: Database,
  { customerIds, partsWithoutAsking, now }: OwnDebtsQuery,
): Promise<ListedDebt[]> {
  const own = (table: string) => isOneOf(`${table}.customer_id`, customerIds)
  const { rows } = await sql<OwnDebtRow>`
    select debt.*, contract.name, contract.energy, contract.power_watts, customer.is_company,
      supply_street || ' - ' || supply_city as address,
      coalesce((
        select sum(amount_pending_cents) from invoice
        where ${own('invoice')} and invoice.customer_id = debt.customer_id and invoice.contract_id = debt.contract_id
          and paid_status = 'unpaid' and rectificative_type not in ('A', 'B')
      ), 0)::integer as owed_cents,
      ${stopsJsonSql} as stops,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'at', at, 'suspend_on', debt_event.suspend_on) order by at, debt_event_id)
        from debt_event where ${own('debt_event')} and debt_event.customer_id = debt.customer_id
          and debt_event.debt_id = debt.debt_id
      ), '[]') as events
    from debt
      join contract on ${own('contract')} and contract.customer_id = debt.customer_id
        and contract.contract_id = debt.contract_id
      join customer on customer.customer_id = debt.customer_id
    where ${own('debt')} and step <> 'closed'
    order by suspend_on nulls last, debt.first_demand_on nulls last, opened_at, debt_id`.execute(db)
  return Promise.all(rows.map(async (row) => presentDebt(row, await presentPlan(db, row, { partsWithoutAsking, now }))))
}

function presentDebt(row: OwnDebtRow, plan: Pick<ListedDebt, 'plan' | 'plan_offer'>): ListedDebt {
  const { step, stops, suspension_from: suspensionFrom, suspend_on: suspendOn } = row
  const maxPowerWatts = row.power_watts.length ? Math.max(...row.power_watts) : null
  return {
    id: row.debt_id,
    contract: { name: row.name, energy: row.energy, address: row.address },
    step,
    stops: stops.map(({ subject, reason }) => ({ reason, request_id: caseIdOf(subject) })),
    owed: row.owed_cents / 100,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    next: nextStepOf({ step, isStopped: stops.length > 0, suspensionFrom, suspendOn }),
    ...plan,
    may_have_pvpc: mayHavePvpc({ isCompany: row.is_company, energy: row.energy, maxPowerWatts }),
  }
}
