import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { nameOf, registeredCalls } from '#app/server/testing/registered-calls.ts'
import { readAnyChart } from '#domains/consumption/api.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { changePassword } from '#domains/session/api.ts'
import { anAccount, ask, auditOf, password } from '#domains/session/server/testing.ts'
import { pathOf } from '#kit/call.ts'
import { listAccessTokens, makeAccessToken, revokeAccessToken } from '../api.ts'
import { mostTokens, type Scope, scopes } from '../rules.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const everything = { name: 'Domótica de casa', scopes: [...scopes], days: 30 } as const
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
afterAll(() => portal.close())

/** Somebody with a contract, and a token of theirs for these reads. */
async function aProgram(allowed: readonly Scope[] = scopes) {
  portal.setClock(noon)
  const customerId = await aCustomer(portal.context.db)
  const contract = await aContract(portal.context.db, { customerId })
  const userId = await anAccount(portal, { customerIds: [customerId] })
  const { token } = await (await portal.as(userId)).send(makeAccessToken, {
    body: { ...everything, scopes: [...allowed] },
  })
  return { userId, contract, token, headers: { authorization: `Bearer ${token}` } }
}

describe('a program with a token', () => {
  test('reads what it was allowed to, of its owner alone', async () => {
    const { contract, headers } = await aProgram()
    await aProgram()
    const { status, body } = await ask(portal, listContracts, { query: {} }, headers)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(contract.name)
    expect(body.contracts ?? body.items ?? body).toHaveLength(1)
    expect((await ask(portal, listInvoices, { query: {} }, headers)).status).toBe(200)
    const curve = { params: { contractId: String(contract.contractId), type: 'months' }, query: {} }
    expect((await ask(portal, readAnyChart, curve, headers)).status).not.toBe(403)
  })

  test('reads nothing else', async () => {
    const { contract, headers } = await aProgram(['invoices:read'])
    expect(await ask(portal, listContracts, { query: {} }, headers)).toMatchObject({
      status: 403,
      code: 'scope_missing',
      body: { scope: 'contracts:read' },
    })
    const curve = { params: { contractId: String(contract.contractId), type: 'months' }, query: {} }
    expect((await ask(portal, readAnyChart, curve, headers)).code).toBe('scope_missing')
  })

  test('is refused at every call that no scope opens, whoever may make it otherwise', async () => {
    const { token } = await aProgram()
    const closed = registeredCalls(portal.context).filter(({ scope, access }) => !scope && access !== 'operator')
    expect(closed.length).toBeGreaterThan(100)
    const opened: string[] = []
    for (const [asked, call] of closed.entries()) {
      // A minute for a hundred, so that it is not slowed down.
      portal.setClock(new Date(noon.getTime() + Math.floor(asked / 100) * 61_000))
      const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
      const { statusCode } = await portal.app.inject({
        method: call.method,
        url: pathOf(call, Math.max(...call.versions), params),
        headers: { host: 'portal.test', authorization: `Bearer ${token}` },
        payload: call.method === 'GET' ? undefined : {},
      })
      // 415 is said before anybody is asked who they are: a file was expected.
      if (![403, 415].includes(statusCode)) opened.push(`${nameOf(call)} ${statusCode}`)
    }
    expect(opened).toEqual([])
  })

  test('is nobody at the operators’ door', async () => {
    const { headers } = await aProgram()
    const operators = await portal.app.inject({ url: '/api/v1/operator/operators', headers })
    expect(operators.statusCode).toBe(401)
  })

  test('reads no longer when its time is over, when it is ended, and after a new password', async () => {
    const overdue = await aProgram()
    portal.setClock(new Date('2026-12-20T11:00:01Z'))
    expect((await ask(portal, listInvoices, { query: {} }, overdue.headers)).code).toBe('token_expired')

    const ended = await aProgram()
    const owner = await portal.as(ended.userId)
    const [made] = (await owner.send(listAccessTokens, {})).items
    await owner.send(revokeAccessToken, { params: { id: String(made!.id) } })
    expect((await ask(portal, listInvoices, { query: {} }, ended.headers)).status).toBe(401)
    expect((await owner.send(listAccessTokens, {})).items).toEqual([])

    const renewed = await aProgram()
    const changing = await portal.as(renewed.userId)
    const next = 'Otra-escala-de-luz-8'
    const body = { current: password, password: next }
    await changing.send(changePassword, { body })
    expect((await ask(portal, listInvoices, { query: {} }, renewed.headers)).status).toBe(401)
  })

  test('is slowed down, and so is a network that tries others', async () => {
    const { headers } = await aProgram()
    const codes: number[] = []
    for (let count = 0; count < 121; count++)
      codes.push((await ask(portal, listInvoices, { query: {} }, headers)).status)
    expect(codes.filter((code) => code === 200)).toHaveLength(120)
    expect(codes.at(-1)).toBe(429)
    const wrong: number[] = []
    for (let count = 0; count < 31; count++) {
      const authorization = `Bearer llum_read_${count}`
      wrong.push((await ask(portal, listInvoices, { query: {} }, { authorization })).status)
    }
    expect([wrong[0], wrong.at(-1)]).toEqual([401, 429])
  })
})

describe('a token', () => {
  test('is shown once, kept as a hash, told to its owner and written down without its name', async () => {
    const { userId, token } = await aProgram(['curves:read'])
    expect(token).toMatch(/^llum_read_[\w-]{43}$/)
    const { items } = await (await portal.as(userId)).send(listAccessTokens, {})
    expect(items).toEqual([
      {
        id: expect.any(Number),
        name: 'Domótica de casa',
        scopes: ['curves:read'],
        created_at: '2026-11-20T11:00:00.000Z',
        expires_at: '2026-12-20T11:00:00.000Z',
        last_used_at: null,
      },
    ])
    const kept = await portal.context.db.selectFrom('access_token').selectAll().where('user_id', '=', userId).execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const mail = await portal.context.db
      .selectFrom('outbox_message')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'session.accessTokenMade', link: '/profile/programs' })
    expect(JSON.stringify(mail)).not.toContain(token)
    const written = await auditOf(portal, userId)
    expect(written).toEqual([['access_token_made', { scopes: ['curves:read'], expiresAt: '2026-12-20T11:00:00.000Z' }]])
  })

  test('says when it was last used', async () => {
    const { userId, headers } = await aProgram()
    portal.setClock(new Date('2026-11-20T11:05:00Z'))
    await ask(portal, listInvoices, { query: {} }, headers)
    const { items } = await (await portal.as(userId)).send(listAccessTokens, {})
    expect(items[0]!.last_used_at).toBe('2026-11-20T11:05:00.000Z')
  })

  test('is made twenty times and no more', async () => {
    const userId = await anAccount(portal)
    const owner = await portal.as(userId)
    for (let count = 0; count < mostTokens; count++) await owner.send(makeAccessToken, { body: everything as never })
    const more = await owner.ask(makeAccessToken, { body: everything as never })
    expect([more.statusCode, more.json().message]).toEqual([409, 'access_tokens_too_many'])
  })

  test.each([
    ['without a name', { name: ' ' }],
    ['with a name that is too long', { name: 'a'.repeat(61) }],
    ['for nothing', { scopes: [] }],
    ['for what there is not', { scopes: ['contracts:write'] }],
    ['for ever', { days: 4000 }],
  ])('is not made %s', async (_, wrong) => {
    const owner = await portal.as(await anAccount(portal))
    const answer = await owner.ask(makeAccessToken, { body: { ...everything, ...wrong } as never })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
  })

  test('is made and ended by its owner alone, who has proved lately who they are', async () => {
    const { userId } = await aProgram()
    const [made] = (await (await portal.as(userId)).send(listAccessTokens, {})).items
    const end = { params: { id: String(made!.id) } }
    const make = { body: everything as never }
    expect((await portal.anonymous.ask(listAccessTokens, {})).statusCode).toBe(401)
    expect((await portal.anonymous.ask(makeAccessToken, make)).statusCode).toBe(401)
    expect((await portal.anonymous.ask(revokeAccessToken, end)).statusCode).toBe(401)
    const other = await portal.as(await anAccount(portal))
    expect((await other.ask(revokeAccessToken, end)).statusCode).toBe(404)
    const looking = await portal.as(userId, { readonly: true })
    expect((await looking.ask(makeAccessToken, make)).json().message).toBe('token_readonly')
    expect((await looking.ask(revokeAccessToken, end)).json().message).toBe('token_readonly')
    const owner = await portal.as(userId)
    portal.setClock(new Date('2026-11-20T11:20:00Z'))
    expect((await owner.ask(makeAccessToken, make)).json().message).toBe('fresh_authentication_required')
  })
})
