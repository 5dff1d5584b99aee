import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Debt as DebtRow } from '#db/tables.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DebtContract, DebtEventKind, DebtStep } from '../rules.ts'

export type DebtKey = { customerId: number; debtId: number }

/** A debt with its step in its own type. */
export type Debt = Omit<Selectable<DebtRow>, 'step'> & { step: DebtStep }

/** Locks a debt until the transaction ends, and returns it as it is then. */
export async function lockDebt(db: Database, { customerId, debtId }: DebtKey): Promise<Debt> {
  const row = await db
    .selectFrom('debt')
    .where('customer_id', '=', customerId)
    .where('debt_id', '=', debtId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row as Debt
}

/** Returns the open debt of a contract, or undefined. */
export async function findOpenDebtOf(
  db: Database,
  { customerId, contractId }: { customerId: number; contractId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('debt')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('step', '<>', 'closed')
    .select('debt_id')
    .executeTakeFirst()
  return row?.debt_id
}

type DebtChange = Partial<
  Pick<
    Debt,
    | 'step'
    | 'has_social_bonus'
    | 'first_demand_on'
    | 'suspension_from'
    | 'suspend_on'
    | 'closed_at'
    | 'access_end_from'
    | 'reconnection_cents'
    | 'assigned_to_user_id'
  >
>

/** Changes a debt. */
export async function updateDebt(db: Database, { customerId, debtId }: DebtKey, set: DebtChange) {
  await db.updateTable('debt').set(set).where('customer_id', '=', customerId).where('debt_id', '=', debtId).execute()
}

type NewEvent = { kind: DebtEventKind; at: Date; suspendOn?: MarketDay | null }

/** Adds to the timeline of a debt what happened. */
export async function addDebtEvent(db: Database, { customerId, debtId }: DebtKey, { kind, at, suspendOn }: NewEvent) {
  await db
    .insertInto('debt_event')
    .values({ customer_id: customerId, debt_id: debtId, kind, at, suspend_on: suspendOn ?? null })
    .execute()
}

/** The contract of a debt, with what decides its norms and days. */
export type ContractOfDebt = DebtContract & { contractId: number; name: string; place: string }

/** Returns the contract of a debt. */
export async function findContractOf(
  db: Database,
  { customerId, contractId }: { customerId: number; contractId: number },
): Promise<ContractOfDebt> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['contract.name', 'contract.energy', 'power_watts', 'is_company', 'province_code'])
    .executeTakeFirstOrThrow()
  return {
    contractId,
    name: row.name,
    isCompany: row.is_company,
    energy: row.energy as DebtContract['energy'],
    maxPowerWatts: row.power_watts.length ? Math.max(...row.power_watts) : null,
    place: row.province_code,
  }
}

/** A contract that owes invoices past their due day and has no open debt. */
export type OverdueContract = { customer_id: number; contract_id: number; owed_cents: number }

/** Returns contracts with overdue invoices for which no debt is open, a limited number at a time. */
export async function findOverdueContracts(db: Database, today: MarketDay, limit: number): Promise<OverdueContract[]> {
  const { rows } = await sql<OverdueContract>`
    select customer_id, contract_id, sum(amount_pending_cents)::integer as owed_cents
    from ${visibleInvoices} invoice
    where paid_status = 'unpaid' and amount_pending_cents > 0 and due_on < ${today}
      and rectificative_type not in ('A', 'B') and ${hasNoOwnPlan}
      and not exists (
        select from debt where debt.customer_id = invoice.customer_id and debt.contract_id = invoice.contract_id
          and step <> 'closed')
    group by customer_id, contract_id order by customer_id, contract_id limit ${limit}`.execute(db)
  return rows
}

/** Opens the debt of a contract. @returns its id, or undefined if one is open. */
export async function insertDebt(
  db: Database,
  { customer_id, contract_id }: OverdueContract,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('debt')
    .values({ customer_id, contract_id, step: 'noticed', opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'contract_id']).where('step', '<>', 'closed').doNothing(),
    )
    .returning('debt_id')
    .executeTakeFirst()
  return row?.debt_id
}

/**
 * Returns the open debts of contracts that owe nothing any more, or nothing but what they pay by a plan of its own, except
 * those whose power is on its way back.
 */
export async function findPaidDebts(db: Database, limit: number): Promise<(DebtKey & { isInParts: boolean })[]> {
  const owed = sql`from ${visibleInvoices} invoice
    where invoice.customer_id = debt.customer_id and invoice.contract_id = debt.contract_id
      and paid_status = 'unpaid' and amount_pending_cents > 0`
  const { rows } = await sql<{ customer_id: number; debt_id: number; is_in_parts: boolean }>`
    select customer_id, debt_id, exists (select ${owed}) as is_in_parts from debt
    where step not in ('closed', 'reconnecting') and not exists (select ${owed} and ${hasNoOwnPlan})
    order by customer_id, debt_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ customerId: row.customer_id, debtId: row.debt_id, isInParts: row.is_in_parts }))
}

/** Checks that an `invoice` has no plan of its own, by which it is paid in parts and is not overdue while each is paid. */
export const hasNoOwnPlan = sql<boolean>`not exists (
  select from payment_plan own
  where own.customer_id = invoice.customer_id and own.invoice_id = invoice.invoice_id and own.state = 'active')`

/** What stops the suspension of the supply of a `debt` now, as JSON. `own` restricts the stops to those of some holders. */
export const stopsJsonSql = (own: RawBuilder<unknown> = sql`true`) => sql`coalesce((
  select json_agg(json_build_object('subject', subject, 'reason', reason) order by started_at, reason)
  from suspension_stop stop
  where ${own} and stop.customer_id = debt.customer_id and stop.contract_id = debt.contract_id and stop.ended_at is null
), '[]'::json)`
