import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SuspensionStopReason } from '#domains/contract-records/rules.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { findOperatorsWithRole } from '#domains/operators/desk/server/operator-store.ts'
import { assigneeConditions } from '#kit/backoffice/server/assignee-conditions.ts'
import { anyOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { caseIdOf } from '../../rules.ts'
import { hasNoOwnPlan, stopsJsonSql } from '../../server/debt-store.ts'
import type { ManagedDebt } from '../api.ts'
import { debtRoles } from '../roles.ts'
import { type DebtFilter, stepsOf } from '../rules.ts'

export type DebtQuery = { q: string; step: DebtFilter; assignee?: string | undefined }

/** Returns a page of the open debts that match a search: those to be suspended first, then the oldest. */
export async function findManagedDebts(
  db: Database,
  { q, step, assignee, offset, limit }: DebtQuery & PageRange,
  readerId: number,
): Promise<ResultPage<ManagedDebt>> {
  const steps = stepsOf(step)
  const where = [
    steps ? sql`step = any(${steps})` : sql`step <> 'closed'`,
    ...assigneeConditions(sql`debt.assigned_to_user_id`, assignee, readerId),
  ]
  if (q) {
    const search = parseSearch(q)
    where.push(
      anyOf([
        isOneOf('debt.customer_id', await findMatchingCustomerIds(db, search)),
        sql`contract.name = ${search.identifier}`,
      ]),
    )
  }
  const { items, total } = await findPage<ManagedDebtRow>(
    db,
    {
      columns: sql`debt_id as id, json_build_object('id', customer.customer_id, 'name', customer.name) as customer,
        contract.name as contract, step, ${stopsJsonSql()} as stops, has_social_bonus, plan.plan, owed.cents * 0.01::float8 as owed,
        first_demand_on::text as first_demand_on, suspension_from::text as suspension_from,
        suspend_on::text as suspend_on, opened_at, paper.paper,
        case when operator.user_id is not null
          then json_build_object('id', operator.user_id, 'name', operator.name) end as assignee`,
      from: sql`debt
        join customer on customer.customer_id = debt.customer_id
        join contract on contract.customer_id = debt.customer_id and contract.contract_id = debt.contract_id
        left join user_account operator on operator.role = 'operator' and operator.user_id = debt.assigned_to_user_id
        left join lateral (
          select json_build_object('state', state, 'parts', (
            select count(*) from payment_plan_part part where part.customer_id = own.customer_id
              and part.payment_plan_id = own.payment_plan_id)) as plan
          from payment_plan own
          where own.customer_id = debt.customer_id and own.debt_id = debt.debt_id and state in ('requested', 'active')
        ) plan on true
        left join lateral (
          select json_build_object('id', debt_paper_id, 'kind', kind, 'channel', channel, 'is_written', file_key is not null,
            'outcome', outcome, 'outcome_on', outcome_on, 'proof', proof) as paper
          from debt_paper own
          where own.customer_id = debt.customer_id and own.debt_id = debt.debt_id
          order by debt_paper_id desc limit 1
        ) paper on true
        left join lateral (
          select coalesce(sum(amount_pending_cents), 0)::integer as cents from ${visibleInvoices} invoice
          where invoice.customer_id = debt.customer_id and invoice.contract_id = debt.contract_id
            and paid_status = 'unpaid' and rectificative_type not in ('A', 'B')
          and ${hasNoOwnPlan}
        ) owed on true`,
      where,
      orderBy: sql`suspend_on nulls last, opened_at, debt_id`,
    },
    { offset, limit },
  )
  return { items: items.map(present), total }
}

type ManagedDebtRow = Omit<ManagedDebt, 'opened_at' | 'stops'> & {
  opened_at: Date
  stops: { subject: string; reason: SuspensionStopReason }[]
}

function present({ stops, opened_at: openedAt, ...row }: ManagedDebtRow): ManagedDebt {
  return {
    ...row,
    stops: stops.map(({ subject, reason }) => ({ reason, case_id: caseIdOf(subject) })),
    opened_at: openedAt.toISOString(),
  }
}

/** Returns the active operators who act on debts. */
export function findDebtOperators(db: Database, now: Date): Promise<{ id: number; name: string }[]> {
  return findOperatorsWithRole(db, debtRoles, now)
}

const rowsAtOnce = 500

/** Streams all open debts that match a search. */
export async function* streamManagedDebts(
  db: Database,
  query: DebtQuery,
  readerId: number,
): AsyncGenerator<ManagedDebt> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { items } = await findManagedDebts(db, { ...query, offset, limit: rowsAtOnce }, readerId)
    yield* items
    if (items.length < rowsAtOnce) return
  }
}
