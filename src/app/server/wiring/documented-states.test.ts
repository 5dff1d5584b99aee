import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireCredits } from '#domains/batteries/server/expire-credits.ts'
import type { ChangeState } from '#domains/changes/server/change-requests.ts'
import {
  changeSignatureHandler,
  recordChangeOutcome,
  withdrawChangeRequest,
} from '#domains/changes/server/complete-change.ts'
import type { AttemptState } from '#domains/payments/rules.ts'
import { recordOutcome } from '#domains/payments/server/record-outcome.ts'
import type { ErasureState, ExportState } from '#domains/profile/rules.ts'
import { createErasureRequest, moveErasure } from '#domains/profile/server/erasure-requests.ts'
import { makeNextExport } from '#domains/profile/server/make-exports.ts'
import type { SignatureState } from '#domains/signatures/rules.ts'
import { expireSignature } from '#domains/signatures/server/signature-jobs.ts'
import { createPendingSignature } from '#domains/signatures/server/signatures-testing.ts'
import type { CaseState } from '#domains/support/rules.ts'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { openCase } from '#domains/support/server/open-case.ts'
import { locales } from '#vocabulary/locale.ts'
import { insertBattery, insertInvoice } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { mailTextsOf } from './mount-messages.ts'
import { signatureHandlers } from './mount-signatures.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = new Date('2027-02-01T10:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

type PendingSignature = Awaited<ReturnType<typeof createPendingSignature>>
/** How a state is reached, and the mail that reports it; or the reason why there is none. */
type StateNotification = { by: (someone: PendingSignature) => Promise<unknown>; mail: string } | { silent: string }

const ofChange = ({ customerId, changeRequestId }: PendingSignature) => ({ customerId, changeRequestId, now })
const signed = ({ customerId, changeRequestId: subjectId, id: signatureId, userId }: PendingSignature) =>
  portal.context.db
    .transaction()
    .execute((db) =>
      changeSignatureHandler.onSigned(db, { customerId, subjectId, contractIds: [], signatureId, userId, now }),
    )
const settled = (outcome: 'done' | 'refused') => async (someone: PendingSignature) => {
  await signed(someone)
  await recordChangeOutcome(portal.context.db, { ...ofChange(someone), outcome })
}
const withdrawn = (someone: PendingSignature) =>
  withdrawChangeRequest(portal.context.db, { ...ofChange(someone), userId: someone.userId })
const expired = async () => {
  const deps = { db: portal.context.db, handlers: signatureHandlers, clock: () => later }
  while (await expireSignature(deps)) {}
}
const heldByCall = 'The call that asks writes its own mail; its tests hold it.'

const changes: Record<ChangeState | 'withdrawn' | 'expired', StateNotification> = {
  requested: { silent: 'No kind of change stays in it.' },
  waiting_for_signature: { silent: heldByCall },
  sent: { by: signed, mail: 'changes.sent' },
  done: { by: settled('done'), mail: 'changes.done' },
  refused: { by: settled('refused'), mail: 'changes.refused' },
  withdrawn: { by: withdrawn, mail: 'changes.withdrawn' },
  expired: { by: expired, mail: 'signatures.expired' },
}

const signatures: Record<SignatureState, StateNotification> = {
  waiting: { silent: heldByCall },
  signed: { silent: heldByCall },
  expired: { by: expired, mail: 'signatures.expired' },
  cancelled: { by: withdrawn, mail: 'changes.withdrawn' },
}

const answered = (state: CaseState) => async (someone: PendingSignature) => {
  const { caseId } = await aCase(someone)
  await answerCase(portal.context, { caseId, message: 'Aquí tienes', state, isFollowed: true, now })
}
const cases: Record<CaseState | 'opened', StateNotification> = {
  opened: { by: (someone) => aCase(someone), mail: 'support.opened' },
  in_process: { by: answered('in_process'), mail: 'support.answered' },
  being_processed: { by: answered('being_processed'), mail: 'support.answered' },
  additional_information_required: { by: answered('additional_information_required'), mail: 'support.incomplete' },
  accepted: { by: answered('accepted'), mail: 'support.closed' },
  denied: { by: answered('denied'), mail: 'support.closed' },
}

const atTheScreen = 'Whoever pays sits before it and is asked or told there, until it has come to something.'
const payments: Record<AttemptState | 'broken off', StateNotification> = {
  created: { silent: atTheScreen },
  processing: { silent: atTheScreen },
  requires_action: { silent: atTheScreen },
  unknown: { silent: atTheScreen },
  'broken off': { silent: 'Whoever breaks a payment off knows.' },
  succeeded: { by: (someone) => paid(someone, { kind: 'succeeded', amountCents: 4569 }), mail: 'payments.succeeded' },
  failed: { by: (someone) => paid(someone, { kind: 'declined', error: 'card_declined' }), mail: 'payments.declined' },
}

const moved = (state: ErasureState) => async (someone: PendingSignature) => {
  const { erasure_request_id: erasureId } = (await requestErasure(someone))!
  await moveErasure(portal.context.db, { erasureId, state, now })
}
const requestErasure = ({ userId }: PendingSignature) =>
  createErasureRequest(portal.context.db, { userId, comment: null, locale: 'es', requestId: 'test', now })
const erasures: Record<ErasureState, StateNotification> = {
  requested: { by: requestErasure, mail: 'profile.erasureRequested' },
  in_review: { by: moved('in_review'), mail: 'profile.erasureMoved' },
  done: { by: moved('done'), mail: 'profile.erasureMoved' },
  partly_done: { by: moved('partly_done'), mail: 'profile.erasureMoved' },
  refused: { by: moved('refused'), mail: 'profile.erasureMoved' },
  withdrawn: { by: moved('withdrawn'), mail: 'profile.erasureMoved' },
}

const copies: Record<ExportState, StateNotification> = {
  waiting: { silent: 'The page says that it is being made.' },
  running: { silent: 'The page says that it is being made.' },
  ready: { by: (someone) => copied(someone, async () => null), mail: 'profile.exportReady' },
  failed: {
    by: (someone) => copied(someone, () => Promise.reject(new Error('no paper'))),
    mail: 'profile.exportFailed',
  },
  expired: { silent: 'The mail that it is ready says until when.' },
}

const expiring = (untilExpiry: boolean) => async (someone: PendingSignature) => {
  const { db } = portal.context
  const batteryId = await insertBattery(db, { customerId: someone.customerId, balance_cents: 0 })
  const credit = { booked_on: '2026-01-10', amount_cents: 700, reason: 'surplus' }
  await db
    .insertInto('battery_entry')
    .values({ customer_id: someone.customerId, battery_id: batteryId, ...credit })
    .execute()
  await db
    .insertInto('wallet_term')
    .values({ valid_from: '2026-01-01', expires_after_months: 12 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await expireCredits(db, new Date(untilExpiry ? '2027-01-10T10:00:00Z' : '2027-01-02T10:00:00Z'))
}
const credits: Record<'held' | 'expiring' | 'expired, untold' | 'expired, told', StateNotification> = {
  held: { silent: 'The page shows it.' },
  expiring: { by: expiring(false), mail: 'batteries.creditExpiring' },
  'expired, untold': { by: expiring(true), mail: 'batteries.creditExpired' },
  'expired, told': { silent: 'The mail of the month before has said so.' },
}

const all = Object.entries({ changes, signatures, cases, payments, erasures, copies, credits }).flatMap(
  ([thing, states]) =>
    Object.entries<StateNotification>(states).map(([state, notification]) => [thing, state, notification] as const),
)

test.each(all.filter(([, , notification]) => 'by' in notification))(
  '%s: %s is reported by mail',
  async (_, __, notification) => {
    if (!('by' in notification)) return
    const someone = await createPendingSignature(portal)
    await portal.context.db
      .updateTable('change_request')
      .set({ signature_id: someone.id, details: JSON.stringify({ power_p1: 5500, power_p2: 5500 }) })
      .where('change_request_id', '=', someone.changeRequestId)
      .execute()
    await notification.by(someone)
    const mails = await portal.context.db
      .selectFrom('outbox_message')
      .where(({ eb, or }) => or([eb('user_id', '=', someone.userId), eb('customer_id', '=', someone.customerId)]))
      .select('kind')
      .execute()
    expect(mails.map(({ kind }) => kind)).toContain(notification.mail)
  },
)

test.each([...new Set(all.flatMap(([, , notification]) => ('mail' in notification ? [notification.mail] : [])))])(
  'the mail %s has texts in every language',
  (kind) => {
    expect(
      locales.filter((locale) => !mailTextsOf(locale, kind).has('subject') || !mailTextsOf(locale, kind).has('text')),
    ).toEqual([])
  },
)

async function aCase({ customerId, userId, contract }: PendingSignature) {
  const opened = await openCase(portal.context, {
    contract: { ...contract, customerId, energy: 'electricity', maxPowerWatts: 4600, provinceCode: '08' },
    userId,
    contact: null,
    about: { categoryId: await aCategory() },
    caseType: 'query',
    topic: null,
    subject: 'Una pregunta',
    words: '¿Cómo?',
    files: [],
    reading: null,
    isFollowed: true,
    locale: 'es',
    now,
  })
  if (typeof opened === 'string') throw new Error(opened)
  return opened
}

async function aCategory() {
  const category = { category_id: 901, case_type: 'query', names: JSON.stringify({ es: 'Otras' }) }
  await portal.context.db
    .insertInto('support_category')
    .values(category)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return category.category_id
}

async function paid(
  { customerId, contract }: PendingSignature,
  outcome: Parameters<typeof recordOutcome>[1]['outcome'],
) {
  const { db } = portal.context
  const itemId = await insertInvoice(db, { contract, amount_total_cents: 4569, amount_pending_cents: 4569 })
  const attemptId = randomUUID()
  await db
    .insertInto('payment_attempt')
    .values({
      ...{ customer_id: customerId, payment_attempt_id: attemptId, item_kind: 'invoice', item_id: itemId },
      ...{ amount_cents: 4569, platform: 'sandbox', provider_method: 'pm', state: 'processing' },
      ...{ paid_by_email: 'anna@example.test', check_at: now },
    })
    .execute()
  await db.transaction().execute((trx) => recordOutcome(trx, { customerId, attemptId, outcome, now }))
}

async function copied({ userId, customerId }: PendingSignature, draw: () => Promise<null>) {
  const { db, files } = portal.context
  await db
    .insertInto('data_export')
    .values({
      ...{ data_export_id: randomUUID(), user_id: userId, customer_ids: [customerId], locale: 'es' },
      ...{ state: 'waiting', requested_at: now, run_at: now, failures: 2 },
    })
    .execute()
  const papersIn = () => ({ contractPdf: draw, invoicePdf: draw, readMe: () => '' })
  await makeNextExport({ db, files, clock: () => now, documentSourcesFor: papersIn, log: { error() {} } })
}
