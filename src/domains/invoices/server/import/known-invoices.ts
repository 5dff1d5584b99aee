import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DutyNorm } from '#domains/duties/norm.ts'
import {
  type LineRefusal,
  type LineResult,
  refuseConflict,
  refuseUnknownReference,
} from '#kit/server/import-line-result.ts'
import type { BillCorrection } from '#vocabulary/bill-correction.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { findTooOld } from './correction-line.ts'
import { findPeriodsContradiction } from './invoice-contradictions.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { findKnownMultipointInvoices } from './store-multipoint-invoices.ts'

export type KnownContract = {
  customerId: number
  contractId: number
  energy: string
  tariff: string
  productName: string
}

export type KnownInvoice = {
  invoiceId: number
  customerId: number
  contractId: number
  paidHereCents: Cents
  paidStatus: string
  correction: BillCorrection | null
  /** Whether its customer pays it in parts. */
  isInParts: boolean
}

/** The known multipoint invoices, by number. */
export type MultipointInvoices = Awaited<ReturnType<typeof findKnownMultipointInvoices>>

/** Returns the contracts of these names, by name. */
export async function findKnownContracts(db: Database, names: readonly string[]): Promise<Map<string, KnownContract>> {
  const rows = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .where(sql<boolean>`contract.name = any(${names})`)
    .select(['contract.name', 'customer_id as customerId', 'contract_id as contractId', 'contract.energy', 'tariff'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('productName'))
    .execute()
  return new Map(rows.map(({ name, ...contract }) => [name, contract]))
}

/** Returns the invoices that are already stored, by number. */
export async function findKnownInvoices(db: Database, numbers: readonly string[]): Promise<Map<string, KnownInvoice>> {
  const { rows } = await sql<KnownInvoice & { number: string }>`
    select number, held.invoice_id as "invoiceId", held.customer_id as "customerId", contract_id as "contractId",
      paid_status as "paidStatus", correction,
      exists (select from payment_plan plan where plan.customer_id = held.customer_id
        and plan.invoice_id = held.invoice_id and plan.state = 'active') as "isInParts",
      case when exists (
        select from multipoint_invoice gathering join payment_entry entry using (customer_id)
        where gathering.customer_id = held.customer_id and gathering.multipoint_invoice_id = held.multipoint_invoice_id
          and item_kind = 'multipoint_invoice' and item_id = held.multipoint_invoice_id
          and gathering.amount_pending_cents = 0
      ) then amount_total_cents else coalesce((
        select sum(amount_cents) from payment_entry entry
        where entry.customer_id = held.customer_id and item_kind = 'invoice' and item_id = held.invoice_id
      ), 0)::int end as "paidHereCents"
    from invoice held where number = any(${numbers})`.execute(db)
  return new Map(rows.map(({ number, ...invoice }) => [number, invoice]))
}

/** Returns why an invoice contradicts what is stored, if it does. */
export function findContradiction(
  invoice: InvoiceLine,
  {
    contracts,
    known,
    multipointInvoices,
    customerOf,
    correctionNorms,
  }: {
    contracts: ReadonlyMap<string, KnownContract>
    known: ReadonlyMap<string, KnownInvoice>
    multipointInvoices: MultipointInvoices
    /** Returns the holder of an invoice that is already stored or part of this import. */
    customerOf: (number: string) => number | undefined
    /** The norms that limit how old the consumption of a correction may be. */
    correctionNorms: readonly DutyNorm[]
  },
): LineResult | undefined {
  const { number, contract, rectifies, multipointInvoice, documents } = invoice
  const holder = contracts.get(contract)
  if (!holder) return refuseUnknownReference('contract', rejectionReason('contract_unknown', { key: contract }))
  const before = known.get(number)
  if (before && (before.customerId !== holder.customerId || before.contractId !== holder.contractId))
    return refuseConflict('contract', rejectionReason('invoice_of_another_contract', { key: number }))
  const periods = findPeriodsContradiction(invoice, { energy: holder.energy, tariff: invoice.tariff ?? holder.tariff })
  if (periods) return invalid(periods[0].join('.'), periods[1])
  const tooOld = findTooOld(invoice, { norms: correctionNorms, energy: holder.energy })
  if (tooOld) return invalid('startsOn', tooOld)
  const broken = documents.find(({ type, base64 }) => !isDocumentOfType(type, base64))
  if (broken) return invalid('documents', rejectionReason('document_broken', { type: broken.type }))
  if (multipointInvoice !== null && multipointInvoices.get(multipointInvoice)?.customerId !== holder.customerId)
    return refuseUnknownReference(
      'multipointInvoice',
      rejectionReason('multipoint_not_theirs', { key: multipointInvoice }),
    )
  if (rectifies === null) return undefined
  if (customerOf(rectifies) !== holder.customerId)
    return refuseUnknownReference('rectifies', rejectionReason('invoice_not_theirs', { key: rectifies }))
}

function invalid(member: string, reason: RejectionReason): { refusal: LineRefusal } {
  return { refusal: { code: 'invalid', member, reason } }
}

/** Checks whether a document begins like one of its type. */
function isDocumentOfType(type: 'pdf' | 'signed_xml', base64: string): boolean {
  const beginning = Buffer.from(base64.slice(0, 64), 'base64').toString('latin1')
  return type === 'pdf' ? beginning.startsWith('%PDF-') : /^(ï»¿)?\s*</.test(beginning)
}
