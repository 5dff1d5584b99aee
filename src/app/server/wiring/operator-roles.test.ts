import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { impersonateAccount } from '#backoffice/customers/api.ts'
import { readToday } from '#backoffice/today/api.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { listSettings, saveSetting } from '#domains/retailer/desk/settings/api.ts'
import { settingCatalogue } from '#domains/retailer/settings/catalogue.ts'
import { readProfile } from '#domains/session/api.ts'
import { type Call, isSafeRead } from '#kit/call.ts'
import { isAllowed, type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { insertUser } from '../testing/builders.ts'
import { callNameOf, listRegisteredCalls } from '../testing/registered-calls.ts'
import { startTestPortal, type TestVisitor } from '../testing/test-portal.ts'

/** Tries every operator call, including future ones, as operators of each role, of several and of none. */

const portal = await startTestPortal({ environment: { DEMO: 'on' }, now: new Date('2026-11-20T11:00:00Z') })
const { db } = portal.context
const calls = listRegisteredCalls(portal.context).filter(({ access }) => access === 'operator')
const held: OperatorRole[][] = [[], ...operatorRoles.map((role) => [role]), ['care', 'money']]

afterAll(() => portal.close())

async function operatorWith(roles: readonly OperatorRole[]) {
  const operator = await createTestOperator(portal)
  await give(operator.userId, roles)
  return operator
}

async function give(userId: number, roles: readonly OperatorRole[]) {
  await db
    .updateTable('user_account')
    .set({ operator_roles: [...roles] })
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the outcome of a call about a missing object: whether it was refused because of the role. */
async function outcomeOf(visitor: TestVisitor, call: Call, version: number) {
  const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, 'none']))
  const answer = await visitor.sendRaw(call, { params, query: {}, body: call.body ? {} : undefined } as never, {
    version,
  })
  if (answer.statusCode >= 500) return `${answer.statusCode}`
  return answer.statusCode === 403 && answer.json().message === 'role_required' ? 'refused' : 'allowed'
}

describe.each(held.map((roles) => [roles.join(' and ') || 'no role', roles] as const))('%s', (_, roles) => {
  let visitor: TestVisitor
  beforeAll(async () => {
    visitor = (await operatorWith(roles)).visitor
  })

  test('makes its declared calls, and no other', async () => {
    const outcomes: Record<string, string> = {}
    for (const call of calls)
      for (const version of call.versions)
        outcomes[`${callNameOf(call)} v${version}`] = await outcomeOf(visitor, call, version)
    const stated = calls.flatMap((call) =>
      call.versions.map((version) => [
        `${callNameOf(call)} v${version}`,
        isAllowed(roles, call.roles ?? []) ? 'allowed' : 'refused',
      ]),
    )
    expect(outcomes).toEqual(Object.fromEntries(stated))
  })

  test('sees and changes its declared settings', async () => {
    const theirs = [...settingCatalogue.values()].filter(({ role }) => isAllowed(roles, [role])).map(({ path }) => path)
    const listed = await visitor.sendRaw(listSettings, {})
    const paths = listed.statusCode === 200 ? listed.json().items.map(({ path }: { path: string }) => path) : []
    expect(paths).toEqual(theirs)
    const refused = []
    for (const path of settingCatalogue.keys()) {
      const answer = await visitor.sendRaw(saveSetting, { params: { path }, body: {} as never })
      if (answer.json().message === 'role_required') refused.push(path)
      else expect([path, answer.statusCode]).toEqual([path, 400])
    }
    expect(refused).toEqual([...settingCatalogue.keys()].filter((path) => !theirs.includes(path)))
  })

  test('reads the document of the operators’ calls only as an administrator', async () => {
    const answer = await portal.app.inject({
      url: '/api/operator/openapi.json',
      headers: { host: 'portal.test', authorization: `Bearer ${visitor.token}` },
    })
    expect(answer.statusCode).toBe(roles.includes('administrator') ? 200 : 403)
  })
})

test('without a role an operator may only make the calls of every operator, which return no personal data', async () => {
  const { visitor } = await operatorWith([])
  const open = calls.filter(({ roles }) => roles === 'everyOperator').map(callNameOf)
  expect(open.sort()).toEqual([
    ...['GET /operator/me', 'GET /operator/saved-filters', 'GET /operator/today', 'POST /operator/confirm'],
    ...['POST /operator/saved-filters', 'POST /operator/saved-filters/:id/remove'],
  ])
  expect([...new Set(Object.values(await visitor.send(readToday, {})))]).toEqual([null])
})

test('every role has its own calls that change something', () => {
  for (const role of operatorRoles.filter((role) => role !== 'administrator'))
    expect(calls.some((call) => !isSafeRead(call) && isAllowed([role], call.roles ?? []))).toBe(true)
})

describe('a refusal', () => {
  test('names the sufficient roles and whom to ask, in the language of the request, and is logged', async () => {
    const { visitor, userId } = await operatorWith(['content'])
    const call = calls.find((call) => callNameOf(call) === 'POST /operator/payments/:id/reconcile')!
    const ask = (language: string) =>
      visitor.sendRaw(call, { params: { id: '1' } } as never, { headers: { 'accept-language': language } })
    const refused = (await ask('es')).json()
    expect(refused).toMatchObject({ message: 'role_required', roles: ['money', 'administrator'] })
    expect(refused.error.message).toContain('Cobros y precios o Administración')
    expect((await ask('de')).json().error.message).toContain('Zahlungen und Preise oder Verwaltung')
    const entries = await db
      .selectFrom('audit_entry')
      .where('actor_user_id', '=', userId)
      .where('action', '=', 'operator_refused')
      .select(['subject', 'after'])
      .execute()
    const entry = { subject: 'POST /operator/payments/1/reconcile', after: { code: 'role_required' } }
    expect(entries).toEqual([entry, entry])
  })

  test('of the OpenAPI document is logged too', async () => {
    const { visitor, userId } = await operatorWith(['care'])
    await portal.app.inject({
      url: '/api/operator/openapi.json',
      headers: { host: 'portal.test', authorization: `Bearer ${visitor.token}` },
    })
    const entry = await db
      .selectFrom('audit_entry')
      .where('actor_user_id', '=', userId)
      .select(['action', 'subject'])
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'operator_refused', subject: 'GET /operator/openapi.json' })
  })
})

describe('a revoked role', () => {
  test('is refused on the next request, and a granted one applies from there', async () => {
    const { visitor, userId } = await operatorWith(['care'])
    const call = calls.find((call) => callNameOf(call) === 'GET /operator/cases')!
    expect((await visitor.sendRaw(call, {} as never)).statusCode).toBe(200)
    await give(userId, ['sales'])
    expect((await visitor.sendRaw(call, {} as never)).json().message).toBe('role_required')
    await give(userId, ['care'])
    expect((await visitor.sendRaw(call, {} as never)).statusCode).toBe(200)
  })

  test('ends the session in which its operator impersonates a customer', async () => {
    const { visitor, userId } = await operatorWith(['care'])
    const customer = await insertUser(db)
    const look = async () =>
      (await visitor.send(impersonateAccount, { params: { id: String(customer) }, body: { reason: 'Llamada' } })).token
    const authorization = `Bearer ${await look()}`
    const asCustomer = async () =>
      (await portal.anonymous.sendRaw(readProfile, {}, { headers: { authorization } })).statusCode
    expect(await asCustomer()).toBe(200)
    await give(userId, ['sales', 'money'])
    expect(await asCustomer()).toBe(401)
  })
})
