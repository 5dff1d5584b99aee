import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertAddress,
  insertContract,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
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
let anna: TestVisitor
let looking: TestVisitor
let stranger: TestVisitor
let customerId: number
let contract: CreatedContract
let other: CreatedContract
let ended: CreatedContract
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
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  await importTowns(portal.context.db, 'postcode,ine,municipality\n08500,08298,Vic\n')
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  customerId = await insertCustomer(db)
  plain = await insertAddress(db, { customerId, email: 'old@example.com' })
  known = await insertAddress(db, {
    customerId,
    full_address: 'Plaça Major, 2 - 08500 Vic',
    email: 'known@example.com',
  })
  contract = await insertContract(db, { customerId, notification_address_id: plain })
  other = await insertContract(db, { customerId, notification_address_id: plain })
  ended = await insertContract(db, { customerId, state: 'baixa' })
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  looking = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})

const calls = [
  ['a new address', addNotificationAddress, { body: gurb }],
  ['a known address', chooseNotificationAddress, { body: { addressId: 1 } }],
  ['an e-mail', addContact, { field: 'email', body: { email: 'a@example.com' } }],
  ['a phone', changeContact, { field: 'phone', body: { phone: '600000101' } }],
  ['the delivery of invoices', changeDelivery, { body: { invoice_online: 'postal' } }],
] as const

describe.each(calls)('%s', (_, definition, { body, ...rest }) => {
  const ask = (visitor: TestVisitor, { name }: { name: string }, sent: object = body) =>
    visitor.sendRaw(definition, { params: { contractName: name, ...rest }, body: sent } as never)

  test('can be changed by its holder only, and not with read-only access', async () => {
    expect((await ask(portal.anonymous, contract)).statusCode).toBe(401)
    expect((await ask(stranger, contract)).statusCode).toBe(404)
    const answer = await ask(looking, contract)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
  })

  test('is refused for a contract that is not active, before the body is validated', async () => {
    const answer = await ask(anna, ended, { wrong: true })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'contract_not_active'])
  })

  test('rejects unknown members in the body', async () => {
    const answer = await ask(anna, contract, { ...body, wrong: true })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveProperty('wrong')
  })
})

test.each([
  ['features.notificacionAddressChange', calls.slice(0, 4)],
  ['features.modifyInvoiceOnline', calls.slice(4)],
] as const)('nothing can be changed while the setting %s is off', async (setting, gated) => {
  await portal.set(setting, false)
  for (const [, definition, { body, ...rest }] of gated) {
    const answer = await anna.sendRaw(definition, { params: { contractName: contract.name, ...rest }, body } as never)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'change_not_offered'])
  }
  await portal.set(setting, true)
})

/** Returns the contact data of a contract as the API presents it. */
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

describe('the correspondence of a contract', () => {
  const params = () => ({ contractName: contract.name })

  test('goes to a new address with the town and address line set by the server, and the previous e-mail is notified', async () => {
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

  test('goes to an existing address, and choosing it again changes nothing', async () => {
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

  test('cannot go to an address of another customer', async () => {
    const { db } = portal.context
    const foreign = await insertAddress(db, { customerId: await insertCustomer(db) })
    const answer = await anna.sendRaw(chooseNotificationAddress, {
      params: params(),
      query: {},
      body: { addressId: foreign },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['addressId']])
  })

  test('cannot go to an address id beyond the integer range', async () => {
    const sent = { params: params(), query: {}, body: { addressId: 2 ** 53 } }
    const answer = await anna.sendRaw(chooseNotificationAddress, sent)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['addressId']])
  })

  test('can go to an address of another holder of the same user, which is copied', async () => {
    const { db } = portal.context
    const parent = await insertCustomer(db)
    const theirs = await insertAddress(db, { customerId: parent, full_address: 'Camí Vell, 3', email: 'p@example.com' })
    const both = await portal.as(await insertUser(db, { customerIds: [customerId, parent] }))
    const sent = { params: params(), query: {}, body: { addressId: theirs } }
    const answer = await both.send(chooseNotificationAddress, sent)
    expect(answer.address).toMatchObject({ full_address: 'Camí Vell, 3', email: 'p@example.com' })
    expect(answer.address_id).not.toBe(theirs)
    expect(await reached(contract)).toEqual(answer.address)
  })

  test('cannot go to an address without e-mail while invoices are delivered by e-mail', async () => {
    const mute = await insertAddress(portal.context.db, { customerId, full_address: 'Camí Vell, 3 - 08500 Vic' })
    const sent = { params: params(), query: {}, body: { addressId: mute } }
    const answer = await anna.sendRaw(chooseNotificationAddress, sent)
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
  ])('cannot go to an address with %j: reports %s, %s', async (change, fields) => {
    const answer = await anna.sendRaw(addNotificationAddress, {
      params: params(),
      query: {},
      body: { ...gurb, ...change },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, fields])
    expect(await requested()).toEqual([])
  })

  test('of a contract is not found under the other energy', async () => {
    const answer = await anna.sendRaw(addNotificationAddress, { params: params(), query: { type: 'gas' }, body: gurb })
    expect(answer.statusCode).toBe(404)
  })
})

test('addresses are listed for their holder only', async () => {
  expect((await portal.anonymous.sendRaw(listAddresses, {})).statusCode).toBe(401)
  expect((await stranger.send(listAddresses, {})).items).toEqual([])
})

describe('a contact e-mail or phone', () => {
  const to = (field: string, { name } = contract) => ({ contractName: name, field })

  test('is changed for one contract only, and the previous e-mail is notified', async () => {
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

  test('is added where it is missing, and the address that becomes unused is deleted', async () => {
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

  test('that is already set changes nothing', async () => {
    await anna.send(changeContact, { params: to('email'), body: { email: 'old@example.com' } })
    expect(await requested()).toEqual([])
  })

  test.each([
    ['email', { email: 'anna' }, { email: [expect.stringContaining('nombre@correo.es')] }],
    ['phone', { phone: '12345' }, { phone: [expect.stringContaining('nueve cifras')] }],
    ['phone', {}, { phone: ['Falta este dato.'] }],
    ['phone', { email: 'a@example.com', phone: '600000101' }, { email: ['Este dato no se espera.'] }],
  ])('rejects %s with %j and states the reason', async (field, body, errors) => {
    const answer = await anna.sendRaw(changeContact, { params: to(field), body })
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
  })

  test('is the only kind of contact field', async () => {
    expect((await anna.sendRaw(changeContact, { params: to('name'), body: {} })).statusCode).toBe(404)
  })
})

describe('the delivery of invoices', () => {
  const ask = (body: object) =>
    anna.sendRaw(changeDelivery, { params: { contractName: contract.name }, body: body as never })

  test('changes to post, with a change request and a message, and choosing it again changes nothing', async () => {
    expect((await ask({ invoice_online: 'postal', type: 'electricity' })).json()).toEqual({ invoice_online: 'postal' })
    await ask({ invoice_online: 'postal' })
    const filter = JSON.stringify([['name', '=', contract.name]])
    expect((await anna.send(listContracts, { query: { filter } })).items[0]!.invoice_online).toBe('postal')
    expect(await requested()).toEqual([['invoice_online', 'done']])
    expect(await queued()).toEqual([['correspondence.deliveryChanged', null]])
  })

  test('cannot change to e-mail without an e-mail address', async () => {
    const { db } = portal.context
    const mute = await insertContract(db, { customerId, invoice_delivery: 'postal' })
    const params = { contractName: mute.name }
    const answer = await anna.sendRaw(changeDelivery, { params, body: { invoice_online: 'email' } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['invoice_online']])
  })

  test.each<[body: object, fields: string[], reason: string]>([
    [{ invoice_online: 'fax' }, ['invoice_online'], 'no way that there is'],
    [{}, ['invoice_online'], 'no way at all'],
    [{ invoice_online: 'postal', type: 'gas' }, ['type'], 'of another kind'],
  ])('rejects %j: reports %s, %s', async (body, fields) => {
    const answer = await ask(body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, fields])
  })
})

test.each([
  ['a new address', addNotificationAddress, {}],
  ['a known address', chooseNotificationAddress, {}],
  ['an e-mail', changeContact, { field: 'email' }],
  ['a phone', addContact, { field: 'phone' }],
  ['the delivery of invoices', changeDelivery, {}],
] as const)('requires a recent re-authentication before changing %s', async (_, call, more) => {
  portal.setClock(new Date(portal.context.clock().getTime() + 20 * 60_000))
  const answer = await anna.sendRaw(
    call as Call,
    { params: { contractName: contract.name, ...more }, body: {} } as never,
  )
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'fresh_authentication_required'])
})
