import { randomUUID } from 'node:crypto'
import { insertUser } from '#app/server/testing/builders.ts'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

type Attempt = { payment_attempt_id: string; item_kind: 'invoice'; item_id: number; amount_cents: number }

/** Inserts a payment by card with its refund, and what the protection against fraud stores. */
export async function insertPaymentRows(inserter: PersonInserter, owner: RowOwner) {
  const { add, now, soon, who, storeFile } = inserter
  const { userId, customerId, invoiceId } = owner
  const attempt: Attempt = {
    payment_attempt_id: randomUUID(),
    ...{ item_kind: 'invoice', item_id: invoiceId, amount_cents: 5 },
  }
  await add('payment_attempt', {
    ...{ customer_id: customerId, ...attempt, platform: 'sandbox', provider_method: `pm_${who.word}` },
    ...{ state: 'succeeded', paid_by_email: who.email, check_at: now, card_last4: '4242', card_fingerprint: who.word },
  })
  await add('payment_entry', { customer_id: customerId, ...attempt, at: new Date('2024-05-01T10:00:00Z') })
  await insertProviderRows(inserter, owner, attempt)
  await insertRefund(inserter, owner, attempt)
  const hold = { hold_id: randomUUID(), per: 'network', value: who.ip, tries: 3, held_since: now, held_until: soon }
  await add('payment_hold', { user_id: userId, ...hold })
  await add('payment_denial', { user_id: userId, denied_at: now })
  const ofDebt = { customer_id: customerId, debt_id: 1 }
  await add('debt', { ...ofDebt, contract_id: owner.contract.contractId, step: 'closed', opened_at: now })
  await add('debt_event', { ...ofDebt, kind: 'noticed', at: now })
  await add('debt_paper', {
    ...{ ...ofDebt, kind: 'demand', channel: 'burofax', content: '{}', written_at: now, due_at: now },
    file_key: await storeFile(),
  })
  await add('own_data_access', { customer_id: customerId, invoice_id: invoiceId, first_at: now, last_at: now })
  const plan = { customer_id: customerId, payment_plan_id: 1 }
  await add('payment_plan', {
    ...{ ...ofDebt, ...plan, invoice_ids: [1], total_cents: 100, state: 'completed' },
    ...{ requested_by_user_id: userId, requested_at: now },
  })
  await add('payment_plan_part', { ...plan, number: 1, due_on: '2026-12-04', amount_cents: 100 })
  await add('debit_return', {
    ...{ customer_id: customerId, item_kind: 'invoice', item_id: invoiceId, state: 'matched', amount_cents: 5 },
    ...{ reason_code: 'AM04', returned_on: '2026-11-24', format: 'camt.054', created_at: now, matched_at: now },
    ...{ iban: who.iban, mandate_id: who.word, debtor_name: who.name, concept: who.word },
  })
}

async function insertProviderRows({ add, now, who }: PersonInserter, owner: RowOwner, { payment_attempt_id }: Attempt) {
  const report = { platform: 'sandbox', event_id: randomUUID(), received_at: now, applied_at: now, apply_at: now }
  await add('provider_event', { ...report, payment_attempt_id, payload: JSON.stringify({ billing: who.name }) })
  await add('redsys_order', {
    ...{ customer_id: owner.customerId, attempt_id: payment_attempt_id },
    ...{ order_number: `0001${String(owner.userId).padStart(8, '0')}` },
    ...{ amount_cents: 5, description: who.name, prepared_at: now },
  })
}

async function insertRefund({ db, add, now, soon, note }: PersonInserter, { customerId }: RowOwner, attempt: Attempt) {
  const { payment_attempt_id } = attempt
  const approval = { kind: 'refund', subject: `payment:${payment_attempt_id}`, payload: '{}', seen: '{}', reason: 'x' }
  const operatorId = await insertUser(db, { role: 'operator' })
  await add('approval_request', {
    ...{ approval_id: randomUUID(), customer_id: customerId, ...approval, requested_by_user_id: operatorId },
    ...{ requested_at: now, expires_at: soon, state: 'withdrawn', decided_by_user_id: operatorId, decided_at: now },
  })
  const refund_id = randomUUID()
  await add('payment_refund', {
    ...{ customer_id: customerId, refund_id, payment_attempt_id, amount_cents: 5, source: 'desk', state: 'made' },
    ...{ reason: note, ordered_at: now, updated_at: now, ask_at: now },
  })
  await add('payment_refund_entry', { customer_id: customerId, ...attempt, refund_id, at: now })
}
