import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import { demoUuidOf } from './invoices/card-payments.ts'

const sendingMs = 2_000

/** Stores the mails about the holders' payments by card, as shown among the communications of a contract. */
export async function loadMessages(db: Database) {
  const payments = await db
    .selectFrom('payment_attempt')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.customer_id', '=', 'payment_attempt.customer_id')
        .onRef('invoice.invoice_id', '=', 'payment_attempt.item_id'),
    )
    .where('item_kind', '=', 'invoice')
    .orderBy('payment_attempt_id')
    .select(['payment_attempt_id as id', 'payment_attempt.customer_id', 'contract_id', 'number', 'energy'])
    .select(['amount_cents', 'card_last4', 'state', 'updated_at', 'paid_by_email'])
    .execute()
  await insertRows(db, {
    table: 'outbox_message',
    rows: payments.map((payment) => ({
      message_id: demoUuidOf(`message of ${payment.id}`),
      customer_id: payment.customer_id,
      contract_id: payment.contract_id,
      kind: payment.state === 'succeeded' ? 'payments.succeeded' : 'payments.failed',
      values: { number: payment.number, amountCents: payment.amount_cents, ending: payment.card_last4! } as never,
      link: `/invoices?contractType=${payment.energy}`,
      to_address: payment.paid_by_email,
      created_at: payment.updated_at,
      send_at: payment.updated_at,
      sent_at: new Date(payment.updated_at.getTime() + sendingMs),
      sent_to: [payment.paid_by_email],
    })),
  })
}
