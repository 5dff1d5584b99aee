import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import type { Visitor } from '#app/server/testing/portal.ts'
import { closeOperator, leaveOperatorArea } from '#desks/operators/api.ts'
import { aDesk, anOperator } from '#desks/operators/server/testing.ts'
import { changePassword, listLooks, logOut, readProfile } from '#domains/session/api.ts'
import { enterWithToken } from '#domains/session/server/entry.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import {
  confirmCustomerClaim,
  findCustomers,
  listCustomerContracts,
  listCustomerInvoices,
  lookAtAccount,
  readCustomer,
} from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId } = await aDesk({ now: noon })
let eva: { customerId: number; userId: number; cups: string }

beforeAll(async () => {
  const { db } = portal.context
  const customerId = await aCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N', email: 'Eva@example.test' })
  await aCustomer(db, { name: 'Tèxtils del Vallès, SL', tax_id: 'B12345674', is_company: true })
  const contract = await aContract(db, { customerId, name: '0049077' })
  await aContract(db, { customerId, name: '0049001', state: 'baixa' })
  await anInvoice(db, { contract, number: 'FE2026/7', amount_total_cents: 4569 })
  const userId = await aUser(db, { login: 'eva', name: 'Eva', customerIds: [customerId] })
  eva = { customerId, userId, cups: contract.cups }
})
afterAll(() => portal.close())

describe('a customer is found by', () => {
  const find = async (q: string) => (await operator.send(findCustomers, { query: { q } })).items
  test.each([
    ['the beginnings of their names', 'gar ev', 'name'],
    ['a name without its accents', 'lluis', 'name'],
    ['a NIF, however it is typed', '99.100.733-n', 'tax_id'],
    ['an e-mail address', 'eva@EXAMPLE.test', 'email'],
    ['a contract', '0049077', 'contract'],
    ['an invoice', 'fe2026/7', 'invoice'],
  ])('%s', async (_, typed, by) => {
    expect(await find(typed)).toMatchObject([
      { id: eva.customerId, name: 'Eva García Lluís', found_by: by, contracts: 2 },
    ])
  })

  test('a CUPS or its beginning', async () => {
    expect(await find(eva.cups)).toMatchObject([{ id: eva.customerId, found_by: 'cups', found: eva.cups }])
    expect((await find(eva.cups.slice(0, 12))).map(({ id }) => id)).toContain(eva.customerId)
  })

  test('nothing at all where they were erased, nor by their number', async () => {
    const { db } = portal.context
    const customerId = await aCustomer(db, { name: 'Olvido Borrado', erased_at: noon })
    await aContract(db, { customerId, name: '0049666', state: 'baixa' })
    expect([await find('olvido'), await find('0049666')]).toEqual([[], []])
    expect((await operator.ask(readCustomer, { params: { id: String(customerId) } })).statusCode).toBe(404)
  })

  test('what nobody has finds nobody, and signs of the search language are words like others', async () => {
    expect(await find('zzz')).toEqual([])
    expect(await find("a & b | !c:* ' \\ %")).toEqual([])
  })

  test('less than two letters are not searched for', async () => {
    const refused = await operator.ask(findCustomers, { query: { q: ' e ' } })
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { q: [expect.stringContaining('dos letras')] }])
  })

  test('page by page', async () => {
    const { db } = portal.context
    for (let number = 0; number < 3; number++) await aCustomer(db, { name: `Zoe ${number}` })
    const page = await operator.send(findCustomers, { query: { q: 'zoe', limit: 2, offset: 2 } as never })
    expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['Zoe 2']])
  })
})

test('a customer is read with who signs in for them and what is open', async () => {
  const params = { id: String(eva.customerId) }
  expect(await operator.send(readCustomer, { params })).toMatchObject({
    name: 'Eva García Lluís',
    contract_count: 2,
    unpaid: { count: 1, amount: 45.69 },
    open_requests: 0,
    open_cases: 0,
    accounts: [{ id: eva.userId, login: 'eva', has_second_factor: false, last_seen_at: null }],
  })
  const { items } = await operator.send(listCustomerContracts, { params, query: {} })
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ['0049077', 'activa'],
    ['0049001', 'baixa'],
  ])
})

test.each(['0', 'x', '99999999999999999999'])('there is no customer %s', async (id) => {
  expect((await operator.ask(readCustomer, { params: { id } })).statusCode).toBe(404)
  expect((await operator.ask(listCustomerContracts, { params: { id }, query: {} })).statusCode).toBe(404)
})

test('a customer’s invoices are listed with what they billed, the last one first, and by contract', async () => {
  const { db } = portal.context
  const customerId = await aCustomer(db, { tax_id: '99100734J' })
  const [flat, shop] = [
    await aContract(db, { customerId, name: '0049101' }),
    await aContract(db, { customerId, name: '0049102' }),
  ]
  const days = (month: string) => ({ starts_on: `2026-${month}-01`, ends_on: `2026-${month}-28` })
  await anInvoice(db, { contract: flat, number: 'FE2026/101', issued_on: '2026-09-30', ...days('09') })
  await anInvoice(db, {
    ...{ contract: shop, number: 'FE2026/102', issued_on: '2026-10-31', ...days('10'), energy_wh: 215_000 },
    ...{ amount_total_cents: 4569, amount_pending_cents: 4569, paid_status: 'unpaid' },
  })
  const params = { id: String(customerId) }
  const { items, total } = await operator.send(listCustomerInvoices, { params, query: {} })
  expect(total).toBe(2)
  expect(items.map(({ number }) => number)).toEqual(['FE2026/102', 'FE2026/101'])
  expect(items[0]).toMatchObject({
    ...{ contract: '0049102', issued_on: '2026-10-31', starts_on: '2026-10-01', ends_on: '2026-10-28' },
    ...{ energy_wh: 215_000, amount: 45.69, pending: 45.69, status: 'unpaid' },
  })
  const numbersOf = async (query: { contract?: number; offset?: number }) =>
    (await operator.send(listCustomerInvoices, { params, query })).items.map(({ number }) => number)
  expect(await numbersOf({ contract: flat.contractId })).toEqual(['FE2026/101'])
  expect(await numbersOf({ offset: 1 })).toEqual(['FE2026/101'])
  const ofAnother = { id: String(eva.customerId) }
  const another = await operator.send(listCustomerInvoices, {
    params: ofAnother,
    query: { contract: flat.contractId },
  })
  expect(another.items).toEqual([])
  expect((await operator.ask(listCustomerInvoices, { params: { id: '0' }, query: {} })).statusCode).toBe(404)
  expect((await portal.anonymous.ask(listCustomerInvoices, { params, query: {} })).statusCode).toBe(401)
})

describe('looking at an account', () => {
  const look = (id: number, reason = 'Llamada del 20 de noviembre') =>
    operator.ask(lookAtAccount, { params: { id: String(id) }, body: { reason } })

  test('shows the portal as its owner sees it, changes nothing, and is recorded', async () => {
    const { token } = (await look(eva.userId)).json()
    const headers = { authorization: `Bearer ${token}` }
    expect((await portal.anonymous.ask(readProfile, {}, { headers })).json().name).toBe('Eva')
    const body = { current: 'Anything-1', password: 'Camins-de-nit-42' }
    const refused = await portal.anonymous.ask(changePassword, { body } as never, { headers })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'token_readonly'])
    const told = await (await portal.as(eva.userId)).send(listLooks, {})
    expect(told.items).toEqual([{ at: expect.any(String), reason: 'Llamada del 20 de noviembre' }])
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'account_looked_at',
      { reason: 'Llamada del 20 de noviembre' },
    ])
  })

  test('is told to its owner by mail, with the reason', async () => {
    await look(eva.userId, 'Reclamación de octubre')
    const mails = await portal.context.db
      .selectFrom('outbox_message')
      .where('user_id', '=', eva.userId)
      .where('kind', '=', 'session.accountViewed')
      .select(['values', 'link'])
      .execute()
    expect(mails.at(-1)).toMatchObject({ values: { reason: 'Reclamación de octubre' }, link: '/profile/sessions' })
  })

  describe('ends', () => {
    const profileWith = async (token: string) => {
      const answer = await portal.anonymous.ask(readProfile, {}, { headers: { authorization: `Bearer ${token}` } })
      return answer.statusCode
    }
    const lookAs = async (visitor: Visitor) => {
      const sent = { params: { id: String(eva.userId) }, body: { reason: 'Llamada' } }
      return (await visitor.send(lookAtAccount, sent)).token
    }
    const after = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
    afterEach(() => after(0))

    test('after half an hour, however much it is used', async () => {
      const token = await lookAs(operator)
      after(15)
      expect(await profileWith(token)).toBe(200)
      after(29)
      expect(await profileWith(token)).toBe(200)
      after(31)
      expect(await profileWith(token)).toBe(401)
    })

    test('half an hour after it began, also when the portal was opened by its address meanwhile', async () => {
      const token = await lookAs(operator)
      after(20)
      const opened = await enterWithToken(portal.context, token, { address: '::1', requestId: 'r', device: null })
      const { token: exchanged } = opened as { token: string }
      expect(await profileWith(exchanged)).toBe(200)
      after(31)
      expect(await profileWith(exchanged)).toBe(401)
    })

    test('with the session of the operator', async () => {
      const other = await anOperator(portal)
      const token = await lookAs(other.visitor)
      await other.visitor.send(leaveOperatorArea, {})
      after(1)
      expect(await profileWith(token)).toBe(401)
    })

    test('with being shut out', async () => {
      const other = await anOperator(portal)
      const token = await lookAs(other.visitor)
      await operator.send(closeOperator, { params: { id: String(other.userId) } })
      after(1)
      expect(await profileWith(token)).toBe(401)
    })
  })

  test('names the operator in whatever is written of it', async () => {
    const { db } = portal.context
    const last = await db
      .selectFrom('audit_entry')
      .select((row) => row.fn.max('audit_entry_id').as('id'))
      .executeTakeFirst()
    const { token } = (await look(eva.userId)).json()
    const source = { address: '::1', requestId: 'r', device: null }
    const { token: exchanged } = (await enterWithToken(portal.context, token, source)) as { token: string }
    const headers = { authorization: `Bearer ${exchanged}` }
    await portal.anonymous.ask(logOut, {}, { headers })
    const entries = await db
      .selectFrom('audit_entry')
      .where('audit_entry_id', '>', last!.id)
      .orderBy('audit_entry_id')
      .select(['action', 'actor_user_id', 'subject'])
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['account_looked_at', 'logged_in', 'logged_out'])
    expect(new Set(entries.map(({ actor_user_id }) => actor_user_id))).toEqual(new Set([operatorId]))
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([`user:${eva.userId}`]))
  })

  test('needs a reason', async () => {
    const refused = await look(eva.userId, '  ')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['reason']])
  })

  test('is of customers only', async () => {
    expect((await look(operatorId)).statusCode).toBe(404)
  })

  test('needs a proof of who looks', async () => {
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await look(eva.userId)).json().message).toBe('fresh_authentication_required')
    portal.setClock(noon)
  })
})

test('customers look nobody up', async () => {
  const customer = await portal.as(eva.userId)
  const params = { id: String(eva.customerId) }
  const asked = [
    customer.ask(findCustomers, { query: { q: 'eva' } }),
    customer.ask(readCustomer, { params }),
    customer.ask(lookAtAccount, { params: { id: String(eva.userId) }, body: { reason: 'none' } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})

describe('a claim', () => {
  const taxId = '99100801K'
  const confirm = (id: number, who: Visitor = operator) =>
    who.ask(confirmCustomerClaim, { params: { id: String(id) }, body: { document: 'identity_document' } })
  let claim: number
  let claimant: number
  beforeAll(async () => {
    const { db } = portal.context
    claimant = await aUser(db)
    claim = await aCustomer(db, { tax_id: 'claim:7', claimed_tax_id: taxId, claimed_by_user_id: claimant })
  })
  beforeEach(() => portal.setClock(noon))

  test('of which nothing is signed is not confirmed', async () => {
    const answer = await confirm(claim)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'claim_unsigned'])
  })

  test('is confirmed with a fresh proof alone, by those whose roles include it, and never by a customer', async () => {
    const sales = await anOperator(portal)
    const { db } = portal.context
    const setRole = (role: string) =>
      db
        .updateTable('user_account')
        .set({ operator_roles: [role] as never })
        .where('user_id', '=', sales.userId)
        .execute()
    await setRole('content')
    expect((await confirm(claim, sales.visitor)).json().message).toBe('role_required')
    expect((await confirm(claim, await portal.as(claimant))).statusCode).toBe(401)
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await confirm(claim)).json().message).toBe('fresh_authentication_required')
  })

  test('whose tax id a known customer has is left for somebody to compare', async () => {
    const { db } = portal.context
    await aContract(db, { customerId: claim, signed_on: '2026-11-19' })
    const known = await aCustomer(db, { tax_id: taxId })
    expect((await confirm(claim)).json().message).toBe('tax_id_known')
    await db.deleteFrom('customer').where('customer_id', '=', known).execute()
  })

  test('is confirmed once, and that is recorded with what was seen', async () => {
    expect((await confirm(claim)).statusCode).toBe(204)
    const read = await operator.send(readCustomer, { params: { id: String(claim) } })
    expect(read).toMatchObject({ tax_id: taxId, is_claim: false })
    expect(await auditOf(portal, operatorId)).toContainEqual(['claim_confirmed', { document: 'identity_document' }])
    expect((await confirm(claim)).json().message).toBe('no_claim')
  })
})
