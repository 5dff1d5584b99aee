import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { expireCredits } from '#domains/batteries/server/expire-credits.ts'
import {
  changeSignatureHandler,
  recordChangeOutcome,
  withdrawChangeRequest,
} from '#domains/changes/server/complete-change.ts'
import { settlePaidDebts } from '#domains/collections/server/advance-debt.ts'
import { decideDeclaration } from '#domains/collections/server/declarations/decide-declaration.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import { contractSignatureHandler } from '#domains/contracting/server/contract-signature-handler.ts'
import { recordReturns } from '#domains/debit-returns/server/record-returns.ts'
import { compensationApproval } from '#domains/duties/desk/compensations/server/compensation-approval.ts'
import { insertLead, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { applyAddressChange } from '#domains/newsletter/server/change-address.ts'
import { requestConfirmation } from '#domains/newsletter/server/confirmations.ts'
import { saveSubscriber } from '#domains/newsletter/server/subscriber-store.ts'
import { recordOutcome } from '#domains/payments/server/record-outcome.ts'
import { recordReportedRefund } from '#domains/payments/server/refunds/record-refund.ts'
import { createErasureRequest, moveErasure } from '#domains/profile/server/erasure-requests.ts'
import { changeOwnDetailsOf } from '#domains/profile/server/own-details.ts'
import { createPendingSignature } from '#domains/signatures/server/signatures-testing.ts'
import { writeMessage } from '#domains/support/api.ts'
import { openCase } from '#domains/support/server/open-case.ts'
import { eventData } from '#domains/webhooks/events.ts'
import type { EventType } from '#domains/webhooks/rules.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import type { PaymentOutcome } from '#outside/payments/payment-provider.ts'
import { insertBattery, insertContract, insertInvoice } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let someone: Awaited<ReturnType<typeof createPendingSignature>>

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db, encryptionKeys } = portal.context
  await loadSupportTypes(db)
  await insertEndpoint(db, { url: 'https://erp.example.com/', description: '', eventTypes: null, encryptionKeys, now })
})
beforeEach(async () => {
  await portal.context.db.deleteFrom('webhook_event').execute()
  someone = await createPendingSignature(portal)
})
afterAll(() => portal.close())

const db = () => portal.context.db
const changeOwnName = async () => {
  const edit = { userId: someone.userId, requestId: 'request', now }
  await changeOwnDetailsOf(db(), { name: 'Another name', phone: null, version: undefined }, edit)
}
const ofChange = () => ({ customerId: someone.customerId, changeRequestId: someone.changeRequestId, now })
const ofSignature = () => ({
  customerId: someone.customerId,
  subjectId: someone.changeRequestId,
  contractIds: [],
  signatureId: someone.id,
  userId: someone.userId,
  now,
})

async function signTheChange() {
  const details = JSON.stringify({ power_p1: 5500, power_p2: 5500 })
  await db().updateTable('change_request').set({ details, signature_id: someone.id }).execute()
  await db()
    .transaction()
    .execute((trx) => changeSignatureHandler.onSigned(trx, ofSignature()))
}

async function openACase() {
  const { customerId, userId, contract } = someone
  const opened = await openCase(portal.context, {
    ...{
      userId,
      contact: null,
      about: { categoryId: 11 },
      caseType: 'claim',
      topic: null,
      subject: 'La factura',
      words: 'Es alta.',
    },
    ...{ files: [], reading: null, isFollowed: true, locale: 'es', now },
    contract: { ...contract, customerId, energy: 'electricity', maxPowerWatts: 4600, provinceCode: '08' },
  })
  if (typeof opened === 'string') throw new Error(opened)
  return opened.caseId
}

/** Reports the outcome of a requested payment twice. */
async function reportPaymentTwice(outcome: PaymentOutcome) {
  const { customerId, contract } = someone
  const invoiceId = await insertInvoice(db(), { contract })
  const attemptId = randomUUID()
  await db()
    .insertInto('payment_attempt')
    .values({
      ...{ customer_id: customerId, payment_attempt_id: attemptId, item_kind: 'invoice', item_id: invoiceId },
      ...{ amount_cents: 4569, platform: 'sandbox', provider_method: 'm', state: 'created' },
      ...{ paid_by_email: 'anna@example.test', created_at: now, updated_at: now, check_at: now },
    })
    .execute()
  for (let time = 0; time < 2; time++)
    await db()
      .transaction()
      .execute((trx) => recordOutcome(trx, { customerId, attemptId, outcome, now }))
  return attemptId
}

const settleAPayment = () => reportPaymentTwice({ kind: 'succeeded', amountCents: 4569 })

/** Reports a returned direct debit twice. */
async function returnADebit() {
  const contract = await insertContract(db(), { customerId: someone.customerId })
  const number = `R-${randomUUID().slice(0, 8)}`
  await insertInvoice(db(), { contract, number, amount_pending_cents: 0, paid_status: 'paid' })
  const debit = {
    ...{ endToEndId: number, mandateId: null, iban: null, amountCents: 4569, reasonCode: 'AM04' },
    ...{ collectedOn: null, returnedOn: '2026-11-20', debtorName: null, concept: null },
  }
  const source = { format: 'camt.054', fileName: null, now } as const
  await db()
    .transaction()
    .execute((trx) => recordReturns(trx, [debit, debit], source))
}

/** Pays a debt after which the supply was suspended. */
async function payAfterSuspension() {
  const { customerId, contractId } = await insertContract(db(), { customerId: someone.customerId })
  const debt = { customer_id: customerId, contract_id: contractId, step: 'suspended', opened_at: now }
  await db().insertInto('debt').values(debt).execute()
  await db()
    .transaction()
    .execute((trx) => settlePaidDebts(trx, now))
}

async function protectASupply() {
  const { customerId, contractId } = await insertContract(db(), { customerId: someone.customerId })
  const row = { customer_id: customerId, contract_id: contractId, kind: 'medical_device', state: 'open' }
  const declaration = db()
    .insertInto('supply_declaration')
    .values({
      ...{ ...row, declared_by_user_id: someone.userId, declared_at: now },
    })
  const { supply_declaration_id } = await declaration.returning('supply_declaration_id').executeTakeFirstOrThrow()
  const key = { customerId, declarationId: supply_declaration_id }
  const decision = {
    decision: 'accept' as const,
    acceptedUntil: '2027-11-20',
    answer: null,
    userId: someone.userId,
    now,
  }
  await db()
    .transaction()
    .execute((trx) => decideDeclaration(trx, key, decision))
}

/** Reports each outcome of a partial refund twice. */
async function reportRefundsTwice(...kinds: ('made' | 'returned')[]) {
  const paymentId = randomUUID()
  const payment_attempt_id = await settleAPayment()
  await db()
    .updateTable('payment_attempt')
    .set({ provider_payment: paymentId })
    .where('payment_attempt_id', '=', payment_attempt_id)
    .execute()
  for (const kind of [...kinds, ...kinds]) {
    const refund = { kind, refundId: null, providerRefund: `re_${paymentId}`, amountCents: 2000, currency: 'EUR' }
    const reportedRefund = { platform: 'sandbox', report: { paymentId, refund }, now }
    await db()
      .transaction()
      .execute((trx) => recordReportedRefund(trx, reportedRefund))
  }
}

async function expireCredit() {
  const { customerId } = someone
  const customer_id = customerId
  const battery_id = await insertBattery(db(), { customerId, balance_cents: 0 })
  const credit = { customer_id, battery_id, booked_on: '2025-01-10', amount_cents: 750, reason: 'surplus' }
  await db().insertInto('battery_entry').values(credit).execute()
  await db().insertInto('wallet_term').values({ valid_from: '2025-01-01', expires_after_months: 12 }).execute()
  for (let time = 0; time < 2; time++) await expireCredits(db(), now)
}

const askForMine = () =>
  createErasureRequest(db(), { userId: someone.userId, comment: 'Me voy', locale: 'es', requestId: 'r', now })

async function readNewslettersElsewhere() {
  const email = `${randomUUID()}@example.test`
  const subscriberId = await saveSubscriber(db(), { email: `${randomUUID()}@example.test`, locale: 'es', now })
  await requestConfirmation(db(), { email, subscriberId, newsletterIds: [], locale: 'es' }, now)
  const confirmationQuery = db()
    .selectFrom('newsletter_confirmation')
    .where('email', '=', email)
    .select('confirmation_id')
  const { confirmation_id: confirmationId } = await confirmationQuery.executeTakeFirstOrThrow()
  const confirmation = { confirmationId, subscriberId, email, newsletterIds: [] }
  for (let time = 0; time < 2; time++)
    await applyAddressChange(portal.context, { kind: 'newAddress', confirmation }, 'es')
}

async function aDraft() {
  const { customerId } = someone
  const { contractId } = await insertContract(db(), { customerId, state: 'esborrany' })
  return {
    customerId,
    subjectId: contractId,
    contractIds: [contractId],
    signatureId: randomUUID(),
    userId: someone.userId,
    now,
  }
}

const aLead = () => insertLead(db(), { kind: 'power', visitorHash: 'x', userId: null, locale: 'es', now })

const consent = (purpose: string, subject: Parameters<typeof recordConsent>[1]['subject']) =>
  recordConsent(
    db(),
    { subject, purpose, agreed: true, text: { version: '1', words: 'Sí' }, locale: 'es', requestId: 'r' },
    now,
  )

/** The events, what triggers each, and the expected data beyond the schema of its type. */
const ways: [EventType, () => Promise<unknown>, object][] = [
  [
    'request.made',
    // Each of these tests starts with this event.
    async () => {},
    { kind: 'power', state: 'waiting_for_signature' },
  ],
  ['request.signed', signTheChange, { kind: 'power' }],
  ['request.sent', signTheChange, { state: 'sent' }],
  [
    'request.done',
    async () => {
      await signTheChange()
      await recordChangeOutcome(db(), { ...ofChange(), outcome: 'done' })
    },
    { state: 'done' },
  ],
  [
    'request.refused',
    async () => {
      await signTheChange()
      await recordChangeOutcome(db(), { ...ofChange(), outcome: 'refused', note: 'no' })
    },
    { state: 'refused' },
  ],
  [
    'request.withdrawn',
    () => withdrawChangeRequest(db(), { ...ofChange(), userId: someone.userId }),
    { state: 'refused' },
  ],
  [
    'request.expired',
    () =>
      db()
        .transaction()
        .execute((trx) => changeSignatureHandler.onUnsigned(trx, ofSignature())),
    {},
  ],
  ['case.opened', openACase, { case_type: 'claim' }],
  [
    'case.answered',
    async () => {
      const id = await openACase()
      const visitor = await portal.as(someone.userId)
      await visitor.send(writeMessage, {
        params: { id: String(id) },
        body: { message: 'Y otra cosa.', attachments: [] },
      })
    },
    {},
  ],
  ['payment.settled', settleAPayment, { amount: 45.69, platform: 'sandbox' }],
  [
    'payment.failed',
    () => reportPaymentTwice({ kind: 'declined', error: 'card_declined' }),
    { amount: 45.69, error: 'card_declined' },
  ],
  ['payment.refunded', () => reportRefundsTwice('made'), { amount: 20, is_owed_again: false }],
  ['payment.refund_returned', () => reportRefundsTwice('made', 'returned'), { amount: 20 }],
  ['payment.debit_returned', returnADebit, { amount: 45.69, reason_code: 'AM04' }],
  ['contract.protection_changed', protectASupply, { is_protected: true, until: '2027-11-20' }],
  ['contract.reconnection_requested', payAfterSuspension, { amount: 18.09, is_wrongly_suspended: false }],
  [
    'contract.signed',
    async () => {
      const draft = await aDraft()
      await db()
        .transaction()
        .execute((trx) => contractSignatureHandler.onSigned(trx, draft))
    },
    {},
  ],
  [
    'contract.expired',
    async () => {
      const draft = await aDraft()
      await db()
        .transaction()
        .execute((trx) => contractSignatureHandler.onUnsigned(trx, draft))
    },
    {},
  ],
  ['lead.made', aLead, { kind: 'power' }],
  ['lead.closed', async () => updateLead(db(), { leadId: await aLead(), now }, { state: 'sent' }), { state: 'sent' }],
  ['consent.changed', () => consent('newsletter', { kind: 'customer', id: someone.customerId }), { agreed: true }],
  ['wallet.credit_expired', expireCredit, { amount: 7.5, booked_on: '2026-11-20' }],
  ['compensation.approved', approveACompensation, { minimum: 30.06, percent_of_first_bill: 10 }],
  ['newsletter.address_changed', readNewslettersElsewhere, {}],
  ['account.changed', changeOwnName, { fields: ['name'] }],
  ['erasure.requested', askForMine, {}],
  [
    'erasure.withdrawn',
    async () => {
      const { erasure_request_id: erasureId } = (await askForMine())!
      for (const state of ['in_review', 'withdrawn', 'withdrawn'] as const)
        await moveErasure(db(), { erasureId, state, now })
    },
    {},
  ],
]

async function approveACompensation() {
  const [compensation] = await db()
    .insertInto('compensation')
    .values({
      ...{
        duty_id: randomUUID(),
        customer_id: someone.customerId,
        rule: 'missed_quality_term',
        source: 'RD 1955/2000',
      },
      ...{ minimum_cents: 3006, percent_of_first_bill: 10, state: 'proposed', proposed_at: now },
    })
    .returning('compensation_id')
    .execute()
  const by = { userId: someone.userId, requestId: 'r', reason: null, now }
  for (const _ of ['approved', 'decided already'])
    await db()
      .transaction()
      .execute((trx) => compensationApproval.execute(trx, compensation!, by))
}

test.each(ways)('%s is published once, with its own data only', async (type, happen, more) => {
  await happen()
  const { rows } = await sql<{ type: string; data: object; happened_at: Date; customer_id: number | null }>`
    select type, data, happened_at, webhook_event.customer_id from webhook_event join webhook_delivery using (event_id)
    where type = ${type}`.execute(db())
  expect(rows).toMatchObject([{ data: more, happened_at: now }])
  expect(eventData[type].safeParse(rows[0]!.data).error?.issues).toBeUndefined()
  if ('customer_id' in rows[0]!.data) expect(rows[0]!.customer_id).toBe(rows[0]!.data.customer_id)
})

test('a cookie decision of a visitor is not published', async () => {
  await consent('cookies_marketing', { kind: 'visitor', id: 'key' })
  const consentEvents = db().selectFrom('webhook_event').where('type', '=', 'consent.changed')
  expect(await consentEvents.select('event_id').execute()).toEqual([])
})
