import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { aPdf, aPhoto, uploadFileAs } from '#domains/uploads/server/uploads-testing.ts'
import { createPackedPdf, createTestPdf, eicar } from '#outside/virus-scan/testing/suspicious-files.ts'
import { openClaim, openRequest, openUnsignedRequest, readRequest } from '../../../api.ts'
import { answerCustomer, assignCase, listCases, readCase, readCaseChoices, uploadCaseFile } from '../api.ts'
import { downloadCaseFile, exportCases } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const photo = { filename: 'contador.jpg', content: aPhoto.toString('base64') }
const { portal, operator, operatorId } = await deskPortal({ now: noon })
let eva: TestVisitor
let evaId: number
let contract: Awaited<ReturnType<typeof insertContract>>
let customerId: number

beforeAll(async () => {
  const { db } = portal.context
  await loadSupportTypes(db)
  customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  contract = await insertContract(db, { customerId, name: '0049077' })
  evaId = await insertUser(db, { login: 'eva', customerIds: [customerId], email: 'eva@example.test' })
  eva = await portal.as(evaId)
})
afterAll(() => portal.close())
beforeEach(() => portal.setClock(noon))

async function aCase(title = 'La factura de octubre') {
  const { id } = await eva.send(openRequest, {
    body: {
      polissa_id: contract.contractId,
      polissa_type: 'electricity',
      categ_id: 11,
      title,
      message: 'Me parece muy alta.',
      attachments: [photo],
    },
  })
  return id
}

const aRefusal = { state: 'denied', reasons: [{ point: 'El importe', reason: 'La lectura es real.' }] }

const list = (query: object = {}) => operator.send(listCases, { query: query as never })
const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id)
const answer = (id: number, body: object) =>
  operator.sendRaw(answerCustomer, { params: { id: String(id) }, body: body as never })
const assign = (id: number, operator_id: number | null) =>
  operator.sendRaw(assignCase, { params: { id: String(id) }, body: { operator_id } })

describe('the list', () => {
  test('finds a case by its number, subject or holder', async () => {
    const id = await aCase('Comptador avariat')
    const [found] = (await list({ q: String(id) })).items
    expect(found).toMatchObject({ id, subject: 'Comptador avariat', customer: { name: 'Eva García Lluís' } })
    for (const q of [found!.number, 'avariat compt', 'comptador']) expect(await idsOf({ q })).toEqual([id])
    for (const q of ['garcia', '99100733-N', '0049077', contract.cups]) expect(await idsOf({ q })).toContain(id)
    expect(await idsOf({ q: "zzz & | ' %" })).toEqual([])
  })

  test('includes cases opened without a session, by e-mail address', async () => {
    const { result } = await portal.anonymous.send(openUnsignedRequest, {
      body: {
        email: 'Pau@Example.test',
        mobile: '612345678',
        category: 10,
        subject: 'Precios',
        description: '¿Qué tarifa tenéis?',
        attachment: [photo],
      },
    })
    const { items } = await list({ q: 'PAU@example.test' })
    expect(items).toMatchObject([{ number: result, customer: null, email: 'pau@example.test' }])
    const params = { id: String(items[0]!.id) }
    expect(await operator.send(readCase, { params })).toMatchObject({
      customer: null,
      contact: { email: 'pau@example.test' },
    })
  })

  test('filters by state and category', async () => {
    const id = await aCase()
    await eva.send(openClaim, {
      params: { contractName: contract.name },
      body: { contract: contract.name, tipus: 'invoice', subtipus: 'twice', comments: 'Dos cargos.' },
    })
    expect(await idsOf({ category: 'category-11' })).toContain(id)
    expect(await idsOf({ category: 'type-invoice' })).toHaveLength(1)
    await answer(id, { ...aRefusal, message: 'Está bien.' })
    expect(await idsOf({})).not.toContain(id)
    expect(await idsOf({ state: 'denied' })).toEqual([id])
    expect(await idsOf({ state: 'all' })).toContain(id)
  })

  test('filters by who has taken a case over', async () => {
    const [mine, hers, free] = [await aCase(), await aCase(), await aCase()]
    const { userId: colleagueId } = await createTestOperator(portal, undefined, ['care'])
    await assign(mine, operatorId)
    await assign(hers, colleagueId)
    expect(await idsOf({ assignee: 'mine' })).toEqual([mine])
    expect(await idsOf({ assignee: String(colleagueId) })).toEqual([hers])
    const unassigned = await idsOf({ assignee: 'nobody', limit: 100 })
    expect([mine, hers, free].filter((id) => unassigned.includes(id))).toEqual([free])
    const exported = async (query: object) => (await operator.sendRaw(exportCases, { query: query as never })).body
    expect((await exported({ assignee: 'mine' })).trim().split('\r\n')).toHaveLength(2)
    for (const assignee of ['everyone', '0', "1' or true"])
      expect((await operator.sendRaw(listCases, { query: { assignee } })).statusCode).toBe(400)
  })

  test('returns late cases first, page by page', async () => {
    const late = await aCase('Muy antigua')
    await portal.context.db
      .updateTable('duty')
      .set({ due_on: '2026-11-01', due_at: new Date('2026-11-01T23:00:00Z') })
      .where('subject', '=', `case:${late}`)
      .execute()
    const { items, total } = await list({ limit: 1 })
    expect(items).toMatchObject([{ id: late, clock: 'late', due_on: '2026-11-01' }])
    const next = await list({ limit: 1, offset: 1 })
    expect([next.total, next.items[0]!.clock]).toEqual([total, 'running'])
  })

  test.each([
    ['state', { state: 'lost' }],
    ['category', { category: 'any' }],
    ['limit', { limit: 1000 }],
  ])('refuses an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listCases, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('a case is returned with its thread, files, holder and response deadline', async () => {
  const id = await aCase()
  const params = { id: String(id) }
  const read = await operator.send(readCase, { params })
  expect(read).toMatchObject({
    id,
    clock: 'running',
    customer: { id: customerId, name: 'Eva García Lluís', tax_id: '99100733N' },
    contract: { name: '0049077' },
    assignee: null,
    messages: [{ author: 'customer', message: 'Me parece muy alta.', attachments: [{ filename: 'contador.jpg' }] }],
  })
  expect(read.term?.due_on).toMatch(/^2026-/)
  const attachmentId = read.messages[0]!.attachments[0]!.id
  const file = await operator.sendRaw(downloadCaseFile, { params: { ...params, attachmentId } })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const another = { id: String(await aCase()), attachmentId }
  expect((await operator.sendRaw(downloadCaseFile, { params: another })).statusCode).toBe(404)
})

test.each([
  ['waiting', 409, 'file_being_checked'],
  ['infected', 410, 'file_removed'],
])('a case file whose scan is %s cannot be opened', async (scan_state, status, code) => {
  const params = { id: String(await aCase()) }
  const { messages } = await operator.send(readCase, { params })
  const attachmentId = messages[0]!.attachments[0]!.id
  await portal.context.db.updateTable('upload').set({ scan_state }).where('upload_id', '=', attachmentId).execute()
  const marked = await operator.send(readCase, { params })
  expect(marked.messages[0]!.attachments[0]!.scan_state).toBe(scan_state)
  const refused = await operator.sendRaw(downloadCaseFile, { params: { ...params, attachmentId } })
  expect([refused.statusCode, refused.json().message]).toEqual([status, code])
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('returns 404 for case %s', async (id) => {
  const params = { id }
  const replies = [
    operator.sendRaw(readCase, { params }),
    operator.sendRaw(answerCustomer, { params, body: { message: 'Hola', state: 'accepted' } }),
    operator.sendRaw(assignCase, { params, body: { operator_id: null } }),
    operator.sendRaw(downloadCaseFile, { params: { id, attachmentId: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

describe('a reply', () => {
  test('is shown to the customer, notified by e-mail and recorded', async () => {
    const id = await aCase()
    const answered = await answer(id, { message: ' Envíanos la factura. ', state: 'additional_information_required' })
    expect(answered.statusCode).toBe(200)
    const read = await eva.send(readRequest, { params: { id: String(id) } })
    expect(read.state).toBe('additional_information_required')
    expect(read.messages.at(-1)).toMatchObject({
      author: 'administrator',
      author_name: 'Jordi Ferrer',
      message: 'Envíanos la factura.',
    })
    const mails = await portal.context.db
      .selectFrom('outbox_message')
      .where('kind', '=', 'support.incomplete')
      .where('user_id', '=', evaId)
      .selectAll()
      .execute()
    expect(mails.map(({ link }) => link)).toContain(`/requests/${id}`)
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'case_answered',
      { state: 'additional_information_required' },
    ])
  })

  test('includes files uploaded before by the same operator, and none of another account', async () => {
    const id = await aCase()
    const path = '/api/v1/operator/uploads'
    const sent = await uploadFileAs(portal, operator, { content: aPdf, name: 'carta.pdf', path })
    expect(sent.statusCode).toBe(200)
    const attachments = [{ id: sent.json().id }]
    expect((await answer(id, { message: 'Te la mandamos.', state: 'accepted', attachments })).statusCode).toBe(200)
    const { messages } = await eva.send(readRequest, { params: { id: String(id) } })
    expect(messages.at(-1)!.attachments).toMatchObject([{ filename: 'carta.pdf' }])

    const other = await aCase()
    const evas = await uploadFileAs(portal, eva)
    for (const unknown of [attachments[0], { id: evas.json().id }]) {
      const refused = await answer(other, { message: 'Otra vez.', state: 'accepted', attachments: [unknown] })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['attachments']])
    }
    expect((await operator.send(readCase, { params: { id: String(other) } })).messages).toHaveLength(1)
  })

  test.each([
    ['nothing', Buffer.alloc(0), 400, 'file_empty'],
    ['an HTML page', Buffer.from('<html><script>'), 415, 'file_kind'],
    ['more than the limit', Buffer.concat([aPhoto, Buffer.alloc(100_000)]), 413, 'file_too_large'],
    ['a virus', Buffer.concat([aPhoto, eicar]), 400, 'file_infected'],
    ['a document with script', createTestPdf('<< /S /JavaScript /JS (x) >>'), 415, 'file_active'],
    [
      'an encrypted document',
      Buffer.concat([createPackedPdf('<< >>'), Buffer.from('/Encrypt 9 0 R')]),
      415,
      'file_unreadable',
    ],
  ])('refuses a file that is %s', async (_, content, status, code) => {
    await portal.set('fileUploadSizeLimit', 100_000)
    const refused = await uploadFileAs(portal, operator, { content, path: '/api/v1/operator/uploads' })
    expect([refused.statusCode, refused.json().message]).toEqual([status, code])
    await portal.set('fileUploadSizeLimit', 15_000_000)
  })

  test('refuses an upload without a file', async () => {
    const refused = await operator.sendRaw(uploadCaseFile, {} as never)
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'file_missing'])
  })

  test('is refused once the case is closed', async () => {
    const id = await aCase()
    await answer(id, { message: 'Hecho.', state: 'accepted' })
    for (const refused of [await answer(id, { message: 'Otra.', state: 'denied' }), await assign(id, operatorId)])
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'case_closed'])
  })

  test.each([
    ['message', { message: '  ', state: 'accepted' }],
    ['message', { message: 'a'.repeat(5001), state: 'accepted' }],
    ['state', { message: 'Hola', state: 'in_process' }],
  ])('is refused with an invalid %s', async (field, body) => {
    const refused = await answer(await aCase(), body)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a case', () => {
  test('is assigned to an operator, which starts processing it, and unassigned again', async () => {
    const id = await aCase()
    expect((await assign(id, operatorId)).statusCode).toBe(204)
    const params = { id: String(id) }
    const given = await operator.send(readCase, { params })
    expect([given.assignee, given.state]).toEqual([{ id: operatorId, name: 'Jordi Ferrer' }, 'being_processed'])
    expect((await assign(id, null)).statusCode).toBe(204)
    const left = await operator.send(readCase, { params })
    expect([left.assignee, left.state]).toEqual([null, 'being_processed'])
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'case_assigned',
      { operatorId, state: 'being_processed' },
    ])
  })

  test('is assigned to operators only', async () => {
    const refused = await assign(await aCase(), evaId)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['operator_id']])
  })

  test('offers active operators as assignees and the available categories', async () => {
    const { operators, categories } = await operator.send(readCaseChoices, {})
    expect(operators).toContainEqual({ id: operatorId, name: 'Jordi Ferrer' })
    expect(categories.map(({ code }) => code)).toEqual(expect.arrayContaining(['category-11', 'type-invoice']))
  })
})

test('customers have no access', async () => {
  const params = { id: String(await aCase()) }
  const replies = [
    eva.sendRaw(listCases, { query: {} }),
    eva.sendRaw(readCaseChoices, {}),
    eva.sendRaw(readCase, { params }),
    eva.sendRaw(answerCustomer, { params, body: { message: 'Hola', state: 'accepted' } }),
    eva.sendRaw(assignCase, { params, body: { operator_id: null } }),
    eva.sendRaw(downloadCaseFile, { params: { ...params, attachmentId: crypto.randomUUID() } }),
    uploadFileAs(portal, eva, { path: '/api/v1/operator/uploads' }),
  ]
  expect(new Set((await Promise.all(replies)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})
