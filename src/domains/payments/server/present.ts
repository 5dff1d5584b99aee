import { drawCode } from '#domains/session/server/drawn-code.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { transferCode } from '#vocabulary/transfer-code.ts'
import type { TransactionSummary, WireTransferDetails } from '../api.ts'
import type { PayError } from '../rules.ts'
import type { TransferDetails } from '../transfer.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'
import type { Progress } from './pay.ts'
import type { ReceiptPaper } from './receipt-paper.ts'

/** How a payment stands, as the answer to whoever pays. */
export function presentProgress({ attempt, clientSecret }: Progress) {
  return {
    success: attempt.state === 'succeeded',
    requires_action: mayAct({ attempt, clientSecret }),
    error: errorOf({ attempt, clientSecret }),
    payment_intent_id: attempt.provider_payment,
    ...(mayAct({ attempt, clientSecret }) && { client_secret: clientSecret }),
  }
}

// Without the secret the provider has not answered, and whether the holder still has to do something is not known.
function mayAct({ attempt, clientSecret }: Progress): boolean {
  return attempt.state === 'requires_action' && clientSecret !== undefined
}

function errorOf({ attempt, clientSecret }: Progress): PayError | null {
  if (attempt.state === 'succeeded' || mayAct({ attempt, clientSecret })) return null
  return attempt.state === 'failed' ? (attempt.error_code as PayError) : 'outcome_unknown'
}

/** An attempt that has paid, and how much of it has been given back. */
export type Paid = { attempt: Attempt; refundedCents: Cents }

/** What was paid for an item, or that nothing is known of it (yet). */
export function presentSummary(item: Item, paid: Paid | undefined, paper: ReceiptPaper): TransactionSummary {
  if (!paid) return { ...unknown, invoice_id: item.itemId, error: 'internal_error' }
  const { attempt, refundedCents } = paid
  return {
    transaction_id: attempt.provider_payment,
    amount: Number(decimalFromCents(attempt.amount_cents)),
    currency: 'EUR',
    last_transaction_update_at: attempt.updated_at.toISOString(),
    invoice_number: item.number,
    invoice_concept: conceptOf(item, paper),
    payment_method_id: attempt.provider_method,
    payment_type: 'credit_card',
    card_last4: attempt.card_last4,
    paid_by_user_email: attempt.paid_by_email,
    ...(refundedCents > 0 && { refunded_amount: Number(decimalFromCents(refundedCents)) }),
    invoice_id: item.itemId,
    error: null,
  }
}

/** How an item is paid by transfer, with the code for the apps of banks. */
export function presentTransfer({ number, dueOn }: Item, details: TransferDetails): WireTransferDetails {
  const { iban, bic, beneficiary, concept, amountCents } = details
  const code = transferCode(details)
  return {
    invoice_number: number,
    due_date: dueOn,
    iban,
    bic: bic || null,
    beneficiary,
    concept,
    amount: amountCents / 100,
    code: code === null ? null : drawCode(code),
  }
}

/** What an item is for, in a sentence. */
export function conceptOf({ energy, startsOn, endsOn }: Item, { locale, say }: ReceiptPaper): string {
  const days = { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) }
  return say('concept', { energy: energy ?? 'several', ...days })
}

const unknown = {
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
