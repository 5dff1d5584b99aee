import type { ReplyIn } from '#kit/call.ts'
import type { payItem, readTransferDetails, TransactionSummary } from '../api.ts'
import type { PayableItem } from './payable-item.ts'

// The item that the tests of this folder pay, and possible replies of the server.

export const item: PayableItem = { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 4569 }

export type PayReply = ReplyIn<typeof payItem>

export const paid: PayReply = { success: true, requires_action: false, error: null, payment_intent_id: 'pi_1' }
export const declined: PayReply = { ...paid, success: false, error: 'card_declined' }
export const requiresAction: PayReply = { ...paid, success: false, requires_action: true, client_secret: 's_1' }
export const booked: TransactionSummary = {
  transaction_id: 'pi_1',
  amount: 45.69,
  currency: 'EUR',
  last_transaction_update_at: '2026-11-20T15:24:00Z',
  invoice_number: 'FE26/157374',
  invoice_concept: 'Factura de luz',
  payment_method_id: 'pm_1',
  payment_type: 'credit_card',
  card_last4: '4242',
  paid_by_user_email: 'anna@example.test',
  invoice_id: 7,
  error: null,
}
export const notBooked = { ...booked, amount: null, last_transaction_update_at: null, error: 'internal_error' as const }

export const transferDetails: ReplyIn<typeof readTransferDetails> = {
  invoice_number: 'FE26/157374',
  due_date: '2026-12-05',
  iban: 'ES9121000418450200051332',
  bic: null,
  beneficiary: 'Demo Energia',
  concept: 'FE26/157374',
  amount: 45.69,
  code: { size: 45, path: 'M4 4h7v1h-7z' },
}
