import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { plainReference } from '#domains/debit-returns/rules.ts'
import { insertReturn } from '#domains/debit-returns/server/return-store.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

type ReturnedInvoice = {
  customer_id: number
  contract_id: number
  invoice_id: number
  number: string
  amount_total_cents: number
  returned_on: MarketDay
}

/** Why the debits of biel came back, newest first. */
const reasonCodes = ['AC04', 'AM04'] as const

/** Adds the bank's reports of biel's returned debits, and one that fits no invoice. */
export async function loadDebitReturns(db: Database, now: Date) {
  const { rows } = await sql<ReturnedInvoice>`
    select invoice.customer_id, contract_id, invoice_id, number, amount_total_cents, changed_on as returned_on
    from invoice
      join invoice_pending_state using (customer_id, invoice_id)
      join user_customer using (customer_id)
      join user_account using (user_id)
    where login = 'biel' and pending_state = 'returned' and paid_status = 'unpaid' and multipoint_invoice_id is null
    order by issued_on desc, invoice_id`.execute(db)
  const reported = { format: 'camt.054', file_name: 'camt.054.xml', created_at: now } as const
  for (const [index, invoice] of rows.entries())
    await insertReturn(db, {
      ...{ ...reported, state: 'matched', is_booked: true, matched_at: now, item_kind: 'invoice' },
      ...{ customer_id: invoice.customer_id, contract_id: invoice.contract_id, item_id: invoice.invoice_id },
      ...{ end_to_end_id: invoice.number, plain_reference: plainReference(invoice.number) },
      ...{ amount_cents: invoice.amount_total_cents, returned_on: invoice.returned_on },
      ...{ collected_on: addDays(invoice.returned_on, -1), reason_code: reasonCodes[index % reasonCodes.length]! },
    })
  const [newest] = rows
  if (!newest) return
  await insertReturn(db, {
    ...{ ...reported, state: 'unmatched', unmatched_reason: 'none', returned_on: newest.returned_on },
    ...{ end_to_end_id: 'FE-0000', plain_reference: 'FE0000', amount_cents: 3_120, reason_code: 'MS03' },
    ...{ debtor_name: 'Demo Energia', concept: 'Factura de la luz' },
  })
}
