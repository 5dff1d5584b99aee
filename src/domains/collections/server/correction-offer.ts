import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findTerm } from '#domains/duties/server/duty-store.ts'
import type { BillCorrection } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import type { Cents } from '#vocabulary/money.ts'
import { divideCorrection, type PlanPart } from '../plan-rules.ts'
import { hasHadPlan } from './plan-store.ts'

/** A bill as far as it decides whether it can be paid in parts. */
export type InvoiceOfPlan = {
  customerId: number
  invoiceId: number
  contractId: number
  number: string
  energy: 'electricity' | 'gas'
  issuedOn: MarketDay
  dueOn: MarketDay
  pendingCents: Cents
  paidStatus: string
  correction: BillCorrection | null
  /** Whether a bank has its direct debit, its supply is suspended, or it is paid with others: only the whole can be paid. */
  isWholeOnly: boolean
}

type InvoiceKey = { customerId: number; invoiceId: number }

/** Locks a bill until the transaction ends, and returns it as it is then. */
export async function lockInvoiceOfPlan(db: Database, { customerId, invoiceId }: InvoiceKey): Promise<InvoiceOfPlan> {
  const locked = sql`select from invoice where customer_id = ${customerId} and invoice_id = ${invoiceId} for no key update`
  await locked.execute(db)
  return findInvoiceOfPlan(db, { customerId, invoiceId })
}

/** Returns a bill as far as it decides whether it can be paid in parts. */
export async function findInvoiceOfPlan(db: Database, { customerId, invoiceId }: InvoiceKey): Promise<InvoiceOfPlan> {
  const { rows } = await sql<InvoiceOfPlan>`
    select customer_id as "customerId", invoice_id as "invoiceId", contract_id as "contractId", number, energy,
      issued_on as "issuedOn", due_on as "dueOn", amount_pending_cents as "pendingCents", paid_status as "paidStatus", correction,
      multipoint_invoice_id is not null
        or (paid_status = 'pending_remesa' and exists (
          select from invoice_pending_state state
          where state.customer_id = ${customerId} and state.invoice_id = invoice.invoice_id
            and pending_state = 'sent_to_bank'))
        or exists (
          select from debt where debt.customer_id = ${customerId} and debt.contract_id = invoice.contract_id
            and step in ('suspended', 'reconnecting', 'access_ended')) as "isWholeOnly"
    from invoice where customer_id = ${customerId} and invoice_id = ${invoiceId}`.execute(db)
  return rows[0]!
}

/** A bill that is owed: by card, by transfer or by a direct debit that no bank has yet. */
const owedStatuses = ['unpaid', 'pending_transfer', 'pending_remesa']

/**
 * Returns the parts in which a bill can be paid now because it charges what earlier ones lacked, or null. A plan of which a
 * part was missed is not offered again.
 */
export async function findCorrectionOffer(db: Database, invoice: InvoiceOfPlan, now: Date): Promise<PlanPart[] | null> {
  const { correction, issuedOn, energy, pendingCents, paidStatus, isWholeOnly } = invoice
  if (correction?.kind !== 'underbilled' || isWholeOnly || pendingCents <= 0) return null
  if (!owedStatuses.includes(paidStatus) || (await hasHadPlan(db, invoice))) return null
  const term = await findTerm(db, {
    ...{ kind: 'underbilling_parts', place: null, at: startOf(issuedOn, 'Europe/Madrid') },
    facts: { topics: [], energy, powerWatts: null },
  })
  if (term?.norm.term.unit !== 'months') return null
  const today = marketDayOf(now, 'Europe/Madrid')
  return divideCorrection({ ...invoice, correction }, { maxMonths: term.norm.term.count, today })
}
