import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { PlanPart, PlanState } from '../plan-rules.ts'
import { type DebtKey, hasNoOwnPlan } from './debt-store.ts'

export type PlanKey = { customerId: number; planId: number }

/** A debt with the plan that is open for it. */
export type DebtWithPlan = DebtKey & PlanKey

/** What a plan is of: what a contract owes, or a bill that corrects earlier ones. */
export type PlanSubject = { debtId: number; invoiceId?: never } | { invoiceId: number; debtId?: never }

/** A plan with its parts, and the invoices it covers as they are owed now, the oldest first. */
export type Plan = {
  planId: number
  state: PlanState
  totalCents: Cents
  parts: PlanPart[]
  invoices: { id: number; number: string; pendingCents: Cents }[]
}

/** Returns what was paid of a plan, by any way. */
export function paidCentsOf({ totalCents, invoices }: Pick<Plan, 'totalCents' | 'invoices'>): Cents {
  return totalCents - invoices.reduce((sum, { pendingCents }) => sum + pendingCents, 0)
}

type OverdueInvoice = { id: number; number: string; issuedOn: MarketDay; dueOn: MarketDay; pendingCents: Cents }

/** Returns the invoices of a contract that are overdue, the oldest first. */
export async function findOverdueInvoices(
  db: Database,
  { customerId, contractId, today }: { customerId: number; contractId: number; today: MarketDay },
): Promise<OverdueInvoice[]> {
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('paid_status', '=', 'unpaid')
    .where('amount_pending_cents', '>', 0)
    .where('due_on', '<', today)
    .where('rectificative_type', 'not in', ['A', 'B'])
    .where(hasNoOwnPlan)
    .orderBy('due_on')
    .orderBy('invoice_id')
    .select(['invoice_id as id', 'number', 'issued_on as issuedOn', 'due_on as dueOn'])
    .select('amount_pending_cents as pendingCents')
    .execute()
  return rows
}

type NewPlan = {
  customerId: number
  subject: PlanSubject
  invoiceIds: readonly number[]
  totalCents: Cents
  parts: readonly PlanPart[]
  userId: number
  now: Date
}

/** Adds a plan that is asked for, with its parts. @returns its id, or undefined if its subject has one. */
export async function insertPlan(
  db: Database,
  { customerId, subject: { debtId, invoiceId }, invoiceIds, totalCents, parts, userId, now }: NewPlan,
): Promise<number | undefined> {
  const row = await db
    .insertInto('payment_plan')
    .values({
      ...{ customer_id: customerId, debt_id: debtId ?? null, invoice_id: invoiceId ?? null },
      ...{ invoice_ids: [...invoiceIds], total_cents: totalCents },
      ...{ state: 'requested' satisfies PlanState, requested_by_user_id: userId, requested_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('payment_plan_id')
    .executeTakeFirst()
  if (!row) return undefined
  const { payment_plan_id } = row
  await db
    .insertInto('payment_plan_part')
    .values(
      parts.map(({ number, dueOn, amountCents }) => ({
        ...{ customer_id: customerId, payment_plan_id, number, due_on: dueOn, amount_cents: amountCents },
      })),
    )
    .execute()
  return payment_plan_id
}

/** Moves a plan from one of these states to another. @returns whether it was in one of them. */
export async function movePlan(
  db: Database,
  { customerId, planId }: PlanKey,
  { from, to, now }: { from: readonly PlanState[]; to: PlanState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_plan')
    .set(to === 'active' ? { state: to, started_at: now } : { state: to, ended_at: now })
    .where('customer_id', '=', customerId)
    .where('payment_plan_id', '=', planId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the plan of a debt that is asked for or followed, or undefined. */
export async function findOpenPlan(db: Database, { customerId, debtId }: DebtKey): Promise<Plan | undefined> {
  const [plan] = await selectPlans(
    db,
    customerId,
    sql`plan.debt_id = ${debtId} and plan.state in ('requested', 'active')`,
  )
  return plan
}

/** Checks whether a debt had a plan of which a part was missed. */
export async function hasMissedPlan(db: Database, { customerId, debtId }: DebtKey): Promise<boolean> {
  const row = await db
    .selectFrom('payment_plan')
    .where('customer_id', '=', customerId)
    .where('debt_id', '=', debtId)
    .where('state', '=', 'missed' satisfies PlanState)
    .select('payment_plan_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the plans of bills that correct earlier ones, by holder, as they are followed. */
export async function findCorrectionPlans(db: Database, customerIds: readonly number[]): Promise<CorrectionPlan[]> {
  const rows = await db
    .selectFrom('payment_plan')
    .where(isOneOf('customer_id', customerIds))
    .where('invoice_id', 'is not', null)
    .where('state', '=', 'active' satisfies PlanState)
    .orderBy('payment_plan_id')
    .select(['customer_id', 'invoice_id'])
    .execute()
  const plans = await Promise.all(
    rows.map(({ customer_id, invoice_id }) =>
      findPlanOfInvoice(db, { customerId: customer_id, invoiceId: invoice_id! }),
    ),
  )
  return plans.filter((plan) => plan !== undefined)
}

/** The plan of a bill that corrects earlier ones. */
export type CorrectionPlan = Plan & { invoiceId: number }

/** Returns the plan of a bill that is followed, or undefined. */
export async function findPlanOfInvoice(
  db: Database,
  { customerId, invoiceId }: { customerId: number; invoiceId: number },
): Promise<CorrectionPlan | undefined> {
  const [plan] = await selectPlans(db, customerId, sql`plan.invoice_id = ${invoiceId} and plan.state = 'active'`)
  return plan && { ...plan, invoiceId }
}

/** Checks whether a bill had a plan before. */
export async function hasHadPlan(
  db: Database,
  { customerId, invoiceId }: { customerId: number; invoiceId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_plan')
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .select('payment_plan_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the debts whose plans are followed, or asked for, a limited number after a plan in the order of their keys. */
export async function findDebtsWithPlans(db: Database, page: PlanPage): Promise<DebtWithPlan[]> {
  const rows = await selectOpenPlans(db, page).where('debt_id', 'is not', null).execute()
  return rows.map(({ debtId, ...key }) => ({ ...key, debtId: debtId! }))
}

/** Returns the bills whose plans are followed, a limited number after a plan in the order of their keys. */
export async function findInvoicesWithPlans(
  db: Database,
  page: PlanPage,
): Promise<(PlanKey & { invoiceId: number })[]> {
  const rows = await selectOpenPlans(db, page).where('invoice_id', 'is not', null).execute()
  return rows.map(({ invoiceId, ...key }) => ({ ...key, invoiceId: invoiceId! }))
}

type PlanPage = { after: PlanKey | undefined; limit: number }

function selectOpenPlans(db: Database, { after, limit }: PlanPage) {
  return db
    .selectFrom('payment_plan')
    .where('state', 'in', ['requested', 'active'])
    .$if(after !== undefined, (plans) =>
      plans.where(sql<boolean>`(customer_id, payment_plan_id) > (${after?.customerId}, ${after?.planId})`),
    )
    .orderBy('customer_id')
    .orderBy('payment_plan_id')
    .limit(limit)
    .select(['customer_id as customerId', 'payment_plan_id as planId'])
    .select(['debt_id as debtId', 'invoice_id as invoiceId'])
}

async function selectPlans(db: Database, customerId: number, condition: ReturnType<typeof sql>): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select payment_plan_id as "planId", state, total_cents as "totalCents",
      (select json_agg(json_build_object('number', number, 'dueOn', due_on, 'amountCents', amount_cents) order by number)
        from payment_plan_part part
        where part.customer_id = ${customerId} and part.payment_plan_id = plan.payment_plan_id) as parts,
      coalesce((
        select json_agg(json_build_object('id', invoice_id, 'number', number, 'pendingCents', amount_pending_cents)
          order by due_on, invoice_id)
        from invoice where invoice.customer_id = ${customerId} and invoice_id = any(plan.invoice_ids)
      ), '[]'::json) as invoices
    from payment_plan plan where plan.customer_id = ${customerId} and ${condition}
    order by payment_plan_id`.execute(db)
  return rows
}
