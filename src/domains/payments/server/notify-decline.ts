import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import type { CardError } from '#outside/payments/card-error.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import { buildTransferCode } from '#vocabulary/transfer-code.ts'
import { invoiceAddress } from '../paths.ts'
import { buildTransferDetails, type TransferDetails } from '../transfer.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'

/** Repeated declines are notified once in this many hours; the dialog has already reported each of them. */
const quietHours = 24

type DeclineNotification = { item: Item; attempt: Attempt; error: CardError; now: Date }

/**
 * Notifies the payer that a card was not charged, with the reason if they can fix it, and with how to pay by transfer.
 * Sent once per item and reason, however many tries there are, and not to payers who cancelled the payment themselves.
 */
export async function notifyDecline(trx: Transaction<DB>, { item, attempt, error, now }: DeclineNotification) {
  if (error === 'payment_intent_unexpected_state') return
  const reason = error === 'expired_card' ? 'expired' : 'declined'
  if (await wasNotified(trx, { item, reason, now })) return
  const { settings } = settingsFromStored(await storedSettings(trx))
  const transfer = buildTransferDetails(
    { ...item, amountCents: attempt.amount_cents },
    settings.payment.transfer,
    settings.organization.name,
  )
  const { values, ...message } = buildPaymentMessage(item, attempt)
  await queueMessage(
    trx,
    {
      kind: 'payments.declined',
      ...message,
      values: { ...values, reason, ...transferValues(transfer) },
    },
    now,
  )
}

/** Returns the common values and the recipient of a message about a payment. */
export function buildPaymentMessage({ customerId, contractId, number }: Item, attempt: Attempt) {
  return {
    values: { number, amountCents: attempt.amount_cents, ending: attempt.card_last4 ?? 'none' },
    customerId,
    ...(contractId !== null && { contractId }),
    link: invoiceAddress(number),
    toAddress: attempt.paid_by_email ?? undefined,
  } as const
}

function transferValues(transfer: TransferDetails | null) {
  if (!transfer) return { account: 'none', beneficiary: '', concept: '', qrCode: '' }
  const { iban, beneficiary, concept } = transfer
  const qrCode = buildTransferCode(transfer) ?? ''
  return { account: splitIban(iban).join(' '), beneficiary, concept, qrCode }
}

// The item is locked, so concurrent declines are handled one after the other.
async function wasNotified(
  trx: Transaction<DB>,
  { item, reason, now }: { item: Item; reason: string; now: Date },
): Promise<boolean> {
  const earlier = await trx
    .selectFrom('outbox_message')
    .where('customer_id', '=', item.customerId)
    .where('kind', '=', 'payments.declined')
    .where('created_at', '>', new Date(now.getTime() - quietHours * msPerHour))
    .where(sql<boolean>`"values" ->> 'number' = ${item.number} and "values" ->> 'reason' = ${reason}`)
    .select('message_id')
    .executeTakeFirst()
  return earlier !== undefined
}
