import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  insertAddress,
  insertAttachment,
  insertBattery,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/test-portal.ts'
import type { DB } from '#db/tables.ts'
import { msPerDay } from '#vocabulary/durations.ts'

/** The identifying values of a test person, each unique to them. */
export type TestIdentity = {
  name: string
  taxId: string
  email: string
  phone: string
  address: string
  iban: string
  ip: string
  /** A word that appears in every free text about them. */
  word: string
}

/** Inserts a row of a person into every table that an erasure affects. Their contract has ended. */
export async function insertPersonInEveryTable({ context }: TestPortal, { now, ...who }: TestIdentity & { now: Date }) {
  const { db, files } = context
  const add = (table: keyof DB, row: object) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute()
  const json = JSON.stringify
  const file = async () => (await files.putStream(Readable.from([who.word]))).key
  const customerId = await insertCustomer(db, {
    ...{ name: who.name, tax_id: who.taxId, email: who.email, phone: who.phone, fiscal_address: who.address },
  })
  const userId = await insertUser(db, {
    ...{ login: who.taxId.toLowerCase(), name: who.name, email: who.email, customerIds: [customerId] },
  })
  await db.updateTable('customer').set({ claimed_by_user_id: userId }).where('customer_id', '=', customerId).execute()
  const contract = await insertContract(db, {
    ...{ customerId, state: 'baixa', starts_on: '2020-01-01', ends_on: '2024-03-31', iban: who.iban },
    ...{ payer_name: who.name, payer_tax_id: who.taxId, payer_address: who.address, supply_street: who.address },
    notification_address_id: await insertAddress(db, {
      ...{ customerId, name: who.name, full_address: who.address, street: who.address, email: who.email },
      phone: who.phone,
    }),
  })
  const { contractId, supplyPointId } = contract
  const ofContract = { customer_id: customerId, contract_id: contractId }
  const invoiceId = await insertInvoice(db, {
    ...{ contract, issued_on: '2024-04-05', amount_pending_cents: 0, paid_status: 'paid' },
    content: json({ holder: who.name, nif: who.taxId, address: who.address }),
  })
  const ofInvoice = { customer_id: customerId, invoice_id: invoiceId }
  await insertMultipointInvoice(db, { customerId, invoicing_address: who.address, amount_pending_cents: 0 })
  await add('invoice_document', { ...ofInvoice, document_type: 'pdf', file_key: await file() })
  await add('invoice_pending_state', { ...ofInvoice, changed_on: '2024-04-05', pending_state: 'paid' })
  await insertAttachment(db, { contract, name: who.name, file_name: `${who.word}.pdf`, file_key: await file() })
  const batteryId = await insertBattery(db, { customerId, name: who.name })
  await db.updateTable('battery').set({ known_as: who.word }).where('battery_id', '=', batteryId).execute()
  await insertBatteryLink(db, { contract, battery_id: batteryId })
  const entry = { booked_on: '2024-01-01', reason: 'surplus', amount_cents: 5 }
  await add('battery_entry', { customer_id: customerId, battery_id: batteryId, ...entry })

  const of = { user_id: userId }
  const soon = new Date(now.getTime() + msPerDay)
  const stamps = { created_at: now, expires_at: soon }
  const note = `Llamad a ${who.name}, ${who.word}`
  await add('access_token', { ...of, ...stamps, name: who.word, scopes: [], secret_hash: randomUUID() })
  const link = { link_hash: randomUUID(), purpose: 'reset', email: who.email, phone: who.phone, locale: 'es' }
  await add('account_link', { ...of, ...stamps, ...link })
  await add('audit_entry', { action: 'signed_in', actor_user_id: userId, subject: `user:${userId}` })
  const details = { iban: who.iban, phone: who.phone }
  const change = { kind: 'iban', state: 'done', requested_by_user_id: userId, requested_at: now, updated_at: now }
  await add('change_request', { ...ofContract, ...change, details: json(details), note })
  await add('client_credential', { ...of, client_id: randomUUID(), secret_hash: 'x' })
  await add('code_app', { ...of, sealed_secret: 'x' })
  const hash = createHash('sha256').update(who.email).digest('base64url')
  const consentColumns = { purpose: 'news', agreed: true, text_version: '1', text_hash: 'x', locale: 'es', at: now }
  await add('consent_entry', { subject_kind: 'email', subject: hash, ...consentColumns })
  await add('curve_day', {
    ...{ supply_point_id: supplyPointId, day: '2024-01-01', import_period_wh: [1], source: 'f1', step_minutes: 60 },
    import_wh: [1],
  })
  const copy = { customer_ids: [customerId], locale: 'es', requested_at: now, run_at: now, state: 'ready' }
  await add('data_export', { ...of, ...copy, data_export_id: randomUUID(), file_key: await file() })
  await add('external_identity', { ...of, issuer: 'https://id.test', subject: who.word, linked_at: now })
  await add('held_power', { supply_point_id: supplyPointId, held_until: '2023-01-01', power_watts: 1 })
  await add('idempotent_reply', { ...of, idempotency_key: who.word, request_hash: 'x', reply: note, started_at: now })
  await add('identity_challenge', { ...of, challenge_id: randomUUID(), purpose: 'x', challenge: 'x', expires_at: soon })
  await add('meter_reading', { supply_point_id: supplyPointId, day: '2024-01-01', register_wh: [1] })
  await add('gas_reading', { supply_point_id: supplyPointId, day: '2024-01-01', register_litres: 1 })
  const confirmation = { confirmation_id: randomUUID(), newsletter_ids: [1], locale: 'es', requested_at: now }
  await add('newsletter_confirmation', { ...confirmation, email: who.email, expires_at: soon })
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email: who.email, locale: 'es', created_at: now })
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  const { newsletter_id } = await db
    .insertInto('newsletter')
    .values({ names: '{}', descriptions: '{}' })
    .returning('newsletter_id')
    .executeTakeFirstOrThrow()
  await add('newsletter_subscription', { subscriber_id, newsletter_id, subscribed_at: now })
  const message = {
    values: json({ name: who.name }),
    created_at: now,
    send_at: now,
    sent_at: now,
    sent_to: [who.email],
  }
  await add('outbox_message', { ...of, ...message, message_id: randomUUID(), kind: 'a.b' })
  await add('outbox_message', { customer_id: customerId, ...message, message_id: randomUUID(), kind: 'a.b' })
  await add('passkey', {
    ...of,
    credential_id: who.word,
    public_key: 'x',
    sign_count: 0,
    name: who.word,
    created_at: now,
  })
  const attemptId = randomUUID()
  const attempt = { payment_attempt_id: attemptId, item_kind: 'invoice', item_id: invoiceId, amount_cents: 5 }
  await add('payment_attempt', {
    ...{
      customer_id: customerId,
      ...attempt,
      platform: 'sandbox',
      provider_method: `pm_${who.word}`,
      state: 'succeeded',
    },
    ...{ paid_by_email: who.email, check_at: now, card_last4: '4242', card_fingerprint: who.word },
  })
  const approval = { kind: 'refund', subject: `payment:${attemptId}`, payload: '{}', seen: '{}', reason: 'x' }
  const operatorId = await insertUser(db, { role: 'operator' })
  await add('approval_request', {
    ...{ approval_id: randomUUID(), customer_id: customerId, ...approval, requested_by_user_id: operatorId },
    ...{ requested_at: now, expires_at: soon, state: 'withdrawn', decided_by_user_id: operatorId, decided_at: now },
  })
  const hold = { hold_id: randomUUID(), per: 'network', value: who.ip, tries: 3, held_since: now, held_until: soon }
  await add('payment_hold', { ...of, ...hold })
  await add('payment_denial', { ...of, denied_at: now })
  await add('payment_entry', { customer_id: customerId, ...attempt, at: new Date('2024-05-01T10:00:00Z') })
  const refund = {
    refund_id: randomUUID(),
    payment_attempt_id: attemptId,
    amount_cents: 5,
    source: 'desk',
    state: 'made',
  }
  await add('payment_refund', {
    ...{ customer_id: customerId, ...refund, reason: note, ordered_at: now, updated_at: now, ask_at: now },
  })
  await add('payment_refund_entry', { customer_id: customerId, ...attempt, refund_id: refund.refund_id, at: now })
  const { product_id } = await db
    .insertInto('futures_product')
    .values({
      ...{ name: `Año ${userId}`, instrument: 'x', delivery_from: '2027-01-01', delivery_until: '2027-12-31' },
      last_trading_day: '2026-12-31',
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await add('price_alert', { ...of, product_id, limit_type: '<', price: 1, created_at: now })
  const report = { platform: 'sandbox', event_id: randomUUID(), received_at: now, applied_at: now, apply_at: now }
  await add('provider_event', { ...report, payment_attempt_id: attemptId, payload: json({ billing: who.name }) })
  await add('recovery_code', { ...of, code_hash: 'x' })
  await add('redsys_order', {
    ...{ customer_id: customerId, attempt_id: attemptId, order_number: `0001${String(userId).padStart(8, '0')}` },
    ...{ amount_cents: 5, description: who.name, prepared_at: now },
  })
  const sessionId = randomUUID()
  await add('session', {
    ...{ session_id: sessionId, user_id: userId, device: who.word, authenticated_at: now, last_seen_at: now },
    expires_at: soon,
  })
  await add('upstream_session', { session_id: sessionId, sealed_token: 'x' })
  await add('signature', {
    ...{ customer_id: customerId, contract_id: contractId, subject_kind: 'change', subject_id: 1, title: who.word },
    ...{ requested_by_user_id: userId, locale: 'es', state: 'signed', created_at: now, expires_at: soon },
    ...{ signature_id: randomUUID(), document_key: await file(), sealed_key: await file(), document_sha256: 'x' },
    ...{ code_sent_to: who.phone, evidence: json({ address: who.ip, name: who.name }) },
  })

  const anUpload = async () => {
    const upload_id = randomUUID()
    const rest = { media_type: 'image/jpeg', size_bytes: 1, created_at: now, used_at: now }
    await add('upload', { ...of, ...rest, upload_id, file_name: `${who.word}.jpg`, file_key: await file() })
    return upload_id
  }
  const moment = { opened_at: now, updated_at: now }
  const { case_id } = await db
    .insertInto('support_case')
    .values({
      ...{ ...ofContract, ...moment, opened_by_user_id: userId, case_type: 'query', state: 'accepted', locale: 'es' },
      ...{ subject: who.word, contact: json({ name: who.name, email: who.email, phone: who.phone }) },
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  const { message_id } = await db
    .insertInto('support_message')
    .values({ case_id, author: 'customer', user_id: userId, words: note, written_at: now })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  await add('support_attachment', { case_id, message_id, place: 0, upload_id: await anUpload() })
  const { lead_id } = await db
    .insertInto('lead')
    .values({
      ...{ kind: 'electricity', visitor_hash: 'v', locale: 'es', created_at: now, updated_at: now, expires_at: soon },
      ...{ ...of, ...ofContract, name: who.name, email: who.email, phone: who.phone, tax_id: who.taxId },
      ...{ typed: json({ iban: who.iban }), handling_note: note },
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  await add('lead_file', { lead_id, purpose: 'identity_front', upload_id: await anUpload() })
  const { campaign_id } = await db
    .insertInto('campaign')
    .values({ names: '{}', descriptions: '{}', from_day: '2024-01-01' })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  await add('coupon', { campaign_id, code: `C${userId}`, customer_id: customerId, issued_at: now })
  const choice = { kind: 'happy_day', starts_on: '2024-01-01', choice: json({ day: 1 }), chosen_at: now }
  await add('supply_zone', { supply_point_id: supplyPointId, from_day: '2024-01-01', province_code: '08' })
  await add('tariff_choice', { ...ofContract, ...choice, chosen_by_user_id: userId })
  await add('unwanted_message', { ...of, topic: 'news' })
  const event = { event_id: randomUUID(), type: 'lead.closed', happened_at: now }
  await add('webhook_event', { ...event, customer_id: customerId, data: json({ name: who.name }) })
  return { userId, customerId, contract }
}
