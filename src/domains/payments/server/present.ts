import { renderQrCode } from '#kit/server/qr-code.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { buildTransferCode } from '#vocabulary/transfer-code.ts'
import type { TransactionSummary, WireTransferDetails } from '../api.ts'
import type { DueAmount } from '../next-part.ts'
import type { PayError } from '../rules.ts'
import type { TransferDetails } from '../transfer.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'
import type { PaymentProgress } from './pay.ts'
import type { ReceiptContext } from './receipt-context.ts'

/** Returns the progress of a payment as the reply to the payer. */
export function presentProgress({ attempt, clientSecret }: PaymentProgress) {
  return {
    success: attempt.state === 'succeeded',
    requires_action: requiresAction({ attempt, clientSecret }),
    error: errorOf({ attempt, clientSecret }),
    payment_intent_id: attempt.provider_payment,
    ...(requiresAction({ attempt, clientSecret }) && { client_secret: clientSecret }),
  }
}

// Without the secret the provider has not answered, so it is not known whether the holder still has to act.
function requiresAction({ attempt, clientSecret }: PaymentProgress): boolean {
  return attempt.state === 'requires_action' && clientSecret !== undefined
}

function errorOf({ attempt, clientSecret }: PaymentProgress): PayError | null {
  if (attempt.state === 'succeeded' || requiresAction({ attempt, clientSecret })) return null
  return attempt.state === 'failed' ? (attempt.error_code as PayError) : 'outcome_unknown'
}

/** A successful attempt, and how much of it has been refunded. */
export type PaidAttempt = { attempt: Attempt; refundedCents: Cents }

/** Returns what was paid for an item, or that nothing is known of it (yet). */
export function presentSummary(item: Item, paid: PaidAttempt | undefined, context: ReceiptContext): TransactionSummary {
  if (!paid) return { ...unknownSummary, invoice_id: item.itemId, error: 'internal_error' }
  const { attempt, refundedCents } = paid
  return {
    transaction_id: attempt.provider_payment,
    amount: Number(decimalFromCents(attempt.amount_cents)),
    currency: 'EUR',
    last_transaction_update_at: attempt.updated_at.toISOString(),
    invoice_number: item.number,
    invoice_concept: describeItem(item, context),
    payment_method_id: attempt.provider_method,
    payment_type: 'credit_card',
    card_last4: attempt.card_last4,
    paid_by_user_email: attempt.paid_by_email,
    ...(refundedCents > 0 && { refunded_amount: Number(decimalFromCents(refundedCents)) }),
    invoice_id: item.itemId,
    error: null,
  }
}

/** Returns the details to pay an item by transfer, with the QR code for banking apps. */
export function presentTransfer(
  { number }: Item,
  { dueOn, remainingCents }: DueAmount,
  details: TransferDetails,
): WireTransferDetails {
  const { iban, bic, beneficiary, concept, amountCents } = details
  const code = buildTransferCode(details)
  return {
    invoice_number: number,
    due_date: dueOn,
    iban,
    bic: bic || null,
    beneficiary,
    concept,
    amount: amountCents / 100,
    remaining: remainingCents / 100,
    code: code === null ? null : renderQrCode(code),
  }
}

/** Returns a sentence that describes what an item is for. */
export function describeItem({ energy, startsOn, endsOn }: Item, { locale, t }: ReceiptContext): string {
  const days = { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) }
  return t('concept', { energy: energy ?? 'several', ...days })
}

const unknownSummary = {
  transaction_id: null,
  amount: null,
  currency: null,
  last_transaction_update_at: null,
  invoice_number: null,
  invoice_concept: null,
  payment_method_id: null,
  payment_type: null,
  card_last4: null,
  paid_by_user_email: null,
}
