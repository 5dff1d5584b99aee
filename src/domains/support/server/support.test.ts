import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { loadSupportOffers } from '#db/demo/support/offers.ts'
import { aPdf, aPhoto, sendFile } from '#domains/uploads/server/uploads-testing.ts'
import { pathOf } from '#kit/call.ts'
import {
  listCategories,
  listRequests,
  listSubtypes,
  listTypes,
  openClaim,
  openRequest,
  openUnsigned,
  readLastReading,
  readRequest,
  writeMessage,
} from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import { answerCase } from './answer-case.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let contract: MadeContract
let theirs: MadeContract
let anna: Visitor
let annaId: number
let annaReadonly: Visitor
let stranger: Visitor

beforeAll(async () => {
  portal = await testPortal({ now })
  const { db } = portal.context
  await loadSupportOffers(db)
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  annaId = await aUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(annaId)
  annaReadonly = await portal.as(annaId, { readonly: true })
  const other = await aCustomer(db)
  theirs = await aContract(db, { customerId: other })
  stranger = await portal.as(await aUser(db, { customerIds: [other] }))
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

describe('what customers can choose', () => {
  test('is told in their language', async () => {
    expect(await anna.send(listTypes, {})).toContainEqual(['invoice', 'Factura y cobro'])
    const answer = await anna.ask(
      listSubtypes,
      { params: { tipus: 'network' } },
      { headers: { 'accept-language': 'ca' } },
    )
    expect(answer.json()).toContainEqual({ name: 'meter', desc: 'El comptador no mesura bé' })
    const { items } = await anna.send(listCategories, { query: {} })
    expect(items).toContainEqual({ id: 20, name: 'Lectura del contador' })
  })

  test('is not there for a type that does not exist', async () => {
    expect((await anna.ask(listSubtypes, { params: { tipus: 'nothing' } })).statusCode).toBe(404)
  })

  test('is less for whoever is not signed in, who must say so', async () => {
    expect((await portal.anonymous.ask(listTypes, {})).statusCode).toBe(401)
    expect((await portal.anonymous.ask(listSubtypes, { params: { tipus: 'network' } })).statusCode).toBe(401)
    const unknown = await portal.anonymous.ask(listCategories, { query: {} })
    expect([unknown.statusCode, unknown.json().message]).toEqual([401, 'unauthenticated'])
    const past = await portal.anonymous.ask(
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

describe('a case of customer care', () => {
  const open = (body: object, who = anna, name = contract.name) =>
    who.ask(openClaim, { params: { contractName: name }, body: aClaim(body) as never })

  test('has a number, its words, and a day by which it is answered', async () => {
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
      term: { due_on: '2026-12-14', count: 15, unit: 'working_days', recourse: 'consumer_bodies' },
      messages: [
        { author: 'customer', message: 'Dos cargos el mismo día.', attachments: [{ filename: 'contador.jpg' }] },
      ],
    })
  })

  test('about the grid is answered within five days in a home, and within fifteen in a works', async () => {
    const works = await aContract(portal.context.db, {
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
    ['a text for a file', { attachment: { filename: 'a.pdf', content: 'aGVsbG8=' } }, 'attachment'],
    ['a file that nobody sent', { attachment: { id: crypto.randomUUID() } }, 'attachment'],
  ])('is refused with %s, and says at which field', async (_, given, field) => {
    const answer = await open(given)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('is opened by its customer alone', async () => {
    expect((await open({}, portal.anonymous)).statusCode).toBe(401)
    expect((await open({}, stranger)).statusCode).toBe(404)
    const looked = await open({}, annaReadonly)
    expect([looked.statusCode, looked.json().message]).toEqual([403, 'token_readonly'])
  })

  describe('where claims are closed', () => {
    beforeAll(async () => {
      await portal.set('features.reclamATCMenu', false)
      await portal.set('features.reclamATCContract', false)
    })
    afterAll(async () => {
      await portal.set('features.reclamATCMenu', true)
      await portal.set('features.reclamATCContract', true)
    })
    const refusalOf = ({ statusCode, json }: Awaited<ReturnType<typeof open>>) => [statusCode, json().message]

    test('is not taken, after all that comes before and ahead of what is wrong with it', async () => {
      expect((await open({}, portal.anonymous)).statusCode).toBe(401)
      expect((await open({}, stranger)).statusCode).toBe(404)
      expect(refusalOf(await open({}, annaReadonly))).toEqual([403, 'token_readonly'])
      expect(refusalOf(await open({ comments: ' ' }))).toEqual([403, 'contact_closed'])
    })

    test('can be about nothing', async () => {
      const subtypes = (tipus: string) => anna.ask(listSubtypes, { params: { tipus } })
      expect((await portal.anonymous.ask(listTypes, {})).statusCode).toBe(401)
      expect(refusalOf(await anna.ask(listTypes, {}))).toEqual([403, 'contact_closed'])
      expect((await subtypes('nothing')).statusCode).toBe(404)
      expect(refusalOf(await subtypes('invoice'))).toEqual([403, 'contact_closed'])
    })

    test('is taken again with one of the two ways to it', async () => {
      await portal.set('features.reclamATCContract', true)
      expect((await open({})).statusCode).toBe(200)
      await portal.set('features.reclamATCContract', false)
    })
  })

  test('is told by mail to whoever opened it', async () => {
    const { result } = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    const messages = await outbox('support.opened')
    const told = messages.find(({ values }) => (values as { number: string }).number === result)
    expect(told).toMatchObject({ user_id: annaId, link: `/requests/${Number(result.slice(5))}` })
    expect(told!.values).toMatchObject({ due: '2026-12-14', hasTerm: 'yes' })
  })

  test('is told without a way to it where there are no requests to follow it in', async () => {
    await portal.set('featureFlags.crm.case', false)
    const { result } = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    await portal.set('featureFlags.crm.case', true)
    const messages = await outbox('support.opened')
    const told = messages.find(({ values }) => (values as { number: string }).number === result)
    expect(told).toMatchObject({ user_id: annaId, link: null })
  })
})

describe('a request', () => {
  const open = (body: object, who = anna) => who.ask(openRequest, { body: aRequest(body) as never })

  test('takes files that were streamed before, up to six', async () => {
    const ids = await Promise.all(
      [aPhoto, aPdf].map(async (content) => (await sendFile(portal, anna, { content })).json().id),
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
    ['a contract beyond all numbers', { polissa_id: 2 ** 31 }, 'polissa_id'],
    ['a member that nobody declared', { priority: 1 }, 'priority'],
  ])('is refused with %s, and says at which field', async (_, given, field) => {
    const answer = await open(given)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  describe('asks for as many files as the retailer has set', () => {
    const ofFiles = async (count: number, given: object = {}) => {
      const answer = await open({ attachments: Array(count).fill(inline), ...given })
      return answer.statusCode === 200 ? 200 : answer.json().errors
    }
    const unsigned = async (body: object) => {
      await portal.context.db.deleteFrom('visitor_throttle').execute()
      const { attachment: _, ...letter } = aLetter()
      return portal.anonymous.ask(openUnsigned, { body: { ...letter, ...body } as never })
    }

    test('one by itself, none where that is set, and two by their figure', async () => {
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

    test('and of a meter reading as many as are set for it', async () => {
      await portal.set('requests.leastFiles', 0)
      expect(await ofFiles(0, { categ_id: 20 })).toEqual({ attachments: ['Añade al menos un archivo.'] })
      await portal.set('requests.leastReadingFiles', 0)
      expect(await ofFiles(0, { categ_id: 20 })).toBe(200)
      await portal.set('requests.leastFiles', 1)
      await portal.set('requests.leastReadingFiles', 1)
    })
  })

  test('answers its number and the day by which it is answered', async () => {
    const { id, number, due_on } = await anna.send(openRequest, { body: aRequest() })
    const { number: shown, term } = await anna.send(readRequest, { params: { id: String(id) } })
    expect([number, due_on]).toEqual([shown, term!.due_on])
    const claim = await anna.send(openClaim, { params: { contractName: contract.name }, body: aClaim() })
    const read = await anna.send(readRequest, { params: { id: String(claim.id) } })
    expect([claim.result, claim.due_on]).toEqual([read.number, read.term!.due_on])
  })

  test('takes no file of somebody else, and is then not opened', async () => {
    const { id } = (await sendFile(portal, stranger)).json()
    const before = (await anna.send(listRequests, { query: {} })).n_items
    const answer = await open({ attachments: [{ id }] })
    expect([answer.statusCode, answer.json().errors.attachments]).toEqual([
      400,
      ['Uno de los archivos ya no está. Quítalo y añádelo otra vez.'],
    ])
    expect((await anna.send(listRequests, { query: {} })).n_items).toBe(before)
  })

  test('is written by customers about their own contracts', async () => {
    expect((await open({}, portal.anonymous)).statusCode).toBe(401)
    expect((await open({ polissa_id: theirs.contractId, title: '' })).statusCode).toBe(404)
    expect((await open({ polissa_type: 'gas' })).statusCode).toBe(404)
    expect((await open({}, annaReadonly)).json().message).toBe('token_readonly')
  })

  test('is not taken where the retailer has closed its form', async () => {
    await portal.set('featureFlags.crm.case', false)
    const answer = await open({})
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'contact_closed'])
    await portal.set('featureFlags.crm.case', true)
  })
})

describe('a meter reading', () => {
  let home: MadeContract
  beforeAll(async () => {
    const { db } = portal.context
    home = await aContract(db, { customerId: contract.customerId })
    for (const [day, register_wh] of [
      ['2026-10-01', [1_000_000, 2_000_000, 3_000_000]],
      ['2026-11-01', [1_062_000, 2_062_000, 3_124_000]],
    ] as const)
      await db
        .insertInto('meter_reading')
        .values({ supply_point_id: home.supplyPointId, day, register_wh: register_wh as never })
        .execute()
  })

  const send = (registers: number[], given: object = {}) =>
    anna.ask(openRequest, {
      body: aRequest({
        polissa_id: home.contractId,
        categ_id: 20,
        reading: { date: '2026-11-20', registers, ...given },
      }) as never,
    })

  test('can be compared with the last one before it is sent', async () => {
    expect(await anna.send(readLastReading, { params: { contractName: home.name } })).toEqual({
      unit: 'kWh',
      registers: 3,
      last: { date: '2026-11-01', registers: [1062, 2062, 3124] },
      measured: null,
      usual_per_day: [2, 2, 4],
    })
    expect((await stranger.ask(readLastReading, { params: { contractName: home.name } })).statusCode).toBe(404)
    expect((await portal.anonymous.ask(readLastReading, { params: { contractName: home.name } })).statusCode).toBe(401)
  })

  test('below the last one is refused, which is told', async () => {
    const answer = await send([1061.9, 2070, 3140])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      errors: { 'reading.registers.0': [expect.stringContaining('menor')] },
      last_reading: { date: '2026-11-01', registers: [1062, 2062, 3124] },
    })
  })

  test('far above what is usual must be confirmed', async () => {
    const answer = await send([2062, 2070, 3140])
    expect(Object.keys(answer.json().errors)).toEqual(['reading.registers.0'])
    expect((await send([2062, 2070, 3140], { confirmed: true })).statusCode).toBe(200)
  })

  test('becomes a case with its figures, and the next is compared with it', async () => {
    const { id } = (await send([2070, 2080.5, 3150])).json()
    expect(await anna.send(readRequest, { params: { id: String(id) } })).toMatchObject({
      category: 'Lectura del contador',
      reading: { date: '2026-11-20', unit: 'kWh', registers: [2070, 2080.5, 3150] },
      term: { norm: null, count: 5 },
    })
    expect((await anna.send(readLastReading, { params: { contractName: home.name } })).last).toEqual({
      date: '2026-11-20',
      registers: [2070, 2080.5, 3150],
    })
  })

  test('needs every register of the tariff, and goes with its own category alone', async () => {
    expect(Object.keys((await send([2200])).json().errors)).toEqual(['reading.registers'])
    const body = aRequest({
      polissa_id: home.contractId,
      reading: { date: '2026-11-20', registers: [2200, 2200, 3300] },
    })
    expect(Object.keys((await anna.ask(openRequest, { body: body as never })).json().errors)).toEqual(['categ_id'])
  })
})

describe('a meter of which more is known than readings', () => {
  const bill = (of: MadeContract, starts_on: string, ends_on: string, energyWhByPeriod: number[], more: object = {}) =>
    anInvoice(portal.context.db, {
      contract: of,
      ...{ starts_on, ends_on, ...more },
      content: JSON.stringify({ lines: [], energyWhByPeriod }),
    })
  const known = (of: MadeContract) => anna.send(readLastReading, { params: { contractName: of.name } })
  const send = (of: MadeContract, energy: 'electricity' | 'gas', registers: number[], given: object = {}) =>
    anna.ask(openRequest, {
      body: aRequest({
        polissa_id: of.contractId,
        polissa_type: energy,
        categ_id: 20,
        reading: { date: '2026-11-20', registers, ...given },
      }) as never,
    })
  const fields = (answer: { json(): { errors: object } }) => Object.keys(answer.json().errors)

  test('is compared with its last reading, the invoices since and the curve after these; less is taken once confirmed', async () => {
    const { db } = portal.context
    const home = await aContract(db, { customerId: contract.customerId })
    const register = (day: string, register_wh: number[], is_estimated: boolean) =>
      ({ supply_point_id: home.supplyPointId, day, register_wh: register_wh as never, is_estimated }) as const
    await db
      .insertInto('meter_reading')
      .values([
        register('2026-09-01', [1_000_000, 1_000_000, 1_000_000], false),
        register('2026-10-01', [1_050_000, 1_050_000, 1_100_000], true),
      ])
      .execute()
    await bill(home, '2026-10-01', '2026-10-31', [60_000, 60_000, 120_000])
    await bill(home, '2026-10-01', '2026-10-31', [900_000, 900_000, 900_000], { rectificative_type: 'A' })
    const curve = (day: string, source: string, wh: number) => ({
      ...{ supply_point_id: home.supplyPointId, day, source, step_minutes: 60, import_wh: Array(24).fill(wh) },
      import_period_wh: [8 * wh, 8 * wh, 8 * wh],
    })
    await db
      .insertInto('curve_day')
      .values([curve('2026-10-31', 'F5D', 999), curve('2026-11-01', 'F5D', 1000), curve('2026-11-01', 'P5D', 2000)])
      .execute()
    expect(await known(home)).toMatchObject({
      last: { date: '2026-09-01', registers: [1000, 1000, 1000] },
      measured: { date: '2026-11-02', registers: [1118, 1118, 1228] },
    })
    expect(fields(await send(home, 'electricity', [1100, 1130, 1240]))).toEqual(['reading.registers.0'])
    expect(fields(await send(home, 'electricity', [999, 1130, 1240], { confirmed: true }))).toEqual([
      'reading.registers.0',
    ])
    expect((await send(home, 'electricity', [1100, 1130, 1240], { confirmed: true })).statusCode).toBe(200)
  })

  test('of gas is compared with what its customer sent and, in cubic metres, with its invoices', async () => {
    const gas = await aContract(portal.context.db, { customerId: contract.customerId, energy: 'gas', tariff: 'RL.1' })
    expect((await known(gas)).unit).toBe('m3')
    expect((await send(gas, 'gas', [4000], { date: '2026-09-01' })).statusCode).toBe(200)
    // 30 days of at most 1326 kWh: at least 100 cubic metres.
    await bill(gas, '2026-10-01', '2026-10-30', [1_326_000])
    expect(await known(gas)).toMatchObject({
      last: { date: '2026-09-01', registers: [4000] },
      measured: { date: '2026-10-31', registers: [4100] },
      usual_per_day: [4.308],
    })
    expect(fields(await send(gas, 'gas', [3999], { confirmed: true }))).toEqual(['reading.registers.0'])
    expect(fields(await send(gas, 'gas', [4050]))).toEqual(['reading.registers.0'])
    expect(fields(await send(gas, 'gas', [40_000]))).toEqual(['reading.registers.0'])
    // A retailer may know better how much energy a cubic metre holds.
    const range = { valid_from: '2026-01-01', valid_to: null, source: 'PD-01' }
    const { db } = portal.context
    await db
      .insertInto('regulated_figure')
      .values({ ...range, name: 'gas_energy_most', value: '10.2' })
      .execute()
    expect((await known(gas)).measured).toEqual({ date: '2026-10-31', registers: [4130] })
    await db.deleteFrom('regulated_figure').where('name', '=', 'gas_energy_most').execute()
    // What the distributor read since is what counts.
    await db
      .insertInto('gas_reading')
      .values({ supply_point_id: gas.supplyPointId, day: '2026-10-30', register_litres: 4_120_000 })
      .execute()
    expect((await known(gas)).last).toEqual({ date: '2026-10-30', registers: [4120] })
    expect(fields(await send(gas, 'gas', [4110], { confirmed: true }))).toEqual(['reading.registers.0'])
    expect((await send(gas, 'gas', [4160])).statusCode).toBe(200)
  })
})

describe('what is written without a session', () => {
  test('becomes a case with a number, told by mail in the language of the page', async () => {
    const answer = await portal.anonymous.ask(
      openUnsigned,
      { body: aLetter() as never },
      { headers: { 'accept-language': 'fr' } },
    )
    expect(answer.json()).toEqual({ result: expect.stringMatching(/^2026-\d{6}$/), due_on: '2026-12-14' })
    const told = (await outbox('support.received')).find(
      ({ values }) => (values as { number: string }).number === answer.json().result,
    )
    expect(told).toMatchObject({ to_address: 'eva@example.test', locale: 'fr', user_id: null, link: null })
    expect(JSON.stringify(told!.values)).not.toContain('Precios')
  })

  test('takes a number as people dial it', async () => {
    const body = aLetter({ email: 'dialled@example.test', mobile: '0034 612 34 56 78' })
    expect((await portal.anonymous.ask(openUnsigned, { body: body as never })).statusCode).toBe(200)
  })

  test('takes files that were streamed without a session', async () => {
    const { id } = (await sendFile(portal, portal.anonymous)).json()
    const body = aLetter({ email: 'files@example.test', attachment: [{ id }] })
    expect((await portal.anonymous.ask(openUnsigned, { body: body as never })).statusCode).toBe(200)
    expect((await portal.anonymous.ask(openUnsigned, { body: body as never })).statusCode).toBe(400)
  })

  test.each([
    ['no e-mail', { email: 'eva' }, 'email'],
    ['no telephone number', { mobile: '12' }, 'mobile'],
    ['a number that is too long', { mobile: '+44 7400 123456' }, 'mobile'],
    ['a mobile of a range that nobody has', { mobile: '751 111 111' }, 'mobile'],
    ['a category for customers', { category: 20 }, 'category'],
    ['no file', { attachment: [] }, 'attachment'],
  ])('is refused with %s, and says at which field', async (_, given, field) => {
    const answer = await portal.anonymous.ask(openUnsigned, { body: aLetter(given) as never })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('is not taken of whoever only looks at the account of somebody else', async () => {
    const answer = await annaReadonly.ask(openUnsigned, { body: aLetter() as never })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
  })

  test('is taken only so often from one address', async () => {
    const body = aLetter({ email: 'often@example.test' }) as never
    for (let written = 0; written < 3; written++)
      expect((await portal.anonymous.ask(openUnsigned, { body })).statusCode).toBe(200)
    const refused = await portal.anonymous.ask(openUnsigned, { body })
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
  })

  test('is not taken where the retailer has closed its form', async () => {
    await portal.set('features.unsignedContact', false)
    const answer = await portal.anonymous.ask(openUnsigned, { body: aLetter() as never })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'contact_closed'])
    await portal.set('features.unsignedContact', true)
  })
})

describe('a conversation', () => {
  const write = (id: number, body: object, who = anna) =>
    who.ask(writeMessage, { params: { id: String(id) }, body: { message: 'Aquí está.', ...body } as never })

  async function opened() {
    return (await anna.send(openRequest, { body: aRequest() })).id
  }
  const answered = (caseId: number, state: Parameters<typeof answerCase>[1]['state'], { isFollowed = true } = {}) =>
    answerCase(portal.context, {
      caseId,
      words: 'Envíanos la factura.',
      state,
      isFollowed,
      files: [{ filename: 'modelo.pdf', content: aPdf.toString('base64') }],
      now: new Date(now.getTime() + 3_600_000),
    })

  test('goes both ways, with files, and its states follow', async () => {
    const id = await opened()
    await answered(id, 'additional_information_required')
    expect(await anna.send(readRequest, { params: { id: String(id) } })).toMatchObject({
      state: 'additional_information_required',
      answered_at: '2026-11-20T11:00:00Z',
    })
    expect((await write(id, { attachments: [inline] })).statusCode).toBe(200)
    const found = await anna.send(readRequest, { params: { id: String(id) } })
    expect(found.state).toBe('being_processed')
    expect(found.messages.map(({ author, attachments }) => [author, attachments.length])).toEqual([
      ['customer', 1],
      ['customer', 1],
      ['administrator', 1],
    ])
    const told = await outbox('support.answered')
    expect(told.find(({ link }) => link === `/requests/${id}`)).toMatchObject({ user_id: annaId })
  })

  test('ends when the case is decided', async () => {
    const id = await opened()
    await answered(id, 'accepted')
    const answer = await write(id, {})
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'case_closed'])
    expect((await outbox('support.closed')).some(({ link }) => link === `/requests/${id}`)).toBe(true)
  })

  test('reaches its customer by mail where there are no requests to follow it in', async () => {
    const id = await opened()
    await answered(id, 'accepted', { isFollowed: false })
    const told = (await outbox('support.replied')).find(({ user_id: userId }) => userId === annaId)
    expect(told).toMatchObject({ link: null, values: { answer: 'Envíanos la factura.' } })
  })

  test('stands among what is open until it is decided', async () => {
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
  ])('shows nobody a file whose check is %s', async (scan_state, status, code) => {
    const id = String(await opened())
    const { messages } = await anna.send(readRequest, { params: { id } })
    const attachmentId = messages[0]!.attachments[0]!.id
    await portal.context.db.updateTable('upload').set({ scan_state }).where('upload_id', '=', attachmentId).execute()
    const marked = await anna.send(readRequest, { params: { id } })
    expect(marked.messages[0]!.attachments[0]!.scan_state).toBe(scan_state)
    const refused = await anna.ask(downloadCaseAttachment, { params: { id, attachmentId } })
    expect([refused.statusCode, refused.json().message]).toEqual([status, code])
  })

  test('is nobody else’s', async () => {
    const id = await opened()
    const { messages } = await anna.send(readRequest, { params: { id: String(id) } })
    const attachmentId = messages[0]!.attachments[0]!.id
    const download = { id: String(id), attachmentId }
    expect((await anna.ask(downloadCaseAttachment, { params: download })).rawPayload).toEqual(aPhoto)
    expect((await anna.ask(downloadCaseAttachment, { params: download })).headers['content-disposition']).toContain(
      'contador.jpg',
    )
    for (const [who, status] of [
      [portal.anonymous, 401],
      [stranger, 404],
    ] as const) {
      expect((await who.ask(readRequest, { params: { id: String(id) } })).statusCode).toBe(status)
      expect((await who.ask(downloadCaseAttachment, { params: download })).statusCode).toBe(status)
      expect((await write(id, {}, who)).statusCode).toBe(status)
    }
    expect((await write(id, {}, annaReadonly)).json().message).toBe('token_readonly')
    expect((await write(id, { message: '' })).json().errors).toEqual({ message: ['Falta este dato.'] })
    const other = await opened()
    const astray = pathOf(downloadCaseAttachment, 2, { id: String(other), attachmentId })
    const asked = await portal.app.inject({ url: astray, headers: { authorization: `Bearer ${anna.token}` } })
    expect(asked.statusCode).toBe(404)
  })
})

describe('the list of requests', () => {
  test('shows cases and changes together, the last moved first, page by page', async () => {
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
        updated_at: new Date(now.getTime() + 86_400_000),
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
    expect((await anna.ask(listRequests, { query: { offset: 2 ** 31 } })).statusCode).toBe(400)
    expect(list.items[1]).toMatchObject({ kind: 'case', change: null, signature_id: null })
    expect(list).toMatchObject({ offset: 0, limit: 2 })
    const next = await anna.send(listRequests, { query: { limit: 2, offset: 2 } })
    expect(next.items.map(({ kind, id }) => [kind, id])).not.toContainEqual([list.items[1]!.kind, list.items[1]!.id])
  })

  test('is everybody’s own', async () => {
    expect((await portal.anonymous.ask(listRequests, { query: {} })).statusCode).toBe(401)
    expect(await stranger.send(listRequests, { query: {} })).toMatchObject({ items: [], n_items: 0 })
    expect((await anna.ask(listRequests, { query: { limit: 1000 } })).statusCode).toBe(400)
  })
})
