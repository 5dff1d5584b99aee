import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { listAccounts } from '#domains/changes/api.ts'
import { signAlertToken } from '#domains/consumption-alerts/server/alert-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { payItem } from '#domains/payments/api.ts'
import { readDataExport, requestDataExport, requestErasure } from '#domains/profile/api.ts'
import { insertHtmlRoute, saveBanner } from '#domains/retailer/server/html-store.ts'
import { listSessions } from '#domains/session/own-sessions-api.ts'
import { createAnotherSignature } from '#domains/signatures/server/signatures-testing.ts'
import { openRequest, readRequest } from '#domains/support/api.ts'
import { signCaseToken } from '#domains/support/server/case-link.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import type { Call } from '#kit/call.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import {
  type CreatedContract,
  insertAddress,
  insertAttachment,
  insertBattery,
  insertBatteryLink,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from './builders.ts'
import type { TestPortal } from './test-portal.ts'

/** A user with one of every object that calls are about, and how each is named in a path and in a body. */
export type OneOfEverything = {
  userId: number
  customerId: number
  /** Checks whether the object in the path of a call is among them. */
  has(call: Call): boolean
  /** Returns the parameters of a call's path; 1 for unknown names. */
  parametersOf(call: Call): Record<string, string>
  /** Values by the names of body members. */
  values: Record<string, unknown>
  /** Bodies of calls whose path does not name their object. */
  bodies: Record<string, object>
  /** Queries of calls whose path does not name their object. */
  queries: Record<string, object>
  /** Matches an answer that contains this user's data. */
  traces: RegExp
}

/** Creates them. The contract's name and the user's e-mail address are unique strings. */
export async function createOneOfEverything(portal: TestPortal): Promise<OneOfEverything> {
  const { db, files } = portal.context
  await loadSupportTypes(db)
  const customerId = await insertCustomer(db, { name: 'Anna Güell', tax_id: '12345678Z', phone: '+34612345678' })
  const userId = await insertUser(db, { customerIds: [customerId], email: 'anna-guell@example.test' })
  const contract = await insertContract(db, {
    customerId,
    name: 'C-ANNA-1',
    iban: 'ES9430353760575941403157',
    product_id: await makeProductWithOptions(portal),
  })
  const anna = await portal.as(userId)

  const batteryId = await insertBattery(db, { customerId, name: 'Roof' })
  await insertBatteryLink(db, { contract, battery_id: batteryId })
  const invoiceId = await insertInvoice(db, { contract })
  const number = await insertInvoiceWithHours(portal, contract)
  await portal.set('payment.transfer.account', 'ES9121000418450200051332')
  const paidId = await insertInvoice(db, { contract })
  await pay(portal, userId, paidId)
  const multipointId = await insertMultipointInvoice(db, { customerId })
  const attachmentId = await insertAttachment(db, { contract, file_key: await files.put(Buffer.from('%PDF-1.7')) })
  const { id: signatureId, changeRequestId } = await createAnotherSignature(portal, { customerId, userId, contract })
  const { id: caseId } = await anna.send(openRequest, {
    body: {
      polissa_id: contract.contractId,
      polissa_type: 'electricity',
      categ_id: 11,
      title: 'The bill',
      message: 'It is high.',
      attachments: [{ filename: 'meter.jpg', content: aPhoto.toString('base64') }],
    },
  })
  const opened = await anna.send(readRequest, { params: { id: String(caseId) } })
  const parameters: Record<string, string | number> = {
    contractName: contract.name,
    contractId: contract.contractId,
    gasContractId: (await insertContract(db, { customerId, energy: 'gas' })).contractId,
    changeId: changeRequestId,
    accountId: (await anna.send(listAccounts, {})).items[0]!.id,
    'invoices/id': invoiceId,
    'invoices_multipoint/id': multipointId,
    invoiceId: paidId,
    'transfer_details/invoiceId': invoiceId,
    // The document of an invoice.
    ':id/type': 'pdf',
    // A curve.
    type: 'daily',
    platform: 'sandbox',
    bateriaId: batteryId,
    bateriaOrigenId: batteryId,
    batteries: batteryId,
    'batteries/id': batteryId,
    attachmentID: attachmentId,
    messageId: await makeMessage(portal, { customerId, contractId: contract.contractId }),
    place: 0,
    exportId: await makeExport(portal, userId),
    erasureId: (await anna.send(requestErasure, { body: { confirmed: true } })).id,
    signatureId,
    'requests/id': caseId,
    'linked-alerts/token': await signAlertToken(
      { userId, customerId, contractId: contract.contractId, kind: 'standby' },
      { keys: portal.context.sessionKeys, now: portal.context.clock() },
    ),
    'case-links/token': await signCaseToken(caseId, { keys: portal.context.sessionKeys, now: portal.context.clock() }),
    'revisions/id': await makeNotice(portal, contract),
    ...(await makeDebt(portal, contract)),
    attachmentId: opened.messages[0]!.attachments[0]!.id,
    'sessions/id': (await anna.send(listSessions, {})).items[0]!.id,
    'passkeys/id': await makePasskey(portal, userId),
    field: 'email',
    tipus: 'invoice',
    pageId: await insertHtmlRoute(db, { routePath: 'page', buttonTitle: 'Page', buttonDescription: 'A page' }),
    code: await makeBanner(portal),
    zipcode: '08500',
    ine: '08',
  }

  const traces = new RegExp(`C-ANNA-1|anna-guell|Güell|${contract.cups}|${signatureId}|12345678Z`)
  const ofInvoice = { item_id: invoiceId, related_object_type: 'invoice' }
  return {
    userId,
    customerId,
    traces,
    has: (call) => pathParametersOf(call, parameters).every(([, value]) => value !== undefined),
    parametersOf: (call) =>
      Object.fromEntries(pathParametersOf(call, parameters).map(([name, value]) => [name, String(value ?? 1)])),
    values: {
      polissa_id: contract.contractId,
      contract: contract.name,
      bateria_desti: await insertBattery(db, { customerId }),
      addressId: await insertAddress(db, { customerId, full_address: 'Plaça Major, 2 - Vic' }),
      item_id: invoiceId,
      platform_name: 'sandbox',
      categ_id: 11,
      category: 10,
      tipus: 'invoice',
      subtipus: 'twice',
      dp: '08500',
    },
    bodies: {
      '/pay': { payment_method_id: 'pm_1', platform_name: 'sandbox', ...ofInvoice },
      '/crm/cases/': { polissa_id: contract.contractId, polissa_type: 'electricity' },
    },
    queries: { '/invoice_details/': { number }, '/invoice_hours/': { number } },
  }
}

/** Inserts an invoice of energy on a day whose hours are measured, and returns its number. */
async function insertInvoiceWithHours({ context: { db } }: TestPortal, contract: CreatedContract): Promise<string> {
  const [number, day] = ['FE-HOURS', '2024-05-05']
  const line = { kind: 'energy', period: 1, quantity: '24', unit: 'kWh', days: null, unitPrice: '0.2', figure: null }
  const lines = [{ ...line, firstDay: day, lastDay: day, amountCents: 480 }]
  const content = { lines, energyWhByPeriod: [24_000], surplusWh: 0, powerWatts: [], tariff: '2.0TD', productName: 'A' }
  await insertInvoice(db, { contract, number, starts_on: day, ends_on: day, content: JSON.stringify(content) })
  await insertCurveDays(db, [
    {
      ...{ supply_point_id: contract.supplyPointId, day, source: 'P1D', step_minutes: 60 },
      ...{ import_wh: Array(24).fill(1000), import_period_wh: [24_000, 0, 0] },
    },
  ])
  return number
}

/** Returns the parameters of a path with their values. */
function pathParametersOf({ path }: Call, parameters: Record<string, string | number>) {
  const segments = path.split('/')
  return segments.flatMap((segment, index): [name: string, value: string | number | undefined][] => {
    if (!segment.startsWith(':')) return []
    const name = segment.slice(1)
    return [[name, parameters[`${segments[index - 1]}/${name}`] ?? parameters[name]]]
  })
}

async function makeProductWithOptions({ context: { db } }: TestPortal): Promise<number> {
  const product = db.insertInto('product').values({ name: 'With options', energy: 'electricity' })
  const { product_id } = await product.returning('product_id').executeTakeFirstOrThrow()
  const option = { product_id, valid_from: '2024-01-01', discount_percent: '10', unit_count: 3 }
  const kinds = ['double_tariff', 'happy_hours', 'happy_day']
  await db
    .insertInto('tariff_option')
    .values(kinds.map((kind) => ({ ...option, kind })))
    .execute()
  return product_id
}

/** Inserts the notice of a change of terms, as it was delivered. */
async function makeDebt({ context: { db, files } }: TestPortal, contract: CreatedContract) {
  const { customerId: customer_id, contractId: contract_id } = contract
  const now = new Date()
  const debt = db.insertInto('debt').values({ customer_id, contract_id, step: 'noticed', opened_at: now })
  const { debt_id } = await debt.returning('debt_id').executeTakeFirstOrThrow()
  const paper = db.insertInto('debt_paper').values({
    ...{ customer_id, debt_id, kind: 'demand', channel: 'burofax', content: '{}', written_at: now, due_at: now },
    file_key: await files.put(Buffer.from('%PDF-1.7')),
  })
  const { debt_paper_id } = await paper.returning('debt_paper_id').executeTakeFirstOrThrow()
  const declaration = db.insertInto('supply_declaration').values({
    ...{ customer_id, contract_id, kind: 'medical_device', state: 'incomplete', declared_by_user_id: 1 },
    declared_at: now,
  })
  const { supply_declaration_id } = await declaration.returning('supply_declaration_id').executeTakeFirstOrThrow()
  const consent = db.insertInto('data_consent').values({
    ...{ customer_id, user_id: 1, access_token_id: 1, third_party: 'x', purpose: 'x', scopes: [] },
    ...{ given_at: now, valid_until: '2030-01-01', expires_at: now },
  })
  const { data_consent_id } = await consent.returning('data_consent_id').executeTakeFirstOrThrow()
  return {
    ...{ 'debts/id': debt_id, 'papers/id': debt_paper_id, 'data_consents/id': data_consent_id },
    'declarations/id': supply_declaration_id,
  }
}

async function makeNotice({ context: { db, files } }: TestPortal, contract: CreatedContract): Promise<string> {
  const { product_id } = await db
    .selectFrom('contract')
    .where('customer_id', '=', contract.customerId)
    .where('contract_id', '=', contract.contractId)
    .select('product_id')
    .executeTakeFirstOrThrow()
  const { revision_id } = await db
    .insertInto('revision')
    .values({
      ...{ kind: 'terms', product_id, tariff: '2.0TD', applies_on: '2100-01-15', notify_by: '2099-12-15' },
      ...{
        explanation: JSON.stringify({ es: 'Change' }),
        state: 'done',
        started_by_user_id: 1,
        started_at: new Date(),
      },
    })
    .returning('revision_id')
    .executeTakeFirstOrThrow()
  const { customerId: customer_id, contractId: contract_id } = contract
  const { notice_id } = await db
    .insertInto('revision_notice')
    .values({
      ...{ customer_id, contract_id, revision_id, state: 'delivered', due_at: new Date() },
      file_key: await files.put(Buffer.from('%PDF-1.7')),
    })
    .returning('notice_id')
    .executeTakeFirstOrThrow()
  return notice_id
}

async function pay(portal: TestPortal, userId: number, invoiceId: number) {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const url = '/sandbox-provider/v1/payment_methods'
  const method = await portal.app.inject({ method: 'POST', url, payload: card })
  const payer = await portal.as(userId)
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const body = { payment_method_id: method.json().id as string, platform_name: 'sandbox', ...item }
  await payer.send(payItem, { body })
}

async function makeMessage(
  { context }: TestPortal,
  about: { customerId: number; contractId: number },
): Promise<string> {
  const { db, files, clock } = context
  const attachments = [{ fileKey: await files.put(Buffer.from('%PDF-1.7')), fileName: 'Receipt.pdf' }]
  const values = { number: 'FE1', amountCents: 100, ending: '4242' }
  await queueMessage(db, { kind: 'payments.succeeded', values, attachments, ...about }, clock())
  const message = db.selectFrom('outbox_message').where(sql`attachments::text`, 'like', '%Receipt.pdf%')
  return (await message.select('message_id').executeTakeFirstOrThrow()).message_id
}

async function makeExport({ context, as }: TestPortal, userId: number): Promise<string> {
  const person = await as(userId)
  await person.send(requestDataExport, {})
  const { db, files, clock } = context
  const tomorrow = new Date(clock().getTime() + msPerDay)
  const file_key = await files.put(Buffer.from('PK'))
  await db.updateTable('data_export').set({ state: 'ready', file_key, expires_at: tomorrow }).execute()
  return (await person.send(readDataExport, {})).export!.id
}

async function makePasskey({ context: { db, clock } }: TestPortal, userId: number): Promise<number> {
  const key = { credential_id: randomUUID(), public_key: '', sign_count: 0, name: 'Phone', created_at: clock() }
  const row = db.insertInto('passkey').values({ user_id: userId, ...key })
  return (await row.returning('passkey_id').executeTakeFirstOrThrow()).passkey_id
}

async function makeBanner({ context: { db } }: TestPortal): Promise<string> {
  await saveBanner(db, { code: 'summer', html: '<p>Summer</p>' })
  return 'summer'
}
