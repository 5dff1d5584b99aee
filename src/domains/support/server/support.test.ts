import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { aPdf, aPhoto, uploadFileAs } from '#domains/uploads/server/uploads-testing.ts'
import { pathOf } from '#kit/call.ts'
import { msPerDay, msPerHour } from '#vocabulary/durations.ts'
import {
  listCaseTypesOffered,
  listCategories,
  listRequests,
  listSubtypesOffered,
  openClaim,
  openRequest,
  openUnsignedRequest,
  readRequest,
  writeMessage,
} from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import { answerCase } from './answer-case.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let contract: CreatedContract
let theirs: CreatedContract
let anna: TestVisitor
let annaId: number
let annaReadonly: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  await loadSupportTypes(db)
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  annaId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(annaId)
  annaReadonly = await portal.as(annaId, { readonly: true })
  const other = await insertCustomer(db)
  theirs = await insertContract(db, { customerId: other })
  stranger = await portal.as(await insertUser(db, { customerIds: [other] }))
})
afterAll(() => portal.close())

const inline = { filename: 'contador.jpg', content: aPhoto.toString('base64') }

function aRequest(given: object = {}) {
  return {
    polissa_id: contract.contractId,
    polissa_type: 'electricity' as const,
    categ_id: 11,
    title: 'La factura de octubre',
    message: 'Me parece muy alta.',
    attachments: [inline],
    ...given,
  }
}

function aClaim(given: object = {}) {
  return {
    contract: contract.name,
    tipus: 'invoice',
    subtipus: 'twice',
    comments: 'Dos cargos el mismo día.',
    ...given,
  }
}

function aLetter(given: object = {}) {
  return {
    email: 'Eva@Example.test',
    mobile: '612345678',
    category: 10,
    subject: 'Precios',
    description: '¿Qué tarifa tenéis?',
    attachment: [inline],
    ...given,
  }
}

const outbox = (kind: string) =>
  portal.context.db
    .selectFrom('outbox_message')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .execute()

describe('the available types and categories', () => {
  test('are named in the customer’s language', async () => {
    expect(await anna.send(listCaseTypesOffered, {})).toContainEqual(['invoice', 'Factura y cobro'])
    const answer = await anna.sendRaw(
      listSubtypesOffered,
      { params: { tipus: 'network' } },
      { headers: { 'accept-language': 'ca' } },
    )
    expect(answer.json()).toContainEqual({ name: 'meter', desc: 'El comptador no mesura bé' })
    const { items } = await anna.send(listCategories, { query: {} })
    expect(items).toContainEqual({ id: 20, name: 'Lectura del contador', topic: 'meter' })
  })

  test('are not found for an unknown type', async () => {
    expect((await anna.sendRaw(listSubtypesOffered, { params: { tipus: 'nothing' } })).statusCode).toBe(404)
  })

  test('are fewer without a session, which must be requested explicitly', async () => {
    expect((await portal.anonymous.sendRaw(listCaseTypesOffered, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(listSubtypesOffered, { params: { tipus: 'network' } })).statusCode).toBe(401)
    const unknown = await portal.anonymous.sendRaw(listCategories, { query: {} })
    expect([unknown.statusCode, unknown.json().message]).toEqual([401, 'unauthenticated'])
    const past = await portal.anonymous.sendRaw(
      listCategories,
      { query: {} },
      { headers: { authorization: 'Bearer past' } },
    )
    expect([past.statusCode, past.json().message]).toEqual([401, 'token_expired'])
    const { items } = await portal.anonymous.send(listCategories, { query: { unsigned: 'true' } })
    expect(items.map(({ id }) => id)).not.toContain(20)
    expect(items.map(({ id }) => id)).toContain(10)
  })
})

describe('a customer care case', () => {
  const open = (body: object, who = anna, name = contract.name) =>
    who.sendRaw(openClaim, { params: { contractName: name }, body: aClaim(body) as never })

  test('has a number, its message, and a response deadline', async () => {
    const { result } = await anna.send(openClaim, {
      params: { contractName: contract.name },
      body: aClaim({ attachment: inline }),
    })
    expect(result).toMatch(/^2026-\d{6}$/)
    const id = Number(result.slice(5))
    expect(await anna.send(readRequest, { params: { id: String(id) } })).toMatchObject({
      number: result,
      subject: 'Me habéis cobrado dos veces',
      category: 'Factura y cobro',
      state: 'in_process',
      contract: { name: contract.name, type: 'electricity' },
      term: {
        due_on: '2026-11-25',
        count: 5,
        unit: 'days',
        norm: 'Ley 10/2025, art. 17.3',
        recourse: 'consumer_bodies',
      },
      messages: [
        { author: 'customer', message: 'Dos cargos el mismo día.', attachments: [{ filename: 'contador.jpg' }] },
      ],
    })
  })

  test('about the grid has a deadline of five days for a home, and of fifteen for a works', async () => {
    const works = await insertContract(portal.context.db, {
      customerId: contract.customerId,
      tariff: '3.0TD',
      power_watts: [20_000, 20_000, 20_000, 20_000, 20_000, 20_000],
    })
    const dueOf = async (name: string) => {
      const { result } = await anna.send(openClaim, {
        params: { contractName: name },
        body: aClaim({ contract: name, tipus: 'network', subtipus: 'meter' }),
      })
      return (await anna.send(readRequest, { params: { id: String(Number(result.slice(5))) } })).term
    }
    expect(await dueOf(contract.name)).toMatchObject({ due_on: '2026-11-27', count: 5, source: 'BOE-A-2000-24019' })
    expect(await dueOf(works.name)).toMatchObject({ due_on: '2026-12-14', count: 15 })
  })

  test.each([
    ['no description', { comments: ' ' }, 'comments'],
    ['an unknown subtype', { subtipus: 'nothing' }, 'subtipus'],
    ['the contract of another path', { contract: 'another' }, 'contract'],
    ['a text in place of a file', { attachment: { filename: 'a.pdf', content: 'aGVsbG8=' } }, 'attachment'],
    ['an unknown file', { attachment: { id: crypto.randomUUID() } }, 'attachment'],
  ])('with %s is rejected with an error at its field', async (_, given, field) => {
    const answer = await open(given)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('can be opened by its customer only', async () => {
    expect((await open({}, portal.anonymous)).statusCode).toBe(401)
    expect((await open({}, stranger)).statusCode).toBe(404)
    const looked = await open({}, annaReadonly)
    expect([looked.statusCode, looked.json().message]).toEqual([403, 'token_readonly'])
  })

  describe('while claims are closed', () => {
    beforeAll(async () => {
      await portal.set('features.reclamATCMenu', false)
      await portal.set('features.reclamATCContract', false)
    })
    afterAll(async () => {
      await portal.set('features.reclamATCMenu', true)
      await portal.set('features.reclamATCContract', true)
    })
    const refusalOf = ({ statusCode, json }: Awaited<ReturnType<typeof open>>) => [statusCode, json().message]

    test('is refused after authorisation and before the body is validated', async () => {
      expect((await open({}, portal.anonymous)).statusCode).toBe(401)
      expect((await open({}, stranger)).statusCode).toBe(404)
      expect(refusalOf(await open({}, annaReadonly))).toEqual([403, 'token_readonly'])
      expect(refusalOf(await open({ comments: ' ' }))).toEqual([403, 'contact_closed'])
    })

    test('has no types to choose from', async () => {
      const subtypes = (tipus: string) => anna.sendRaw(listSubtypesOffered, { params: { tipus } })
      expect((await portal.anonymous.sendRaw(listCaseTypesOffered, {})).statusCode).toBe(401)
      expect(refusalOf(await anna.sendRaw(listCaseTypesOffered, {}))).toEqual([403, 'contact_closed'])
      expect((await subtypes('nothing')).statusCode).toBe(404)
      expect(refusalOf(await subtypes('invoice'))).toEqual([403, 'contact_closed'])
    })

    test('is accepted again with one of the two settings', async () => {
      await portal.set('features.reclamATCContract', true)
      expect((await open({})).statusCode).toBe(200)
      await portal.set('features.reclamATCContract', false)
    })
  })

  test('is notified by mail to its author', async () => {
    const { result } = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    const messages = await outbox('support.opened')
    const notification = messages.find(({ values }) => (values as { number: string }).number === result)
    expect(notification).toMatchObject({ user_id: annaId, link: `/requests/${Number(result.slice(5))}` })
    expect(notification!.values).toMatchObject({ due: '2026-11-25', hasTerm: 'yes' })
  })

  test('is notified without a link if there are no requests pages', async () => {
    await portal.set('featureFlags.crm.case', false)
    const { result } = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    await portal.set('featureFlags.crm.case', true)
    const messages = await outbox('support.opened')
    const notification = messages.find(({ values }) => (values as { number: string }).number === result)
    expect(notification).toMatchObject({ user_id: annaId, link: null })
  })
})

describe('a request', () => {
  const open = (body: object, who = anna) => who.sendRaw(openRequest, { body: aRequest(body) as never })

  test('accepts up to six files uploaded before', async () => {
    const ids = await Promise.all(
      [aPhoto, aPdf].map(async (content) => (await uploadFileAs(portal, anna, { content })).json().id),
    )
    const { id } = await anna.send(openRequest, { body: aRequest({ attachments: ids.map((id) => ({ id })) }) })
    const found = await anna.send(readRequest, { params: { id: String(id) } })
    expect(found.messages[0]!.attachments.map((file) => [file.id, file.filename])).toEqual([
      [ids[0], 'contador.jpg'],
      [ids[1], 'contador.pdf'],
    ])
  })

  test.each([
    ['no subject', { title: '' }, 'title'],
    ['no message', { message: '' }, 'message'],
    ['no file', { attachments: [] }, 'attachments'],
    ['seven files', { attachments: Array(7).fill(inline) }, 'attachments'],
    ['an unknown category', { categ_id: 999 }, 'categ_id'],
    ['a contract beyond the integer range', { polissa_id: 2 ** 53 }, 'polissa_id'],
    ['an unknown member', { priority: 1 }, 'priority'],
  ])('with %s is rejected with an error at its field', async (_, given, field) => {
    const answer = await open(given)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  describe('requires as many files as the retailer has set', () => {
    const ofFiles = async (count: number, given: object = {}) => {
      const answer = await open({ attachments: Array(count).fill(inline), ...given })
      return answer.statusCode === 200 ? 200 : answer.json().errors
    }
    const unsigned = async (body: object) => {
      await portal.context.db.deleteFrom('visitor_throttle').execute()
      const { attachment: _, ...letter } = aLetter()
      return portal.anonymous.sendRaw(openUnsignedRequest, { body: { ...letter, ...body } as never })
    }

    test('one by default, none if so set, and two with the number in the message', async () => {
      expect(await ofFiles(0)).toEqual({ attachments: ['Añade al menos un archivo.'] })
      expect((await unsigned({})).json().errors).toEqual({ attachment: ['Añade al menos un archivo.'] })
      await portal.set('requests.leastFiles', 0)
      expect(await ofFiles(0)).toBe(200)
      expect(await ofFiles(0, { attachments: undefined })).toBe(200)
      expect((await unsigned({})).statusCode).toBe(200)
      expect((await unsigned({ attachment: [] })).statusCode).toBe(200)
      await portal.set('requests.leastFiles', 2)
      expect(await ofFiles(1)).toEqual({ attachments: ['Añade archivos: hacen falta 2 como mínimo.'] })
      expect(await ofFiles(2)).toBe(200)
      await portal.set('requests.leastFiles', 1)
    })

    test('for a meter reading, according to a setting of its own', async () => {
      await portal.set('requests.leastFiles', 0)
      expect(await ofFiles(0, { categ_id: 20 })).toEqual({ attachments: ['Añade al menos un archivo.'] })
      await portal.set('requests.leastReadingFiles', 0)
      expect(await ofFiles(0, { categ_id: 20 })).toBe(200)
      await portal.set('requests.leastFiles', 1)
      await portal.set('requests.leastReadingFiles', 1)
    })
  })

  test('returns its number and its response deadline', async () => {
    const { id, number, due_on } = await anna.send(openRequest, { body: aRequest() })
    const { number: shown, term } = await anna.send(readRequest, { params: { id: String(id) } })
    expect([number, due_on]).toEqual([shown, term!.due_on])
    const claim = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    const read = await anna.send(readRequest, { params: { id: String(claim.id) } })
    expect([claim.result, claim.due_on]).toEqual([read.number, read.term!.due_on])
  })

  test('rejects a file of another user, and is then not opened', async () => {
    const { id } = (await uploadFileAs(portal, stranger)).json()
    const before = (await anna.send(listRequests, { query: {} })).n_items
    const answer = await open({ attachments: [{ id }] })
    expect([answer.statusCode, answer.json().errors.attachments]).toEqual([
      400,
      ['Uno de los archivos ya no está. Quítalo y añádelo otra vez.'],
    ])
    expect((await anna.send(listRequests, { query: {} })).n_items).toBe(before)
  })

  describe('about a line of an invoice', () => {
    const line = {
      kind: 'energy',
      period: 1,
      quantity: '60',
      unit: 'kWh',
      days: null,
      unitPrice: '0.2',
      amountCents: 1200,
    }

    test('keeps the line as it is now, and needs no file', async () => {
      const content = JSON.stringify({ lines: [line], energyWhByPeriod: [], surplusWh: 0, powerWatts: [] })
      await insertInvoice(portal.context.db, { contract, number: 'FE/asked', content })
      const request = { attachments: [], invoice_line: { number: 'FE/asked', line: 0 } }
      const { id } = await anna.send(openRequest, { body: aRequest(request) })
      await portal.context.db.updateTable('invoice').where('number', '=', 'FE/asked').set({ content: '{}' }).execute()
      const { invoice_line } = await anna.send(readRequest, { params: { id: String(id) } })
      expect(invoice_line).toMatchObject({
        number: 'FE/asked',
        amount_total: 45.69,
        line: { kind: 'energy', quantity: '60', unit_price: '0.2', amount: 12 },
      })
    })

    test('can be about the whole invoice', async () => {
      await insertInvoice(portal.context.db, { contract, number: 'FE/whole' })
      const { id } = await anna.send(openRequest, { body: aRequest({ invoice_line: { number: 'FE/whole' } }) })
      const { invoice_line } = await anna.send(readRequest, { params: { id: String(id) } })
      expect(invoice_line).toMatchObject({ number: 'FE/whole', line: null })
    })

    test('is rejected if the contract has no such invoice, or the invoice no such line', async () => {
      await insertInvoice(portal.context.db, { contract: theirs, number: 'FE/theirs' })
      await insertInvoice(portal.context.db, { contract, number: 'FE/lineless' })
      for (const invoice_line of [{ number: 'FE/theirs' }, { number: 'FE/lineless', line: 0 }, { number: '' }]) {
        const answer = await open({ invoice_line })
        expect(answer.statusCode).toBe(400)
        expect(Object.keys(answer.json().errors)[0]).toMatch(/^invoice_line/)
      }
    })
  })

  test('can be opened by customers about their own contracts only', async () => {
    expect((await open({}, portal.anonymous)).statusCode).toBe(401)
    expect((await open({ polissa_id: theirs.contractId, title: '' })).statusCode).toBe(404)
    expect((await open({ polissa_type: 'gas' })).statusCode).toBe(404)
    expect((await open({}, annaReadonly)).json().message).toBe('token_readonly')
  })

  test('is refused if the retailer has closed the form', async () => {
    await portal.set('featureFlags.crm.case', false)
    const answer = await open({})
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'contact_closed'])
    await portal.set('featureFlags.crm.case', true)
  })
})

describe('a request without a session', () => {
  test('becomes a case with a number, notified by mail in the language of the page', async () => {
    const answer = await portal.anonymous.sendRaw(
      openUnsignedRequest,
      { body: aLetter() as never },
      { headers: { 'accept-language': 'fr' } },
    )
    expect(answer.json()).toEqual({
      ...{ result: expect.stringMatching(/^2026-\d{6}$/), due_on: '2026-12-14', due_at: null },
    })
    const notification = (await outbox('support.received')).find(
      ({ values }) => (values as { number: string }).number === answer.json().result,
    )
    expect(notification).toMatchObject({ to_address: 'eva@example.test', locale: 'fr', user_id: null })
    expect(notification!.link).toMatch(/^\/your-request\?case=\d+$/)
    expect(JSON.stringify(notification!.values)).not.toContain('Precios')
  })

  test('accepts a telephone number as people dial it', async () => {
    const body = aLetter({ email: 'dialled@example.test', mobile: '0034 612 34 56 78' })
    expect((await portal.anonymous.sendRaw(openUnsignedRequest, { body: body as never })).statusCode).toBe(200)
  })

  test('accepts files uploaded without a session', async () => {
    const { id } = (await uploadFileAs(portal, portal.anonymous)).json()
    const body = aLetter({ email: 'files@example.test', attachment: [{ id }] })
    expect((await portal.anonymous.sendRaw(openUnsignedRequest, { body: body as never })).statusCode).toBe(200)
    expect((await portal.anonymous.sendRaw(openUnsignedRequest, { body: body as never })).statusCode).toBe(400)
  })

  test.each([
    ['no e-mail', { email: 'eva' }, 'email'],
    ['no telephone number', { mobile: '12' }, 'mobile'],
    ['a number that is too long', { mobile: '+44 7400 123456' }, 'mobile'],
    ['a mobile number outside all ranges', { mobile: '751 111 111' }, 'mobile'],
    ['a category for customers', { category: 20 }, 'category'],
    ['no file', { attachment: [] }, 'attachment'],
  ])('with %s is rejected with an error at its field', async (_, given, field) => {
    const answer = await portal.anonymous.sendRaw(openUnsignedRequest, { body: aLetter(given) as never })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('is refused to a read-only user', async () => {
    const answer = await annaReadonly.sendRaw(openUnsignedRequest, { body: aLetter() as never })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
  })

  test('is limited in number per e-mail address', async () => {
    const body = aLetter({ email: 'often@example.test' }) as never
    for (let written = 0; written < 3; written++)
      expect((await portal.anonymous.sendRaw(openUnsignedRequest, { body })).statusCode).toBe(200)
    const refused = await portal.anonymous.sendRaw(openUnsignedRequest, { body })
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('is refused if the retailer has closed the form', async () => {
    await portal.set('features.unsignedContact', false)
    const answer = await portal.anonymous.sendRaw(openUnsignedRequest, { body: aLetter() as never })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'contact_closed'])
    await portal.set('features.unsignedContact', true)
  })
})

describe('a conversation', () => {
  const write = (id: number, body: object, who = anna) =>
    who.sendRaw(writeMessage, { params: { id: String(id) }, body: { message: 'Aquí está.', ...body } as never })

  async function opened() {
    return (await anna.send(openRequest, { body: aRequest() })).id
  }
  const answered = (caseId: number, state: Parameters<typeof answerCase>[1]['state'], { isFollowed = true } = {}) =>
    answerCase(portal.context, {
      caseId,
      message: 'Envíanos la factura.',
      state,
      isFollowed,
      files: [{ filename: 'modelo.pdf', content: aPdf.toString('base64') }],
      now: new Date(now.getTime() + msPerHour),
    })

  test('goes both ways, with files, and updates the state', async () => {
    const id = await opened()
    await answered(id, 'additional_information_required')
    expect(await anna.send(readRequest, { params: { id: String(id) } })).toMatchObject({
      state: 'additional_information_required',
      answered_at: null,
      clock: 'stopped',
      complete_by: '2026-12-04',
    })
    expect((await write(id, { attachments: [inline] })).statusCode).toBe(200)
    const found = await anna.send(readRequest, { params: { id: String(id) } })
    expect(found.state).toBe('being_processed')
    expect(found.messages.map(({ author, attachments }) => [author, attachments.length])).toEqual([
      ['customer', 1],
      ['customer', 1],
      ['administrator', 1],
    ])
    const answerMessages = await outbox('support.incomplete')
    expect(answerMessages.find(({ link }) => link === `/requests/${id}`)).toMatchObject({ user_id: annaId })
  })

  test('ends when the case is decided', async () => {
    const id = await opened()
    await answered(id, 'accepted')
    const answer = await write(id, {})
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'case_closed'])
    expect((await outbox('support.closed')).some(({ link }) => link === `/requests/${id}`)).toBe(true)
  })

  test('sends the answer by mail if there are no requests pages', async () => {
    const id = await opened()
    await answered(id, 'accepted', { isFollowed: false })
    const notification = (await outbox('support.replied')).find(({ user_id: userId }) => userId === annaId)
    expect(notification).toMatchObject({ link: `/your-request?case=${id}`, values: { answer: 'Envíanos la factura.' } })
  })

  test('is listed as open until the case is decided', async () => {
    const id = await opened()
    const open = async () => (await anna.send(listRequests, { query: { open: 'true', limit: '100' } })).items
    expect((await open()).find((each) => each.id === id)).toMatchObject({ kind: 'case', state: 'in_process' })
    await answered(id, 'additional_information_required')
    expect((await open()).some((each) => each.id === id)).toBe(true)
    await answered(id, 'denied')
    expect((await open()).some((each) => each.id === id)).toBe(false)
  })

  test.each([
    ['waiting', 409, 'file_being_checked'],
    ['infected', 410, 'file_removed'],
  ])('refuses a file whose scan is %s', async (scan_state, status, code) => {
    const id = String(await opened())
    const { messages } = await anna.send(readRequest, { params: { id } })
    const attachmentId = messages[0]!.attachments[0]!.id
    await portal.context.db.updateTable('upload').set({ scan_state }).where('upload_id', '=', attachmentId).execute()
    const marked = await anna.send(readRequest, { params: { id } })
    expect(marked.messages[0]!.attachments[0]!.scan_state).toBe(scan_state)
    const refused = await anna.sendRaw(downloadCaseAttachment, { params: { id, attachmentId } })
    expect([refused.statusCode, refused.json().message]).toEqual([status, code])
  })

  test('is refused to others', async () => {
    const id = await opened()
    const { messages } = await anna.send(readRequest, { params: { id: String(id) } })
    const attachmentId = messages[0]!.attachments[0]!.id
    const download = { id: String(id), attachmentId }
    expect((await anna.sendRaw(downloadCaseAttachment, { params: download })).rawPayload).toEqual(aPhoto)
    expect((await anna.sendRaw(downloadCaseAttachment, { params: download })).headers['content-disposition']).toContain(
      'contador.jpg',
    )
    for (const [who, status] of [
      [portal.anonymous, 401],
      [stranger, 404],
    ] as const) {
      expect((await who.sendRaw(readRequest, { params: { id: String(id) } })).statusCode).toBe(status)
      expect((await who.sendRaw(downloadCaseAttachment, { params: download })).statusCode).toBe(status)
      expect((await write(id, {}, who)).statusCode).toBe(status)
    }
    expect((await write(id, {}, annaReadonly)).json().message).toBe('token_readonly')
    expect((await write(id, { message: '' })).json().errors).toEqual({ message: ['Falta este dato.'] })
    const other = await opened()
    const astray = pathOf(downloadCaseAttachment, 2, { id: String(other), attachmentId })
    const downloadReply = await portal.app.inject({ url: astray, headers: { authorization: `Bearer ${anna.token}` } })
    expect(downloadReply.statusCode).toBe(404)
  })
})

describe('the list of requests', () => {
  test('shows cases and changes together, latest activity first, page by page', async () => {
    const { db } = portal.context
    const signatureId = crypto.randomUUID()
    await db
      .insertInto('change_request')
      .values({
        customer_id: contract.customerId,
        contract_id: contract.contractId,
        kind: 'power',
        state: 'waiting_for_signature',
        details: '{}',
        signature_id: signatureId,
        requested_by_user_id: annaId,
        requested_at: now,
        updated_at: new Date(now.getTime() + msPerDay),
      })
      .execute()
    const list = await anna.send(listRequests, { query: { limit: 2 } })
    expect(list.items[0]).toMatchObject({
      kind: 'change',
      change: 'power',
      state: 'waiting_for_signature',
      signature_id: signatureId,
      contract: { name: contract.name },
    })
    expect((await anna.sendRaw(listRequests, { query: { offset: 2 ** 31 } })).statusCode).toBe(400)
    expect(list.items[1]).toMatchObject({ kind: 'case', change: null, signature_id: null })
    expect(list).toMatchObject({ offset: 0, limit: 2 })
    const next = await anna.send(listRequests, { query: { limit: 2, offset: 2 } })
    expect(next.items.map(({ kind, id }) => [kind, id])).not.toContainEqual([list.items[1]!.kind, list.items[1]!.id])
  })

  test('shows each customer only their own', async () => {
    expect((await portal.anonymous.sendRaw(listRequests, { query: {} })).statusCode).toBe(401)
    expect(await stranger.send(listRequests, { query: {} })).toMatchObject({ items: [], n_items: 0 })
    expect((await anna.sendRaw(listRequests, { query: { limit: 1000 } })).statusCode).toBe(400)
  })
})
