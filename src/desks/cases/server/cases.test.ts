import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import type { Visitor } from '#app/server/testing/portal.ts'
import { loadSupportOffers } from '#db/demo/support/offers.ts'
import { aDesk } from '#desks/operators/server/testing.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { openClaim, openRequest, openUnsigned, readRequest } from '#domains/support/api.ts'
import { aPdf, aPhoto, sendFile } from '#domains/uploads/server/uploads-testing.ts'
import { eicar, pdfOf, pdfWithPacked } from '#outside/virus-scan/testing/suspicious-files.ts'
import { answerCustomer, assignCase, listCases, readCase, readCaseChoices, uploadCaseFile } from '../api.ts'
import { downloadCaseFile } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const photo = { filename: 'contador.jpg', content: aPhoto.toString('base64') }
const { portal, operator, operatorId } = await aDesk({ now: noon })
let eva: Visitor
let evaId: number
let contract: Awaited<ReturnType<typeof aContract>>
let customerId: number

beforeAll(async () => {
  const { db } = portal.context
  await loadSupportOffers(db)
  customerId = await aCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  contract = await aContract(db, { customerId, name: '0049077' })
  evaId = await aUser(db, { login: 'eva', customerIds: [customerId], email: 'eva@example.test' })
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

const list = (query: object = {}) => operator.send(listCases, { query: query as never })
const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id)
const answer = (id: number, body: object) =>
  operator.ask(answerCustomer, { params: { id: String(id) }, body: body as never })
const assign = (id: number, operator_id: number | null) =>
  operator.ask(assignCase, { params: { id: String(id) }, body: { operator_id } })

describe('the list', () => {
  test('finds a case by its number, its subject, or whose it is', async () => {
    const id = await aCase('Comptador avariat')
    const [found] = (await list({ q: String(id) })).items
    expect(found).toMatchObject({ id, subject: 'Comptador avariat', customer: { name: 'Eva García Lluís' } })
    for (const q of [found!.number, 'avariat compt', 'comptador']) expect(await idsOf({ q })).toEqual([id])
    for (const q of ['garcia', '99100733-N', '0049077', contract.cups]) expect(await idsOf({ q })).toContain(id)
    expect(await idsOf({ q: "zzz & | ' %" })).toEqual([])
  })

  test('has those without a session too, by their address', async () => {
    const { result } = await portal.anonymous.send(openUnsigned, {
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

  test('is narrowed by state and category', async () => {
    const id = await aCase()
    await eva.send(openClaim, {
      params: { contractName: contract.name },
      body: { contract: contract.name, tipus: 'invoice', subtipus: 'twice', comments: 'Dos cargos.' },
    })
    expect(await idsOf({ category: 'category-11' })).toContain(id)
    expect(await idsOf({ category: 'type-invoice' })).toHaveLength(1)
    await answer(id, { message: 'Está bien.', state: 'denied' })
    expect(await idsOf({})).not.toContain(id)
    expect(await idsOf({ state: 'denied' })).toEqual([id])
    expect(await idsOf({ state: 'all' })).toContain(id)
  })

  test('has the late ones first, page by page', async () => {
    const late = await aCase('Muy antigua')
    await portal.context.db
      .updateTable('support_case')
      .set({ due_on: '2026-11-01' })
      .where('case_id', '=', late)
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
  ])('does not take any %s', async (field, query) => {
    const refused = await operator.ask(listCases, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('a case is read with its thread, its files, its holder and its term', async () => {
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
  const file = await operator.ask(downloadCaseFile, { params: { ...params, attachmentId } })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const another = { id: String(await aCase()), attachmentId }
  expect((await operator.ask(downloadCaseFile, { params: another })).statusCode).toBe(404)
})

test.each([
  ['waiting', 409, 'file_being_checked'],
  ['infected', 410, 'file_removed'],
])('a file of a case whose check is %s is opened by nobody', async (scan_state, status, code) => {
  const params = { id: String(await aCase()) }
  const { messages } = await operator.send(readCase, { params })
  const attachmentId = messages[0]!.attachments[0]!.id
  await portal.context.db.updateTable('upload').set({ scan_state }).where('upload_id', '=', attachmentId).execute()
  const marked = await operator.send(readCase, { params })
  expect(marked.messages[0]!.attachments[0]!.scan_state).toBe(scan_state)
  const refused = await operator.ask(downloadCaseFile, { params: { ...params, attachmentId } })
  expect([refused.statusCode, refused.json().message]).toEqual([status, code])
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('there is no case %s', async (id) => {
  const params = { id }
  const asked = [
    operator.ask(readCase, { params }),
    operator.ask(answerCustomer, { params, body: { message: 'Hola', state: 'accepted' } }),
    operator.ask(assignCase, { params, body: { operator_id: null } }),
    operator.ask(downloadCaseFile, { params: { id, attachmentId: crypto.randomUUID() } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

describe('an answer', () => {
  test('is read by the customer, who is told by mail, and recorded', async () => {
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
      .where('kind', '=', 'support.answered')
      .where('user_id', '=', evaId)
      .selectAll()
      .execute()
    expect(mails.map(({ link }) => link)).toContain(`/requests/${id}`)
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'case_answered',
      { state: 'additional_information_required' },
    ])
  })

  test('takes along files that the operator has sent before, and nobody else’s', async () => {
    const id = await aCase()
    const path = '/api/v1/operator/uploads'
    const sent = await sendFile(portal, operator, { content: aPdf, name: 'carta.pdf', path })
    expect(sent.statusCode).toBe(200)
    const attachments = [{ id: sent.json().id }]
    expect((await answer(id, { message: 'Te la mandamos.', state: 'accepted', attachments })).statusCode).toBe(200)
    const { messages } = await eva.send(readRequest, { params: { id: String(id) } })
    expect(messages.at(-1)!.attachments).toMatchObject([{ filename: 'carta.pdf' }])

    const other = await aCase()
    const evas = await sendFile(portal, eva)
    for (const unknown of [attachments[0], { id: evas.json().id }]) {
      const refused = await answer(other, { message: 'Otra vez.', state: 'accepted', attachments: [unknown] })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['attachments']])
    }
    expect((await operator.send(readCase, { params: { id: String(other) } })).messages).toHaveLength(1)
  })

  test.each([
    ['nothing', Buffer.alloc(0), 400, 'file_empty'],
    ['a page', Buffer.from('<html><script>'), 415, 'file_kind'],
    ['more than the limit', Buffer.concat([aPhoto, Buffer.alloc(100_000)]), 413, 'file_too_large'],
    ['a virus', Buffer.concat([aPhoto, eicar]), 400, 'file_infected'],
    ['a document with script', pdfOf('<< /S /JavaScript /JS (x) >>'), 415, 'file_active'],
    [
      'a document that is locked',
      Buffer.concat([pdfWithPacked('<< >>'), Buffer.from('/Encrypt 9 0 R')]),
      415,
      'file_unreadable',
    ],
  ])('takes along no file that is %s', async (_, content, status, code) => {
    await portal.set('fileUploadSizeLimit', 100_000)
    const refused = await sendFile(portal, operator, { content, path: '/api/v1/operator/uploads' })
    expect([refused.statusCode, refused.json().message]).toEqual([status, code])
    await portal.set('fileUploadSizeLimit', 15_000_000)
  })

  test('takes along no file that is not there', async () => {
    const refused = await operator.ask(uploadCaseFile, {} as never)
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'file_missing'])
  })

  test('comes to an end with the case', async () => {
    const id = await aCase()
    await answer(id, { message: 'Hecho.', state: 'accepted' })
    for (const refused of [await answer(id, { message: 'Otra.', state: 'denied' }), await assign(id, operatorId)])
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'case_closed'])
  })

  test.each([
    ['message', { message: '  ', state: 'accepted' }],
    ['message', { message: 'a'.repeat(5001), state: 'accepted' }],
    ['state', { message: 'Hola', state: 'in_process' }],
  ])('is not taken with a bad %s', async (field, body) => {
    const refused = await answer(await aCase(), body)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a case', () => {
  test('is given to an operator, which takes it up, and to nobody again', async () => {
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

  test('is given to operators only', async () => {
    const refused = await assign(await aCase(), evaId)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['operator_id']])
  })

  test('can be given to whoever is let in, and is about what is offered', async () => {
    const { operators, categories } = await operator.send(readCaseChoices, {})
    expect(operators).toContainEqual({ id: operatorId, name: 'Jordi Ferrer' })
    expect(categories.map(({ code }) => code)).toEqual(expect.arrayContaining(['category-11', 'type-invoice']))
  })
})

test('customers do not come in', async () => {
  const params = { id: String(await aCase()) }
  const asked = [
    eva.ask(listCases, { query: {} }),
    eva.ask(readCaseChoices, {}),
    eva.ask(readCase, { params }),
    eva.ask(answerCustomer, { params, body: { message: 'Hola', state: 'accepted' } }),
    eva.ask(assignCase, { params, body: { operator_id: null } }),
    eva.ask(downloadCaseFile, { params: { ...params, attachmentId: crypto.randomUUID() } }),
    sendFile(portal, eva, { path: '/api/v1/operator/uploads' }),
  ]
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})
