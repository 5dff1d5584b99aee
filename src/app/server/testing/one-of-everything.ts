import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { loadSupportOffers } from '#db/demo/support/offers.ts'
import { listAccounts } from '#domains/changes/api.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { addHtmlRoute, keepBanner } from '#domains/operator/server/html-store.ts'
import { payItem } from '#domains/payments/api.ts'
import { readDataExport, requestDataExport, requestErasure } from '#domains/profile/api.ts'
import { listSessions } from '#domains/session/api.ts'
import { anotherToSign } from '#domains/signatures/server/testing.ts'
import { openRequest, readRequest } from '#domains/support/api.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import type { Call } from '#kit/call.ts'
import {
  aBattery,
  aBatteryLink,
  aContract,
  aCustomer,
  aMultipointInvoice,
  anAddress,
  anAttachment,
  anInvoice,
  aUser,
} from './builders.ts'
import type { TestPortal } from './portal.ts'

/** Somebody with one of everything that calls are about, and how each is named in a path and in a body. */
export type OneOfEverything = {
  userId: number
  customerId: number
  /** Whether what the path of a call names is among them. */
  has(call: Call): boolean
  /** The parameters of a call's path; 1 where there is nothing of that name. */
  parametersOf(call: Call): Record<string, string>
  /** Values by the names that members of bodies have. */
  values: Record<string, unknown>
  /** What calls are about whose path does not say it. */
  bodies: Record<string, object>
  /** What gives away that an answer tells of them. */
  traces: RegExp
}

/** Makes them, the contract's name and the person's mail address being words that nobody else has. */
export async function oneOfEverything(portal: TestPortal): Promise<OneOfEverything> {
  const { db, files } = portal.context
  await loadSupportOffers(db)
  const customerId = await aCustomer(db, { name: 'Anna Güell', tax_id: '12345678Z', phone: '+34612345678' })
  const userId = await aUser(db, { customerIds: [customerId], email: 'anna-guell@example.test' })
  const contract = await aContract(db, {
    customerId,
    name: 'C-ANNA-1',
    iban: 'ES9430353760575941403157',
    product_id: await aProductWithOptions(portal),
  })
  const anna = await portal.as(userId)

  const batteryId = await aBattery(db, { customerId, name: 'Roof' })
  await aBatteryLink(db, { contract, battery_id: batteryId })
  const invoiceId = await anInvoice(db, { contract })
  await portal.set('payment.transfer.account', 'ES9121000418450200051332')
  const paidId = await anInvoice(db, { contract })
  await pay(portal, userId, paidId)
  const multipointId = await aMultipointInvoice(db, { customerId })
  const attachmentId = await anAttachment(db, { contract, file_key: await files.put(Buffer.from('%PDF-1.7')) })
  const { id: signatureId, changeRequestId } = await anotherToSign(portal, { customerId, userId, contract })
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
    gasContractId: (await aContract(db, { customerId, energy: 'gas' })).contractId,
    changeId: changeRequestId,
    accountId: (await anna.send(listAccounts, {})).items[0]!.id,
    'invoices/id': invoiceId,
    'invoices_multipoint/id': multipointId,
    invoiceId: paidId,
    'transfer_details/invoiceId': invoiceId,
    // A document of an invoice.
    ':id/type': 'pdf',
    // A curve.
    type: 'daily',
    platform: 'sandbox',
    bateriaId: batteryId,
    bateriaOrigenId: batteryId,
    batteries: batteryId,
    'batteries/id': batteryId,
    attachmentID: attachmentId,
    messageId: await aMessage(portal, { customerId, contractId: contract.contractId }),
    place: 0,
    exportId: await anExport(portal, userId),
    erasureId: (await anna.send(requestErasure, { body: { confirmed: true } })).id,
    signatureId,
    'requests/id': caseId,
    attachmentId: opened.messages[0]!.attachments[0]!.id,
    'sessions/id': (await anna.send(listSessions, {})).items[0]!.id,
    'passkeys/id': await aPasskey(portal, userId),
    field: 'email',
    tipus: 'invoice',
    pageId: await addHtmlRoute(db, { routePath: 'page', buttonTitle: 'Page', buttonDescription: 'A page' }),
    code: await aBanner(portal),
    zipcode: '08500',
    ine: '08',
  }

  const traces = new RegExp(`C-ANNA-1|anna-guell|Güell|${contract.cups}|${signatureId}|12345678Z`)
  const ofInvoice = { item_id: invoiceId, related_object_type: 'invoice' }
  return {
    userId,
    customerId,
    traces,
    has: (call) => named(call, parameters).every(([, value]) => value !== undefined),
    parametersOf: (call) =>
      Object.fromEntries(named(call, parameters).map(([name, value]) => [name, String(value ?? 1)])),
    values: {
      polissa_id: contract.contractId,
      contract: contract.name,
      bateria_desti: await aBattery(db, { customerId }),
      addressId: await anAddress(db, { customerId, full_address: 'Plaça Major, 2 - Vic' }),
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
  }
}

/** The parameters of a path, with what each is here. */
function named({ path }: Call, parameters: Record<string, string | number>) {
  const segments = path.split('/')
  return segments.flatMap((segment, place): [name: string, value: string | number | undefined][] => {
    if (!segment.startsWith(':')) return []
    const name = segment.slice(1)
    return [[name, parameters[`${segments[place - 1]}/${name}`] ?? parameters[name]]]
  })
}

async function aProductWithOptions({ context: { db } }: TestPortal): Promise<number> {
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

async function pay(portal: TestPortal, userId: number, invoiceId: number) {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const url = '/sandbox-provider/v1/payment_methods'
  const method = await portal.app.inject({ method: 'POST', url, payload: card })
  const payer = await portal.as(userId)
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const body = { payment_method_id: method.json().id as string, platform_name: 'sandbox', ...item }
  await payer.send(payItem, { body })
}

async function aMessage({ context }: TestPortal, about: { customerId: number; contractId: number }): Promise<string> {
  const { db, files, clock } = context
  const attachments = [{ fileKey: await files.put(Buffer.from('%PDF-1.7')), fileName: 'Receipt.pdf' }]
  const values = { number: 'FE1', amountCents: 100, ending: '4242' }
  await queueMessage(db, { kind: 'payments.succeeded', values, attachments, ...about }, clock())
  const message = db.selectFrom('outbox_message').where(sql`attachments::text`, 'like', '%Receipt.pdf%')
  return (await message.select('message_id').executeTakeFirstOrThrow()).message_id
}

async function anExport({ context, as }: TestPortal, userId: number): Promise<string> {
  const person = await as(userId)
  await person.send(requestDataExport, {})
  const { db, files, clock } = context
  const tomorrow = new Date(clock().getTime() + 86_400_000)
  const file_key = await files.put(Buffer.from('PK'))
  await db.updateTable('data_export').set({ state: 'ready', file_key, expires_at: tomorrow }).execute()
  return (await person.send(readDataExport, {})).export!.id
}

async function aPasskey({ context: { db, clock } }: TestPortal, userId: number): Promise<number> {
  const key = { credential_id: randomUUID(), public_key: '', sign_count: 0, name: 'Phone', created_at: clock() }
  const row = db.insertInto('passkey').values({ user_id: userId, ...key })
  return (await row.returning('passkey_id').executeTakeFirstOrThrow()).passkey_id
}

async function aBanner({ context: { db } }: TestPortal): Promise<string> {
  await keepBanner(db, { code: 'summer', html: '<p>Summer</p>' })
  return 'summer'
}
