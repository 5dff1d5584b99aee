import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { listCaseTypesOffered, listCategories, openClaim, openRequest, openUnsignedRequest } from '../../../api.ts'
import { addCaseType, listCaseTypes, saveCaseType } from '../api.ts'

const photo = { filename: 'contador.jpg', content: aPhoto.toString('base64') }
let portal: TestPortal
let operator: TestVisitor
let operatorId: number
let eva: TestVisitor
let contract: Awaited<ReturnType<typeof insertContract>>

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T11:00:00Z') })
  const { db } = portal.context
  await loadSupportTypes(db)
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  eva = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

const caseTypeInput = (given: object = {}) => ({
  names: { es: 'Mi coche eléctrico', ca: 'El meu cotxe elèctric' },
  order: 0,
  active: true,
  energies: ['electricity'] as ('electricity' | 'gas')[],
  case_type: 'consultation',
  for_anyone: false,
  ...given,
})
const add = (given: object) => operator.sendRaw(addCaseType, { body: { ...caseTypeInput(), ...given } as never })
const save = (kind: string, code: string, given: object = {}) =>
  operator.sendRaw(saveCaseType, { params: { kind, code }, body: caseTypeInput(given) })
const page = (query: object = {}) => operator.send(listCaseTypes, { query: query as never })
const list = async (query: object = {}) => (await page({ limit: 100, ...query })).items
const offered = async () => (await eva.send(listCategories, { query: {} })).items.map(({ name }) => name)
const write = (categ_id: number) =>
  eva.sendRaw(openRequest, {
    body: {
      ...{ polissa_id: contract.contractId, polissa_type: 'electricity', categ_id, title: 'Coche', message: 'Hola' },
      attachments: [photo],
    },
  })

describe('a category', () => {
  test('is offered to customers with a matching contract while active, and is refused otherwise', async () => {
    const { code } = (await add({ kind: 'category' })).json()
    expect(Number(code)).toBeGreaterThanOrEqual(1_000)
    expect(await offered()).toContain('Mi coche eléctrico')
    expect((await write(Number(code))).statusCode).toBe(200)

    for (const given of [{ energies: ['gas'] }, { active: false }]) {
      expect((await save('category', code, given)).statusCode).toBe(204)
      expect(await offered()).not.toContain('Mi coche eléctrico')
      const refused = await write(Number(code))
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['categ_id']])
    }
    const actions = (await auditOf(portal, operatorId)).map(([action]) => action)
    expect(actions).toEqual(expect.arrayContaining(['case_type_added', 'case_type_changed']))
  })

  test('is open to visitors without an account only if it allows them', async () => {
    const { code } = (await add({ kind: 'category', for_anyone: true })).json()
    const body = {
      ...{ email: 'pau@example.test', mobile: '612345678', category: Number(code) },
      ...{ subject: 'Coche', description: 'Hola', attachment: [photo] },
    }
    const ask = () => portal.anonymous.sendRaw(openUnsignedRequest, { body })
    expect((await ask()).statusCode).toBe(200)
    await save('category', code, { for_anyone: false })
    expect(Object.keys((await ask()).json().errors)).toEqual(['category'])
  })
})

describe('a claim type', () => {
  const claim = () =>
    eva.sendRaw(openClaim, {
      params: { contractName: contract.name },
      body: { contract: contract.name, tipus: 'coche', subtipus: 'cargador', comments: 'No carga.' },
    })

  test('is added with a subtype, and deactivated', async () => {
    expect((await add({ kind: 'type', code: 'coche' })).json()).toEqual({ code: 'coche' })
    const subtype = { kind: 'subtype', type: 'coche', code: 'cargador', names: { es: 'El cargador' } }
    expect((await add(subtype)).json()).toEqual({ code: 'coche.cargador' })
    expect((await claim()).statusCode).toBe(200)
    expect((await save('subtype', 'coche.cargador', { names: { es: 'El punto de carga' } })).statusCode).toBe(204)
    const listed = await list({ kind: 'type', q: 'coche' })
    expect(listed.map(({ kind, name, type_name, active }) => [kind, name, type_name, active])).toEqual([
      ['type', 'Mi coche eléctrico', null, true],
      ['subtype', 'El punto de carga', 'Mi coche eléctrico', null],
    ])
    await save('type', 'coche', { active: false })
    expect((await eva.send(listCaseTypesOffered, {})).map(([code]) => code)).not.toContain('coche')
    expect(Object.keys((await claim()).json().errors)).toEqual(['subtipus'])
  })

  test('needs a unique code', async () => {
    for (const taken of [
      { kind: 'type', code: 'invoice' },
      { kind: 'subtype', type: 'invoice', code: 'twice' },
    ]) {
      const refused = await add(taken)
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'code_taken'])
    }
  })
})

describe('the list', () => {
  test('matches names regardless of accents, and codes', async () => {
    const { code } = (await add({ kind: 'category', names: { es: 'Autoconsumo y batería' }, order: 77 })).json()
    for (const q of ['bateria', 'AUTOCONSUMO batería', code])
      expect([q, (await list({ q })).map((each) => each.code)]).toEqual([q, [code]])
    expect(await list({ q: 'bateria', kind: 'type' })).toEqual([])
    const subtypes = await list({ q: 'eléctrico carga', kind: 'type' })
    expect(subtypes.map((each) => each.code)).toEqual(['coche.cargador'])
  })

  test('is paged and returns the highest order', async () => {
    const all = await list()
    const second = await page({ offset: 1, limit: 1 })
    expect([second.total, second.items, second.last_order]).toEqual([all.length, [all[1]], 77])
    expect((await page({ q: 'nothing of the kind' })).last_order).toBe(77)
  })

  test.each([
    ['kind', { kind: 'boat' }],
    ['offset', { offset: -1 }],
    ['q', { q: 'a'.repeat(121) }],
  ])('refuses an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listCaseTypes, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test.each([
  ['names.es', { kind: 'category', names: { es: '' } }],
  ['order', { kind: 'category', order: 10_000 }],
  ['energies', { kind: 'category', energies: [] }],
  ['case_type', { kind: 'category', case_type: 'gift' }],
  ['code', { kind: 'type' }],
  ['code', { kind: 'type', code: 'Über' }],
  ['type', { kind: 'subtype', code: 'a', type: 'none' }],
  ['kind', { kind: 'boat' }],
])('refuses a new case type with an invalid %s', async (field, given) => {
  const everything = () => Promise.all([list({ kind: 'category' }), list({ kind: 'type' })])
  const before = await everything()
  const refused = await add(given)
  expect([refused.statusCode, Object.keys(refused.json().errors)[0]?.split('.')[0]]).toEqual([400, field.split('.')[0]])
  expect(await everything()).toEqual(before)
})

test('refuses an unknown response deadline for an existing case type as well', async () => {
  const refused = await save('type', 'invoice', { case_type: 'gift' })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['case_type']])
})

test.each([
  ['category', 'x'],
  ['type', '1'],
  ['subtype', 'invoice'],
  ['boat', 'invoice'],
])('returns 404 for %s %s', async (kind, code) => {
  expect((await save(kind, code)).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const replies = [
    eva.sendRaw(listCaseTypes, { query: {} }),
    eva.sendRaw(addCaseType, { body: { ...caseTypeInput(), kind: 'category' } }),
    eva.sendRaw(saveCaseType, { params: { kind: 'type', code: 'invoice' }, body: caseTypeInput() }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})
