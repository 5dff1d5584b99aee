import type { Database } from '#db/database.ts'
import { loadNorms } from '#domains/duties/server/load-norms.ts'
import { saveCorrection } from '#domains/invoice-records/server/invoice-store.ts'
import type { Underbilling } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { chargingTypes, findTooOldDay, reachKind } from '../../correction-rules.ts'

/** Why an invoice cannot be noted as a correction. */
export type MarkProblem =
  | 'invoice_unknown'
  | 'no_charging_type'
  | 'above_total'
  | 'after_issue'
  | 'too_old'
  | 'distributor_too_old'

/** Notes that an invoice charges what earlier ones lacked. @returns its key, or why it cannot. */
export async function markUnderbilledInvoice(
  db: Database,
  number: string,
  correction: Underbilling,
): Promise<{ customerId: number; invoiceId: number } | MarkProblem> {
  const invoice = await lockInvoice(db, number)
  if (!invoice) return 'invoice_unknown'
  const { customerId, invoiceId, issuedOn } = invoice
  const { amountCents, errorOn, distributorOn } = correction
  if (!chargingTypes.includes(invoice.type)) return 'no_charging_type'
  if (amountCents > invoice.totalCents) return 'above_total'
  if (errorOn > issuedOn || (distributorOn !== null && distributorOn > issuedOn)) return 'after_issue'
  const charged = { ...invoice, lines: invoice.content.lines, distributorOn }
  const tooOld = findTooOldDay(charged, await loadNorms(db, [reachKind]))
  if (tooOld) return tooOld.by === 'retailer' ? 'too_old' : 'distributor_too_old'
  await saveCorrection(db, { customerId, invoiceId }, correction)
  return { customerId, invoiceId }
}

/** Locks an invoice until the transaction ends. By its customer, because a number alone is searched on several nodes. */
async function lockInvoice(db: Database, number: string) {
  const key = await db
    .selectFrom('invoice')
    .where('number', '=', number)
    .select(['customer_id', 'invoice_id'])
    .executeTakeFirst()
  if (!key) return undefined
  return db
    .selectFrom('invoice')
    .where('customer_id', '=', key.customer_id)
    .where('invoice_id', '=', key.invoice_id)
    .select(['customer_id as customerId', 'invoice_id as invoiceId', 'issued_on as issuedOn', 'starts_on as startsOn'])
    .select(['energy', 'rectificative_type as type', 'amount_total_cents as totalCents', 'content'])
    .$narrowType<{ content: { lines: { firstDay: MarketDay }[] } }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
}
