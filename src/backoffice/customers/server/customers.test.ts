import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { giveDataConsent } from '#domains/data-sharing/api.ts'
import { closeOperator, signOutOperator } from '#domains/operators/desk/api.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { changePassword, logOut, readProfile } from '#domains/session/api.ts'
import { listImpersonations } from '#domains/session/own-sessions-api.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { signInWithToken } from '#domains/session/server/sign-in/sign-in.ts'
import {
  confirmCustomerClaim,
  findCustomers,
  impersonateAccount,
  listCustomerConsents,
  listCustomerContracts,
  listCustomerInvoices,
  readCustomer,
} from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ now: noon })
let eva: { customerId: number; userId: number; cups: string }

beforeAll(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, {
    name: 'Eva García Lluís',
    tax_id: '99100733N',
    email: 'Eva@example.test',
  })
  await insertCustomer(db, { name: 'Tèxtils del Vallès, SL', tax_id: 'B12345674', is_company: true })
  const contract = await insertContract(db, { customerId, name: '0049077' })
  await insertContract(db, { customerId, name: '0049001', state: 'baixa' })
  await insertInvoice(db, { contract, number: 'FE2026/7', amount_total_cents: 4569 })
  const userId = await insertUser(db, { login: 'eva', name: 'Eva', customerIds: [customerId] })
  eva = { customerId, userId, cups: contract.cups }
})
afterAll(() => portal.close())

describe('finds a customer by', () => {
  const find = async (q: string) => (await operator.send(findCustomers, { query: { q } })).items
  test.each([
    ['name prefixes', 'gar ev', 'name'],
    ['a name without its accents', 'lluis', 'name'],
    ['a NIF in any format', '99.100.733-n', 'tax_id'],
    ['an e-mail address', 'eva@EXAMPLE.test', 'email'],
    ['a contract', '0049077', 'contract'],
    ['an invoice', 'fe2026/7', 'invoice'],
  ])('%s', async (_, typed, by) => {
    expect(await find(typed)).toMatchObject([
      { id: eva.customerId, name: 'Eva García Lluís', found_by: by, contracts: 2 },
    ])
  })

  test('a CUPS or its prefix', async () => {
    expect(await find(eva.cups)).toMatchObject([{ id: eva.customerId, found_by: 'cups', found: eva.cups }])
    expect((await find(eva.cups.slice(0, 12))).map(({ id }) => id)).toContain(eva.customerId)
  })

  test('nothing once they are erased, not even their id', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { name: 'Olvido Borrado', erased_at: noon })
    await insertContract(db, { customerId, name: '0049666', state: 'baixa' })
    expect([await find('olvido'), await find('0049666')]).toEqual([[], []])
    expect((await operator.sendRaw(readCustomer, { params: { id: String(customerId) } })).statusCode).toBe(404)
  })

  test('nothing for unknown terms, treating search operators as ordinary text', async () => {
    expect(await find('zzz')).toEqual([])
    expect(await find("a & b | !c:* ' \\ %")).toEqual([])
  })

  test('two letters or more', async () => {
    const refused = await operator.sendRaw(findCustomers, { query: { q: ' e ' } })
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { q: [expect.stringContaining('dos letras')] }])
  })

  test('name, page by page', async () => {
    const { db } = portal.context
    for (let number = 0; number < 3; number++) await insertCustomer(db, { name: `Zoe ${number}` })
    const page = await operator.send(findCustomers, { query: { q: 'zoe', limit: 2, offset: 2 } as never })
    expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['Zoe 2']])
  })
})

test('returns a customer with their accounts and open items', async () => {
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

test.each(['0', 'x', '99999999999999999999'])('returns 404 for customer %s', async (id) => {
  expect((await operator.sendRaw(readCustomer, { params: { id } })).statusCode).toBe(404)
  expect((await operator.sendRaw(listCustomerContracts, { params: { id }, query: {} })).statusCode).toBe(404)
})

test('lists a customer’s invoices with the billed period, newest first and by contract', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { tax_id: '99100734J' })
  const [flat, shop] = [
    await insertContract(db, { customerId, name: '0049101' }),
    await insertContract(db, { customerId, name: '0049102' }),
  ]
  const days = (month: string) => ({ starts_on: `2026-${month}-01`, ends_on: `2026-${month}-28` })
  await insertInvoice(db, { contract: flat, number: 'FE2026/101', issued_on: '2026-09-30', ...days('09') })
  await insertInvoice(db, {
    ...{ contract: shop, number: 'FE2026/102', issued_on: '2026-10-31', ...days('10'), energy_wh: 215_000 },
    ...{ amount_total_cents: 4569, amount_pending_cents: 4569, paid_status: 'unpaid' },
  })
  const params = { id: String(customerId) }
  const { items, total } = await operator.send(listCustomerInvoices, { params, query: {} })
  expect(total).toBe(2)
  expect(items.map(({ number }) => number)).toEqual(['FE2026/102', 'FE2026/101'])
  expect(items[0]).toMatchObject({
    ...{ contract: '0049102', issued_on: '2026-10-31', starts_on: '2026-10-01', ends_on: '2026-10-28' },
    ...{ energy_wh: 215_000, amount: 45.69, pending: 45.69, status: 'unpaid', is_held: false },
  })
  const numbersOf = async (query: { contract?: number; offset?: number }) =>
    (await operator.send(listCustomerInvoices, { params, query })).items.map(({ number }) => number)
  expect(await numbersOf({ contract: flat.contractId })).toEqual(['FE2026/101'])
  expect(await numbersOf({ offset: 1 })).toEqual(['FE2026/101'])
  expect((await operator.send(readCustomer, { params })).unpaid).toEqual({ count: 2, amount: 91.38 })
  await db.updateTable('invoice').set({ is_held: true }).where('number', '=', 'FE2026/102').execute()
  const held = await operator.send(listCustomerInvoices, { params, query: { contract: shop.contractId } })
  expect(held.items).toMatchObject([{ number: 'FE2026/102', is_held: true }])
  expect((await operator.send(readCustomer, { params })).unpaid).toEqual({ count: 1, amount: 45.69 })
  const ofAnother = { id: String(eva.customerId) }
  const another = await operator.send(listCustomerInvoices, {
    params: ofAnother,
    query: { contract: flat.contractId },
  })
  expect(another.items).toEqual([])
  expect((await operator.sendRaw(listCustomerInvoices, { params: { id: '0' }, query: {} })).statusCode).toBe(404)
  expect((await portal.anonymous.sendRaw(listCustomerInvoices, { params, query: {} })).statusCode).toBe(401)
})

test('shows what a customer lets third parties read', async () => {
  const params = { id: String(eva.customerId) }
  expect(await operator.send(listCustomerConsents, { params })).toEqual({ items: [] })
  const owner = await portal.as(eva.userId)
  await owner.send(giveDataConsent, {
    body: { holder_id: eva.customerId, third_party: 'Energía Ejemplo', purpose: 'Oferta', scopes: ['curves:read'] },
  })
  expect((await operator.send(listCustomerConsents, { params })).items).toMatchObject([
    { third_party: 'Energía Ejemplo', purpose: 'Oferta', scopes: ['curves:read'], state: 'active' },
  ])
  expect((await operator.sendRaw(listCustomerConsents, { params: { id: '0' } })).statusCode).toBe(404)
  expect((await portal.anonymous.sendRaw(listCustomerConsents, { params })).statusCode).toBe(401)
  const seller = await createTestOperator(portal, 'seller-of-consents', ['sales'])
  expect((await seller.visitor.sendRaw(listCustomerConsents, { params })).statusCode).toBe(403)
})

describe('impersonating an account', () => {
  const look = (id: number, reason = 'Llamada del 20 de noviembre') =>
    operator.sendRaw(impersonateAccount, { params: { id: String(id) }, body: { reason } })

  test('shows the portal as its owner, read-only, and is recorded', async () => {
    const { token } = (await look(eva.userId)).json()
    const headers = { authorization: `Bearer ${token}` }
    expect((await portal.anonymous.sendRaw(readProfile, {}, { headers })).json().name).toBe('Eva')
    const body = { current: 'Anything-1', password: 'Camins-de-nit-42' }
    const refused = await portal.anonymous.sendRaw(changePassword, { body } as never, { headers })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'token_readonly'])
    const ownImpersonations = await (await portal.as(eva.userId)).send(listImpersonations, {})
    expect(ownImpersonations.items).toEqual([{ at: expect.any(String), reason: 'Llamada del 20 de noviembre' }])
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'account_looked_at',
      { reason: 'Llamada del 20 de noviembre' },
    ])
  })

  test('notifies the owner by e-mail with the reason', async () => {
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
      const answer = await portal.anonymous.sendRaw(readProfile, {}, { headers: { authorization: `Bearer ${token}` } })
      return answer.statusCode
    }
    const lookAs = async (visitor: TestVisitor) => {
      const sent = { params: { id: String(eva.userId) }, body: { reason: 'Llamada' } }
      return (await visitor.send(impersonateAccount, sent)).token
    }
    const after = (minutes: number) => portal.setClock(new Date(noon.getTime() + minutes * 60_000))
    afterEach(() => after(0))

    test('after half an hour, regardless of use', async () => {
      const token = await lookAs(operator)
      after(15)
      expect(await profileWith(token)).toBe(200)
      after(29)
      expect(await profileWith(token)).toBe(200)
      after(31)
      expect(await profileWith(token)).toBe(401)
    })

    test('half an hour after the start, even if the link was opened later', async () => {
      const token = await lookAs(operator)
      after(20)
      const opened = await signInWithToken(portal.context, token, { address: '::1', requestId: 'r', device: null })
      const { token: exchanged } = opened as { token: string }
      expect(await profileWith(exchanged)).toBe(200)
      after(31)
      expect(await profileWith(exchanged)).toBe(401)
    })

    test('with the operator’s session', async () => {
      const other = await createTestOperator(portal)
      const token = await lookAs(other.visitor)
      await other.visitor.send(signOutOperator, {})
      after(1)
      expect(await profileWith(token)).toBe(401)
    })

    test('when the operator’s account is closed', async () => {
      const other = await createTestOperator(portal)
      const token = await lookAs(other.visitor)
      await operator.send(closeOperator, { params: { id: String(other.userId) } })
      after(1)
      expect(await profileWith(token)).toBe(401)
    })
  })

  test('records the operator as the actor of every audit entry', async () => {
    const { db } = portal.context
    const last = await db
      .selectFrom('audit_entry')
      .select((row) => row.fn.max('audit_entry_id').as('id'))
      .executeTakeFirst()
    const { token } = (await look(eva.userId)).json()
    const source = { address: '::1', requestId: 'r', device: null }
    const { token: exchanged } = (await signInWithToken(portal.context, token, source)) as { token: string }
    const headers = { authorization: `Bearer ${exchanged}` }
    await portal.anonymous.sendRaw(logOut, {}, { headers })
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

  test('requires a reason', async () => {
    const refused = await look(eva.userId, '  ')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['reason']])
  })

  test('is refused for operator accounts', async () => {
    expect((await look(operatorId)).statusCode).toBe(404)
  })

  test('requires recent authentication', async () => {
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await look(eva.userId)).json().message).toBe('fresh_authentication_required')
    portal.setClock(noon)
  })
})

test('customers have no access', async () => {
  const customer = await portal.as(eva.userId)
  const params = { id: String(eva.customerId) }
  const replies = [
    customer.sendRaw(findCustomers, { query: { q: 'eva' } }),
    customer.sendRaw(readCustomer, { params }),
    customer.sendRaw(impersonateAccount, { params: { id: String(eva.userId) }, body: { reason: 'none' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})

describe('a claim', () => {
  const taxId = '99100801K'
  const confirm = (id: number, who: TestVisitor = operator) =>
    who.sendRaw(confirmCustomerClaim, { params: { id: String(id) }, body: { document: 'identity_document' } })
  let claim: number
  let claimant: number
  beforeAll(async () => {
    const { db } = portal.context
    claimant = await insertUser(db)
    claim = await insertCustomer(db, { tax_id: 'claim:7', claimed_tax_id: taxId, claimed_by_user_id: claimant })
  })
  beforeEach(() => portal.setClock(noon))

  test('without a signed contract is not confirmed', async () => {
    const answer = await confirm(claim)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'claim_unsigned'])
  })

  test('is confirmed only after re-authentication by operators with the role, never by a customer', async () => {
    const sales = await createTestOperator(portal)
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

  test('whose tax id belongs to a known customer is not confirmed', async () => {
    const { db } = portal.context
    await insertContract(db, { customerId: claim, signed_on: '2026-11-19' })
    const known = await insertCustomer(db, { tax_id: taxId })
    expect((await confirm(claim)).json().message).toBe('tax_id_known')
    await db.deleteFrom('customer').where('customer_id', '=', known).execute()
  })

  test('is confirmed once and recorded with the document checked', async () => {
    expect((await confirm(claim)).statusCode).toBe(204)
    const read = await operator.send(readCustomer, { params: { id: String(claim) } })
    expect(read).toMatchObject({ tax_id: taxId, is_claim: false })
    expect(await auditOf(portal, operatorId)).toContainEqual(['claim_confirmed', { document: 'identity_document' }])
    expect((await confirm(claim)).json().message).toBe('no_claim')
  })
})
