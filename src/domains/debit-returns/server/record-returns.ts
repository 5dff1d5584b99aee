import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { endDuty } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import {
  bookReturnedDebit,
  type Item,
  type ItemKey,
  lockItem,
  sumCardPayments,
} from '#domains/payments/server/items.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { causeOf, consequences } from '../return-reasons.ts'
import { chooseMatch, type ReturnedDebit, type ReturnFormat, referenceOf } from '../rules.ts'
import { findCandidates, findSameReturn, insertReturn, lockReturns, updateReturn } from './return-store.ts'

/** Where a return was reported. */
export type ReturnSource = { format: ReturnFormat; fileName: string | null }

/** What became of a reported return: it was known, or it is recorded, with its invoice or without. */
export type RecordedReturn = 'known' | 'matched' | 'unmatched'

/**
 * Records reported returns, each once, whatever file and format it comes in again: finds their invoices, which are owed
 * again, and tells customers and the retailer's systems. One without an invoice waits for an operator.
 */
export async function recordReturns(
  trx: Transaction<DB>,
  debits: readonly ReturnedDebit[],
  { now, ...source }: ReturnSource & { now: Date },
): Promise<RecordedReturn[]> {
  await lockReturns(trx)
  const recorded: RecordedReturn[] = []
  for (const debit of debits) recorded.push(await recordReturn(trx, debit, { ...source, now }))
  return recorded
}

async function recordReturn(
  trx: Transaction<DB>,
  debit: ReturnedDebit,
  { format, fileName, now }: ReturnSource & { now: Date },
): Promise<RecordedReturn> {
  if (await findSameReturn(trx, debit)) return 'known'
  const chosen = chooseMatch(debit.amountCents, await findCandidates(trx, debit))
  const id = await insertReturn(trx, {
    state: 'unmatched',
    unmatched_reason: 'unmatched' in chosen ? chosen.unmatched : null,
    plain_reference: referenceOf(debit),
    end_to_end_id: debit.endToEndId,
    mandate_id: debit.mandateId,
    iban: debit.iban,
    amount_cents: debit.amountCents,
    reason_code: debit.reasonCode,
    collected_on: debit.collectedOn,
    returned_on: debit.returnedOn,
    debtor_name: debit.debtorName,
    concept: debit.concept,
    format,
    file_name: fileName,
    created_at: now,
  })
  if (!('match' in chosen)) return 'unmatched'
  const { customerId, kind, itemId } = chosen.match
  await matchReturn(trx, { id, debit, key: { customerId, kind, itemId }, now })
  return 'matched'
}

type MatchInput = {
  id: number
  debit: ReturnedDebit
  key: ItemKey
  now: Date
}

/**
 * Assigns a return to its invoice, which is owed again unless the debit was one too many or a card has paid since. What
 * only served to find the invoice is forgotten.
 */
export async function matchReturn(trx: Transaction<DB>, { id, debit, key, now }: MatchInput) {
  const item = await lockItem(trx, key)
  const consequence = consequences[causeOf(debit.reasonCode)]
  const isBooked = consequence.isOwedAgain && (await sumCardPayments(trx, key)) < debit.amountCents
  if (isBooked) await bookReturnedDebit(trx, { item, returnedCents: debit.amountCents, day: debit.returnedOn })
  const { customerId, kind, itemId } = key
  await updateReturn(trx, id, {
    state: 'matched',
    ...{ customer_id: customerId, contract_id: item.contractId, item_kind: kind, item_id: itemId },
    ...{ is_booked: isBooked, unmatched_reason: null, debtor_name: null, concept: null, matched_at: now },
  })
  if (kind === 'invoice')
    await endDuty(trx, { kind: 'debit_refund', subject: `invoice:${itemId}` }, { state: 'done', now })
  const { amountCents, reasonCode } = debit
  await writeAudit(trx, {
    action: 'debit_returned',
    customerId,
    subject: `debit_return:${id}`,
    after: { item: `${kind}:${itemId}`, amountCents, reasonCode, isBooked },
  })
  if (!isBooked) return
  await queueEvent(
    trx,
    {
      type: 'payment.debit_returned',
      data: {
        ...{ debit_return_id: id, item_kind: kind, item_id: itemId, amount: amountCents / 100 },
        ...{ reason_code: reasonCode, customer_id: customerId },
        may_be_presented_again: consequence.mayBePresentedAgain,
      },
    },
    now,
  )
  if (consequence.isShownToCustomer) await notifyCustomer(trx, { item, debit, now })
}

/** Tells the customer what came back and what to do, by the cause and never by its code. */
export async function notifyCustomer(
  trx: Transaction<DB>,
  { item, debit, now }: { item: Item; debit: ReturnedDebit; now: Date },
) {
  await queueMessage(
    trx,
    {
      kind: 'debit-returns.returned',
      values: { number: item.number, amountCents: debit.amountCents, cause: causeOf(debit.reasonCode) },
      customerId: item.customerId,
      ...(item.contractId !== null && { contractId: item.contractId }),
      link: invoiceAddress(item.number),
    },
    now,
  )
}
