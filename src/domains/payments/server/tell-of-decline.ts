import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { storedSettings } from '#domains/operator/server/live-settings.ts'
import { settingsFromStored } from '#domains/operator/settings/by-path.ts'
import type { CardError } from '#outside/payments/card-error.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import type { Cents } from '#vocabulary/money.ts'
import { transferCode } from '#vocabulary/transfer-code.ts'
import { type TransferDetails, transferDetails } from '../transfer.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'

/** Whoever tries several times is told once in so many hours; the dialog has told them of each try. */
const quietHours = 24

type Decline = { item: Item; attempt: Attempt; error: CardError; now: Date }

/**
 * Writes to whoever paid that a card was not charged, why where they can mend it, and how to pay by transfer. Once for an item and
 * a reason, however often it is tried; those who broke a payment off themselves know.
 */
export async function tellOfDecline(trx: Transaction<DB>, { item, attempt, error, now }: Decline) {
  if (error === 'payment_intent_unexpected_state') return
  const reason = error === 'expired_card' ? 'expired' : 'declined'
  if (await wasTold(trx, { item, reason, now })) return
  const { settings } = settingsFromStored(await storedSettings(trx))
  const transfer = transferDetails(item, settings.payment.transfer, settings.organization.name)
  const { values, ...about } = messageAbout(item, attempt)
  await queueMessage(
    trx,
    {
      kind: 'payments.declined',
      ...about,
      values: { ...values, reason, ...transferValues(transfer, values.amountCents) },
    },
    now,
  )
}

/** What a message on a payment is about, and to whom it goes. */
export function messageAbout({ customerId, contractId, number, energy }: Item, attempt: Attempt) {
  return {
    values: { number, amountCents: attempt.amount_cents, ending: attempt.card_last4 ?? 'none' },
    customerId,
    ...(contractId !== null && { contractId }),
    link: `/invoices?contractType=${energy ?? 'multipoint'}`,
    toAddress: attempt.paid_by_email ?? undefined,
  } as const
}

// The code asks for the amount that the mail names.
function transferValues(transfer: TransferDetails | null, amountCents: Cents) {
  if (!transfer) return { account: 'none', beneficiary: '', concept: '', qrCode: '' }
  const { iban, beneficiary, concept } = transfer
  const qrCode = transferCode({ ...transfer, amountCents }) ?? ''
  return { account: ibanGroups(iban).join(' '), beneficiary, concept, qrCode }
}

// The item is held, so that two declines at once are told one after the other.
async function wasTold(
  trx: Transaction<DB>,
  { item, reason, now }: { item: Item; reason: string; now: Date },
): Promise<boolean> {
  const told = await trx
    .selectFrom('outbox_message')
    .where('customer_id', '=', item.customerId)
    .where('kind', '=', 'payments.declined')
    .where('created_at', '>', new Date(now.getTime() - quietHours * 3_600_000))
    .where(sql<boolean>`"values" ->> 'number' = ${item.number} and "values" ->> 'reason' = ${reason}`)
    .select('message_id')
    .executeTakeFirst()
  return told !== undefined
}
