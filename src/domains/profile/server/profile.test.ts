import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMountedExportJobs } from '#app/server/process/export-jobs.ts'
import {
  type CreatedContract,
  insertAttachment,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { listErasures, readDataExport, requestDataExport, requestErasure, withdrawErasure } from '../api.ts'
import { downloadDataExport } from '../downloads.ts'
import { moveErasure } from './erasure-requests.ts'
import { makeNextExport, removeOldExport } from './make-exports.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let userId: number
let home: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db, files } = portal.context
  const customerId = await insertCustomer(db, { name: 'Anna Güell' })
  home = await insertContract(db, {
    customerId,
    name: '0048213',
    starts_on: '2026-11-01',
    supply_street: 'Carrer Major, 3',
  })
  await insertContract(db, {
    customerId,
    name: '0040000',
    state: 'baixa',
    starts_on: '2020-01-01',
    ends_on: '2026-10-31',
  })
  await insertInvoice(db, { contract: home, number: 'FE0001' })
  await insertAttachment(db, {
    contract: home,
    file_name: '../a:b.pdf',
    file_key: await files.put(Buffer.from('%PDF-x')),
  })
  const day = (date: string, wh: number) => ({
    supply_point_id: home.supplyPointId,
    day: date,
    source: 'F5D',
    step_minutes: 60,
    import_wh: Array.from({ length: 24 }, () => wh),
    import_period_wh: [0, 0, 24 * wh],
  })
  await insertCurveDays(db, [day('2026-10-31', 999), day('2026-11-01', 111)])

  const other = await insertCustomer(db, { name: 'Somebody else' })
  await insertInvoice(db, { contract: await insertContract(db, { customerId: other }), number: 'FE9999' })
  userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test', password_hash: 'a-hash' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [other] }))
})
afterAll(() => portal.close())

/** Runs one turn of the export job. */
async function makeCopies() {
  const { db, files } = portal.context
  const drawn = (text: string) => async () => new Uint8Array(Buffer.from(text))
  const papersIn = () => ({
    contractPdf: drawn('%PDF-contract'),
    invoicePdf: drawn('%PDF-invoice'),
    readMe: () => 'README',
  })
  return makeNextExport({ db, files, clock: portal.context.clock, documentSourcesFor: papersIn, log: { error() {} } })
}

const mails = () =>
  portal.context.db.selectFrom('outbox_message').select(['kind', 'values']).where('user_id', '=', userId).execute()

describe('a data export', () => {
  test.each([
    ['nobody without a session', () => portal.anonymous.sendRaw(requestDataExport, {}), 401, 'unauthenticated'],
    ['no read-only user', () => annaReadonly.sendRaw(requestDataExport, {}), 403, 'token_readonly'],
  ])('is made for %s', async (_, asking, status, code) => {
    const answer = await asking()
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })

  test('and its status are shown to a read-only user, and to nobody without a session', async () => {
    expect((await portal.anonymous.sendRaw(readDataExport, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(listErasures, {})).statusCode).toBe(401)
    expect(await annaReadonly.send(readDataExport, {})).toEqual({ export: null })
    expect(await annaReadonly.send(listErasures, {})).toMatchObject({ items: [] })
  })

  test('is requested, made, notified by mail and downloaded, all by the requester', async () => {
    expect(await anna.send(readDataExport, {})).toEqual({ export: null })
    const exportReply = await anna.send(requestDataExport, {})
    expect(exportReply.export).toMatchObject({ state: 'waiting', expires_at: null })
    expect(await anna.send(requestDataExport, {}), 'one at a time').toEqual(exportReply)
    expect(await makeCopies()).toBe(true)
    expect(await makeCopies()).toBe(false)
    const { export: ready } = await anna.send(readDataExport, {})
    expect(ready).toMatchObject({
      state: 'ready',
      expires_at: '2026-11-27T10:00:00.000Z',
      size_bytes: expect.any(Number),
    })
    expect(await mails()).toContainEqual({ kind: 'profile.exportReady', values: { day: '27/11/2026' } })

    const params = { exportId: ready!.id }
    const file = await anna.sendRaw(downloadDataExport, { params })
    expect(file.headers['content-disposition']).toContain('llum-2026-11-20.zip')
    expect(file.rawPayload).toHaveLength(ready!.size_bytes!)
    expect((await stranger.sendRaw(downloadDataExport, { params })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(downloadDataExport, { params })).statusCode).toBe(401)
    expect((await anna.sendRaw(downloadDataExport, { params: { exportId: 'x' } })).statusCode).toBe(404)
  })

  test('contains the requester’s rows of every exported table, and no secret', async () => {
    const { export: ready } = await anna.send(readDataExport, {})
    const file = await anna.sendRaw(downloadDataExport, { params: { exportId: ready!.id } })
    const files = unzipSync(file.rawPayload)
    const text = (name: string) => Buffer.from(files[name]!).toString()
    const rows = (table: string) => JSON.parse(text(`data/${table}.json`))
    expect(rows('user_account')).toMatchObject([{ email: 'anna@example.test', user_id: userId }])
    expect(rows('customer')).toMatchObject([{ name: 'Anna Güell' }])
    expect(rows('contract').map(({ name }: { name: string }) => name)).toEqual(['0048213', '0040000'])
    expect(rows('supply_point')).toHaveLength(2)
    expect(rows('invoice').map(({ number }: { number: string }) => number)).toEqual(['FE0001'])
    expect(text('contracts/0048213.pdf')).toBe('%PDF-contract')
    expect(Object.keys(files).filter((name) => name.startsWith('contracts/0048213/'))).toEqual([
      expect.stringMatching(/^contracts\/0048213\/\d+ \.\._a_b\.pdf$/),
    ])
    const curve = text(`curves/${home.cups} 0048213.csv`)
    expect(curve).toContain('0,111')
    expect(curve, 'a day of another holder of the supply point').not.toContain('0,999')
    const all = Object.values(files).map((bytes) => Buffer.from(bytes).toString())
    for (const not of ['FE9999', 'Somebody else', 'a-hash', 'password_hash', 'file_key'])
      expect(
        all.filter((content) => content.includes(not)),
        not,
      ).toEqual([])
  })

  test('contains what others have written and sent about them too, with every file of theirs', async () => {
    const { db, files } = portal.context
    const { customerId, contractId, supplyPointId } = home
    const theirs = { case_type: 'claim', subject: 'Factura', state: 'accepted', locale: 'es' }
    const at = { opened_at: now, updated_at: now }
    const [own, foreign] = await db
      .insertInto('support_case')
      .values([
        { customer_id: customerId, contract_id: contractId, ...theirs, ...at },
        { customer_id: null, ...theirs, ...at },
      ])
      .returning('case_id')
      .execute()
    const aFile = async (content: string) => {
      const upload_id = crypto.randomUUID()
      const file_key = await files.put(Buffer.from(content))
      const uploadColumns = {
        file_name: 'carta.pdf',
        media_type: 'application/pdf',
        size_bytes: content.length,
        file_key,
      }
      await db
        .insertInto('upload')
        .values({ upload_id, user_id: null, created_at: now, scan_state: 'clean', ...uploadColumns })
        .execute()
      return upload_id
    }
    for (const [theCase, words] of [
      [own!, 'Te lo devolvemos'],
      [foreign!, 'De otra persona'],
    ] as const) {
      const case_id = theCase.case_id
      const message = { case_id, author: 'administrator', words, written_at: now }
      const { message_id } = await db
        .insertInto('support_message')
        .values(message)
        .returning('message_id')
        .executeTakeFirstOrThrow()
      const upload_id = await aFile(`%PDF-${words}`)
      await db.insertInto('support_attachment').values({ case_id, message_id, upload_id, place: 0 }).execute()
    }
    await db
      .insertInto('change_request')
      .values({
        customer_id: customerId,
        contract_id: contractId,
        kind: 'iban',
        state: 'done',
        details: JSON.stringify({ files: [await aFile('%PDF-libreta')] }),
        requested_by_user_id: userId,
        requested_at: now,
        updated_at: now,
      })
      .execute()
    const document = { title: 'Cambio de cuenta', document_sha256: 'x', locale: 'es', subject_kind: 'change_request' }
    await db
      .insertInto('signature')
      .values({
        ...{ customer_id: customerId, signature_id: crypto.randomUUID(), contract_id: contractId, subject_id: 1 },
        ...{ state: 'signed', requested_by_user_id: userId, created_at: now, expires_at: now, ...document },
        document_key: await files.put(Buffer.from('%PDF-not-signed')),
        sealed_key: await files.put(Buffer.from('%PDF-signed')),
      })
      .execute()
    const { invoice_id } = await db
      .selectFrom('invoice')
      .where('number', '=', 'FE0001')
      .select('invoice_id')
      .executeTakeFirstOrThrow()
    const file_key = await files.put(Buffer.from('<facturae/>'))
    await db
      .insertInto('invoice_document')
      .values({ customer_id: customerId, invoice_id, document_type: 'signed_xml', file_key })
      .execute()
    await db
      .insertInto('meter_reading')
      .values([
        { supply_point_id: supplyPointId, day: '2026-10-31', register_wh: [999] },
        { supply_point_id: supplyPointId, day: '2026-11-02', register_wh: [111] },
      ])
      .execute()
    await db.insertInto('unwanted_message').values({ user_id: userId, topic: 'payments' }).execute()
    const code = { kind: 'session.sign-in-code', values: { code: '482913', device: 'Firefox' }, userId } as const
    await queueMessage(db, code, now)

    portal.setClock(new Date('2026-11-20T10:00:30Z'))
    await anna.send(requestDataExport, {})
    await makeCopies()
    const { export: ready } = await anna.send(readDataExport, {})
    const archive = unzipSync((await anna.sendRaw(downloadDataExport, { params: { exportId: ready!.id } })).rawPayload)
    const text = (name: string) => Buffer.from(archive[name] ?? []).toString()
    const rows = (table: string) => JSON.parse(text(`data/${table}.json`))
    expect(rows('support_message')).toMatchObject([{ author: 'administrator', words: 'Te lo devolvemos' }])
    expect(rows('support_attachment')).toHaveLength(1)
    expect(rows('upload')).toHaveLength(2)
    expect(rows('meter_reading')).toMatchObject([{ day: '2026-11-02' }])
    expect(rows('unwanted_message')).toMatchObject([{ topic: 'payments' }])
    expect(rows('outbox_message')).toContainEqual(
      expect.objectContaining({ kind: 'session.sign-in-code', values: { device: 'Firefox' } }),
    )
    const inFolder = (folder: string) =>
      Object.keys(archive)
        .filter((name) => name.startsWith(`${folder}/`))
        .map(text)
        .toSorted()
    expect(inFolder('files')).toEqual(['%PDF-Te lo devolvemos', '%PDF-libreta'])
    expect(inFolder('signatures')).toEqual(['%PDF-signed'])
    expect(text('invoices/2026/FE0001.pdf')).toBe('%PDF-invoice')
    expect(text('invoices/2026/FE0001 signed_xml.xml')).toBe('<facturae/>')
  })

  test('is retried after a failure, and given up after three tries', async () => {
    const { db, files } = portal.context
    const clock = { at: new Date('2026-11-20T10:01:00Z') }
    portal.setClock(clock.at)
    await anna.send(requestDataExport, {})
    const noPaper = async () => {
      throw new Error('no paper')
    }
    const papersIn = () => ({ contractPdf: noPaper, invoicePdf: noPaper, readMe: () => '' })
    const deps = { db, files, clock: () => clock.at, documentSourcesFor: papersIn, log: { error() {} } }
    for (const state of ['waiting', 'waiting', 'failed']) {
      expect(await makeNextExport(deps)).toBe(true)
      expect((await anna.send(readDataExport, {})).export?.state).toBe(state)
      expect(await makeNextExport(deps), 'only after a pause').toBe(false)
      clock.at = new Date(clock.at.getTime() + 6 * 60_000)
    }
  })

  test('contains the document of each contract, and is removed after seven days', async () => {
    const { db, files, clock } = portal.context
    portal.setClock(new Date('2026-11-20T10:02:00Z'))
    await anna.send(requestDataExport, {})
    const jobs = startMountedExportJobs(portal.context, portal.app)
    await expect.poll(async () => (await anna.send(readDataExport, {})).export?.state).toBe('ready')
    await jobs.stop()
    const { export: ready } = await anna.send(readDataExport, {})
    const params = { exportId: ready!.id }
    const archive = unzipSync((await anna.sendRaw(downloadDataExport, { params })).rawPayload)
    expect(await readPdfText(Buffer.from(archive['contracts/0048213.pdf']!))).toContain('Carrer Major, 3')
    expect(await readPdfText(Buffer.from(archive['invoices/2026/FE0001.pdf']!))).toContain('FE0001')
    expect(Buffer.from(archive['README.txt']!).toString()).toContain('Copia de tus datos')

    expect(await removeOldExport({ db, files, clock })).toBe(false)
    const later = () => new Date('2026-11-27T10:02:00Z')
    for (const which of ['the first', 'the second', 'the third'])
      expect(await removeOldExport({ db, files, clock: later }), which).toBe(true)
    expect(await removeOldExport({ db, files, clock: later })).toBe(false)
    expect((await anna.send(readDataExport, {})).export?.state).toBe('expired')
    expect((await anna.sendRaw(downloadDataExport, { params })).statusCode).toBe(404)
  })
})

describe('an erasure request', () => {
  const body = { confirmed: true, comment: 'Todo lo que se pueda' } as const
  const ask = (visitor: TestVisitor, sent: object = body) => visitor.sendRaw(requestErasure, { body: sent as never })

  test.each([
    ['nobody without a session', () => ask(portal.anonymous), 401, 'unauthenticated'],
    ['no read-only user', () => ask(annaReadonly), 403, 'token_readonly'],
    ['nobody without a confirmation', () => ask(anna, { confirmed: false }), 400, 'invalid'],
  ])('is made by %s', async (_, asking, status, code) => {
    const answer = await asking()
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })

  test('is made once, confirmed by mail with its last day, and can be followed', async () => {
    const made = await anna.send(requestErasure, { body })
    expect(made).toMatchObject({ state: 'requested', comment: body.comment, answer: null, answer_by: '2026-12-20' })
    expect(made.duty).toEqual({
      ...{ kind: 'erasure_answer', status: 'running', due_on: '2026-12-20', due_at: null },
      recourse: 'data_protection_agency',
    })
    expect(await anna.send(listErasures, {})).toMatchObject({
      items: [made],
      open_contracts: 1,
      obstacles: ['open_contracts', 'unpaid_invoices'],
    })
    const again = await ask(anna)
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'erasure_open'])
    expect(await mails()).toContainEqual({
      kind: 'profile.erasureRequested',
      values: { number: made.id, day: '20/12/2026' },
    })
    expect((await stranger.send(listErasures, {})).items).toEqual([])
  })

  test('is withdrawn by the requester until it is answered', async () => {
    const [{ id } = { id: 0 }] = (await anna.send(listErasures, {})).items
    const params = { erasureId: String(id) }
    expect((await stranger.sendRaw(withdrawErasure, { params })).statusCode).toBe(404)
    expect((await annaReadonly.sendRaw(withdrawErasure, { params })).statusCode).toBe(403)
    expect(await anna.send(withdrawErasure, { params })).toMatchObject({ state: 'withdrawn', duty: null })
    expect(await findDutiesOf(portal.context.db, `erasure:${id}`)).toMatchObject([{ state: 'cancelled' }])
    const again = await anna.sendRaw(withdrawErasure, { params })
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'erasure_closed'])
  })

  test('is answered, and its owner is notified', async () => {
    const { db } = portal.context
    const { id } = await anna.send(requestErasure, { body: { confirmed: true } })
    const answer = 'Hemos borrado tu teléfono.'
    expect(await moveErasure(db, { erasureId: id, state: 'partly_done', answer, now })).toMatchObject({ answer })
    expect(await findDutiesOf(db, `erasure:${id}`)).toMatchObject([{ state: 'done', ended_at: now }])
    expect(await moveErasure(db, { erasureId: id, state: 'done', now })).toBe(false)
    expect(await moveErasure(db, { erasureId: 999_999, state: 'done', now })).toBeNull()
    expect((await anna.send(listErasures, {})).items[0]).toMatchObject({ id, state: 'partly_done', answer })
    expect(await mails()).toContainEqual({
      kind: 'profile.erasureMoved',
      values: { number: id, state: 'partly_done', answer },
    })
  })
})

test.each([
  ['a copy', requestDataExport, {}],
  ['erasure', requestErasure, { body: { confirmed: true } }],
] as const)('re-authentication is required before requesting %s', async (_, call, sent) => {
  portal.setClock(new Date('2026-11-20T10:20:00Z'))
  const answer = await anna.sendRaw(call, sent as never)
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'fresh_authentication_required'])
})
