import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anAddress, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import type { Call } from '#kit/call.ts'
import {
  addContact,
  addNotificationAddress,
  changeContact,
  changeDelivery,
  chooseNotificationAddress,
  listAddresses,
} from '../api.ts'
import type { NewAddress } from '../rules.ts'

let portal: TestPortal
let anna: Visitor
let looking: Visitor
let stranger: Visitor
let customerId: number
let contract: MadeContract
let other: MadeContract
let ended: MadeContract
let plain: number
let known: number

const gurb: NewAddress = {
  name: 'Anna Puigdomènech',
  dp: '08500',
  ine: '08298',
  state: '08',
  poblacio: 'VIC',
  tv: 'CL',
  nv: 'de Gurb',
  pnp: '41',
  pt: '2',
  pu: '1',
  ref_catastral: '9872023 vh5797s 0001 wx',
  mobile: '600 000 101',
  email: 'new@example.com',
}

beforeAll(async () => {
  portal = await testPortal({ now: new Date('2026-11-20T10:00:00Z') })
  await importTowns(portal.context.db, 'postcode,ine,municipality\n08500,08298,Vic\n')
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  customerId = await aCustomer(db)
  plain = await anAddress(db, { customerId, email: 'old@example.com' })
  known = await anAddress(db, { customerId, full_address: 'Plaça Major, 2 - 08500 Vic', email: 'known@example.com' })
  contract = await aContract(db, { customerId, notification_address_id: plain })
  other = await aContract(db, { customerId, notification_address_id: plain })
  ended = await aContract(db, { customerId, state: 'baixa' })
  const userId = await aUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  looking = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})

const calls = [
  ['a new address', addNotificationAddress, { body: gurb }],
  ['a known address', chooseNotificationAddress, { body: { addressId: 1 } }],
  ['an e-mail', addContact, { field: 'email', body: { email: 'a@example.com' } }],
  ['a phone', changeContact, { field: 'phone', body: { phone: '600000101' } }],
  ['the way of invoices', changeDelivery, { body: { invoice_online: 'postal' } }],
] as const

describe.each(calls)('%s', (_, definition, { body, ...rest }) => {
  const ask = (visitor: Visitor, { name }: { name: string }, sent: object = body) =>
    visitor.ask(definition, { params: { contractName: name, ...rest }, body: sent } as never)

  test('is changed by nobody but its holder, and not by who only looks', async () => {
    expect((await ask(portal.anonymous, contract)).statusCode).toBe(401)
    expect((await ask(stranger, contract)).statusCode).toBe(404)
    const answer = await ask(looking, contract)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
  })

  test('of a contract that is not active stays, whatever else is wrong', async () => {
    const answer = await ask(anna, ended, { wrong: true })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'contract_not_active'])
  })

  test('is not taken with something that nobody asked for', async () => {
    const answer = await ask(anna, contract, { ...body, wrong: true })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveProperty('wrong')
  })
})

test.each([
  ['features.notificacionAddressChange', calls.slice(0, 4)],
  ['features.modifyInvoiceOnline', calls.slice(4)],
] as const)('nothing is changed where the retailer does not offer it: %s', async (setting, gated) => {
  await portal.set(setting, false)
  for (const [, definition, { body, ...rest }] of gated) {
    const answer = await anna.ask(definition, { params: { contractName: contract.name, ...rest }, body } as never)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'change_not_offered'])
  }
  await portal.set(setting, true)
})

/** What the wire tells of whom a contract reaches. */
async function reached({ name }: { name: string }) {
  const filter = JSON.stringify([['name', '=', name]])
  const { items } = await anna.send(listContracts, { query: { filter } })
  return items[0]!.notification_address
}

async function queued() {
  const { db } = portal.context
  const rows = await db
    .selectFrom('outbox_message')
    .where('customer_id', '=', customerId)
    .orderBy('kind')
    .select(['kind', 'to_address', 'contract_id'])
    .execute()
  return rows.map(({ kind, to_address }) => [kind, to_address])
}

async function requested() {
  const { db } = portal.context
  const rows = await db
    .selectFrom('change_request')
    .where('customer_id', '=', customerId)
    .select(['kind', 'state', 'details', 'contract_id'])
    .execute()
  const audit = await db
    .selectFrom('audit_entry')
    .where('customer_id', '=', customerId)
    .select(['action', 'after'])
    .execute()
  expect(audit).toHaveLength(rows.length)
  return rows.map(({ kind, state }) => [kind, state])
}

describe('letters about a contract', () => {
  const params = () => ({ contractName: contract.name })

  test('go to a new address, whose town and line the server tells; whoever was written to before hears of it', async () => {
    const answer = await anna.send(addNotificationAddress, { params: params(), query: {}, body: gurb })
    const address = {
      id: answer.address_id,
      name: 'Anna Puigdomènech',
      full_address: 'Calle de Gurb, 41, 2.º 1.ª - 08500 Vic',
      email: 'new@example.com',
      mobile: '+34600000101',
    }
    expect(answer).toEqual({ address_id: expect.any(Number), address, errors: null })
    expect(await reached(contract)).toEqual(address)
    expect(await reached(other)).toMatchObject({ id: plain })
    expect(await requested()).toEqual([['notification_address', 'done']])
    expect(await queued()).toEqual([
      ['correspondence.addressChanged', null],
      ['correspondence.emailLeft', 'old@example.com'],
    ])
    const stored = await portal.context.db
      .selectFrom('address')
      .where('address_id', '=', answer.address_id!)
      .select(['street', 'municipality_code', 'province_code', 'cadastral_reference', 'block'])
      .executeTakeFirst()
    expect(stored).toEqual({
      street: 'de Gurb',
      municipality_code: '08298',
      province_code: '08',
      cadastral_reference: '9872023VH5797S0001WX',
      block: null,
    })
  })

  test('go to a known address, which is there once however often it is chosen', async () => {
    const body = { addressId: known }
    const answer = await anna.send(chooseNotificationAddress, {
      params: params(),
      query: { type: 'electricity' },
      body,
    })
    expect(answer).toMatchObject({ address_id: known, address: { full_address: 'Plaça Major, 2 - 08500 Vic' } })
    await anna.send(chooseNotificationAddress, { params: params(), query: {}, body })
    expect(await requested()).toEqual([['notification_address', 'done']])
    const { items } = await anna.send(listAddresses, {})
    expect(items.map(({ id }) => id).sort()).toContain(known)
  })

  test('do not go to the address of somebody else', async () => {
    const { db } = portal.context
    const foreign = await anAddress(db, { customerId: await aCustomer(db) })
    const answer = await anna.ask(chooseNotificationAddress, {
      params: params(),
      query: {},
      body: { addressId: foreign },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['addressId']])
  })

  test('do not go to an address beyond all numbers', async () => {
    const sent = { params: params(), query: {}, body: { addressId: 2 ** 31 } }
    const answer = await anna.ask(chooseNotificationAddress, sent)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['addressId']])
  })

  test('go to the address of another holder whom the same person looks after, which is copied', async () => {
    const { db } = portal.context
    const parent = await aCustomer(db)
    const theirs = await anAddress(db, { customerId: parent, full_address: 'Camí Vell, 3', email: 'p@example.com' })
    const both = await portal.as(await aUser(db, { customerIds: [customerId, parent] }))
    const sent = { params: params(), query: {}, body: { addressId: theirs } }
    const answer = await both.send(chooseNotificationAddress, sent)
    expect(answer.address).toMatchObject({ full_address: 'Camí Vell, 3', email: 'p@example.com' })
    expect(answer.address_id).not.toBe(theirs)
    expect(await reached(contract)).toEqual(answer.address)
  })

  test('do not go where nobody would read invoices by e-mail', async () => {
    const mute = await anAddress(portal.context.db, { customerId, full_address: 'Camí Vell, 3 - 08500 Vic' })
    const sent = { params: params(), query: {}, body: { addressId: mute } }
    const answer = await anna.ask(chooseNotificationAddress, sent)
    expect(answer.json().errors).toEqual({ addressId: ['Falta un correo electrónico para recibir las facturas.'] })
    await anna.send(changeDelivery, { params: params(), body: { invoice_online: 'postal' } })
    expect(await anna.send(chooseNotificationAddress, sent)).toMatchObject({ address_id: mute })
  })

  test.each<[change: object, fields: string[], reason: string]>([
    [{ ine: '08019' }, ['dp'], 'a town that does not have the postcode'],
    [{ state: '17' }, ['state'], 'a province of elsewhere'],
    [{ tv: 'XX' }, ['tv'], 'a kind of street that nobody has'],
    [{ mobile: '123', email: 'no' }, ['mobile', 'email'], 'nobody can be reached'],
    [{ ref_catastral: '9872023VH5797S0001XW' }, ['ref_catastral'], 'check letters that are wrong'],
  ])('do not go to an address with %j: %s is told, %s', async (change, fields) => {
    const answer = await anna.ask(addNotificationAddress, { params: params(), query: {}, body: { ...gurb, ...change } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, fields])
    expect(await requested()).toEqual([])
  })

  test('of gas are not found among those of electricity', async () => {
    const answer = await anna.ask(addNotificationAddress, { params: params(), query: { type: 'gas' }, body: gurb })
    expect(answer.statusCode).toBe(404)
  })
})

test('addresses are told to their holder alone', async () => {
  expect((await portal.anonymous.ask(listAddresses, {})).statusCode).toBe(401)
  expect((await stranger.send(listAddresses, {})).items).toEqual([])
})

describe('an e-mail or phone', () => {
  const to = (field: string, { name } = contract) => ({ contractName: name, field })

  test('is changed for one contract; others with the same address keep theirs, and the one left behind is told', async () => {
    const body = { email: ' new@example.com ' }
    expect(await anna.send(changeContact, { params: to('email'), body })).toEqual({ email: 'new@example.com' })
    expect(await reached(contract)).toMatchObject({ full_address: 'Carrer Major, 1 - Vic', email: 'new@example.com' })
    expect(await reached(other)).toMatchObject({ id: plain, email: 'old@example.com' })
    expect(await requested()).toEqual([['notification_email', 'done']])
    expect(await queued()).toEqual([
      ['correspondence.emailChanged', null],
      ['correspondence.emailLeft', 'old@example.com'],
    ])
  })

  test('that was missing is added, and leaves no address behind that nobody uses', async () => {
    await anna.send(addContact, { params: to('phone'), body: { phone: '93 212 34 56' } })
    await anna.send(addContact, { params: to('phone', other), body: { phone: '93 212 34 56' } })
    const first = await reached(contract)
    expect(first).toMatchObject({ email: 'old@example.com', mobile: '+34932123456' })
    expect(await reached(other)).toEqual(first)
    const { items } = await anna.send(listAddresses, {})
    expect(items.map(({ id }) => id)).not.toContain(plain)
    expect(await queued()).toEqual([
      ['correspondence.phoneChanged', null],
      ['correspondence.phoneChanged', null],
    ])
  })

  test('that is the same changes nothing', async () => {
    await anna.send(changeContact, { params: to('email'), body: { email: 'old@example.com' } })
    expect(await requested()).toEqual([])
  })

  test.each([
    ['email', { email: 'anna' }, { email: [expect.stringContaining('nombre@correo.es')] }],
    ['phone', { phone: '12345' }, { phone: [expect.stringContaining('nueve cifras')] }],
    ['phone', {}, { phone: ['Falta este dato.'] }],
    ['phone', { email: 'a@example.com', phone: '600000101' }, { email: ['Este dato no se espera.'] }],
  ])('%s with %j is refused, and says why', async (field, body, errors) => {
    const answer = await anna.ask(changeContact, { params: to(field), body })
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
  })

  test('is all there is: nothing else can be changed by itself', async () => {
    expect((await anna.ask(changeContact, { params: to('name'), body: {} })).statusCode).toBe(404)
  })
})

describe('invoices', () => {
  const ask = (body: object) =>
    anna.ask(changeDelivery, { params: { contractName: contract.name }, body: body as never })

  test('arrive by post when that is chosen, with a request and a message; choosing it again changes nothing', async () => {
    expect((await ask({ invoice_online: 'postal', type: 'electricity' })).json()).toEqual({ invoice_online: 'postal' })
    await ask({ invoice_online: 'postal' })
    const filter = JSON.stringify([['name', '=', contract.name]])
    expect((await anna.send(listContracts, { query: { filter } })).items[0]!.invoice_online).toBe('postal')
    expect(await requested()).toEqual([['invoice_online', 'done']])
    expect(await queued()).toEqual([['correspondence.deliveryChanged', null]])
  })

  test('do not arrive by e-mail where there is none', async () => {
    const { db } = portal.context
    const mute = await aContract(db, { customerId, invoice_delivery: 'postal' })
    const params = { contractName: mute.name }
    const answer = await anna.ask(changeDelivery, { params, body: { invoice_online: 'email' } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['invoice_online']])
  })

  test.each<[body: object, fields: string[], reason: string]>([
    [{ invoice_online: 'fax' }, ['invoice_online'], 'no way that there is'],
    [{}, ['invoice_online'], 'no way at all'],
    [{ invoice_online: 'postal', type: 'gas' }, ['type'], 'of another kind'],
  ])('do not arrive in the way %j: %s, %s', async (body, fields) => {
    const answer = await ask(body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, fields])
  })
})

test.each([
  ['a new address', addNotificationAddress, {}],
  ['a known address', chooseNotificationAddress, {}],
  ['an e-mail', changeContact, { field: 'email' }],
  ['a phone', addContact, { field: 'phone' }],
  ['invoices that go elsewhere', changeDelivery, {}],
] as const)('whoever has not proved for a while who they are does so before %s', async (_, call, more) => {
  portal.setClock(new Date(portal.context.clock().getTime() + 20 * 60_000))
  const answer = await anna.ask(call as Call, { params: { contractName: contract.name, ...more }, body: {} } as never)
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'fresh_authentication_required'])
})
