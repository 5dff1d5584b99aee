import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { callNameOf, listRegisteredCalls } from '#app/server/testing/registered-calls.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { readAnyChart } from '#domains/consumption/api.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { changePassword } from '#domains/session/api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { pathOf } from '#kit/call.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from '../api.ts'
import { maxTokens, type Scope, scopes } from '../rules.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const everything = { name: 'Domótica de casa', scopes: [...scopes], days: 30 } as const
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
afterAll(() => portal.close())

/** Creates a user with a contract and an access token of theirs with these scopes. */
async function aProgram(allowed: readonly Scope[] = scopes) {
  portal.setClock(noon)
  const customerId = await insertCustomer(portal.context.db)
  const contract = await insertContract(portal.context.db, { customerId })
  const userId = await anAccount(portal, { customerIds: [customerId] })
  const { token } = await (await portal.as(userId)).send(createAccessToken, {
    body: { ...everything, scopes: [...allowed] },
  })
  return { userId, contract, token, headers: { authorization: `Bearer ${token}` } }
}

describe('a program with an access token', () => {
  test('reads what its scopes allow, of its owner alone', async () => {
    const { contract, headers } = await aProgram()
    await aProgram()
    const { status, body } = await callWithoutSession(portal, listContracts, { query: {} }, headers)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(contract.name)
    expect(body.contracts ?? body.items ?? body).toHaveLength(1)
    expect((await callWithoutSession(portal, listInvoices, { query: {} }, headers)).status).toBe(200)
    const curve = { params: { contractId: String(contract.contractId), type: 'months' }, query: {} }
    expect((await callWithoutSession(portal, readAnyChart, curve, headers)).status).not.toBe(403)
  })

  test('reads nothing outside its scopes', async () => {
    const { contract, headers } = await aProgram(['invoices:read'])
    expect(await callWithoutSession(portal, listContracts, { query: {} }, headers)).toMatchObject({
      status: 403,
      code: 'scope_missing',
      body: { scope: 'contracts:read' },
    })
    const curve = { params: { contractId: String(contract.contractId), type: 'months' }, query: {} }
    expect((await callWithoutSession(portal, readAnyChart, curve, headers)).code).toBe('scope_missing')
  })

  test('is refused by every call that no scope opens, whatever other actors may do', async () => {
    const { token } = await aProgram()
    const closed = listRegisteredCalls(portal.context).filter(({ scope, access }) => !scope && access !== 'operator')
    expect(closed.length).toBeGreaterThan(100)
    const opened: string[] = []
    for (const [asked, call] of closed.entries()) {
      // Advances the clock by a minute every hundred calls, so that the rate limit is not reached.
      portal.setClock(new Date(noon.getTime() + Math.floor(asked / 100) * 61_000))
      const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
      const { statusCode } = await portal.app.inject({
        method: call.method,
        url: pathOf(call, Math.max(...call.versions), params),
        headers: { host: 'portal.test', authorization: `Bearer ${token}` },
        payload: call.method === 'GET' ? undefined : {},
      })
      // Upload calls answer 415 before authentication, because they expect a file.
      if (![403, 415].includes(statusCode)) opened.push(`${callNameOf(call)} ${statusCode}`)
    }
    expect(opened).toEqual([])
  })

  test('is not authenticated by the operator calls', async () => {
    const { headers } = await aProgram()
    const operators = await portal.app.inject({ url: '/api/v1/operator/operators', headers })
    expect(operators.statusCode).toBe(401)
  })

  test('no longer reads after the token has expired or been revoked, or after a password change', async () => {
    const overdue = await aProgram()
    portal.setClock(new Date('2026-12-20T11:00:01Z'))
    expect((await callWithoutSession(portal, listInvoices, { query: {} }, overdue.headers)).code).toBe('token_expired')

    const ended = await aProgram()
    const owner = await portal.as(ended.userId)
    const [made] = (await owner.send(listAccessTokens, {})).items
    await owner.send(revokeAccessToken, { params: { id: String(made!.id) } })
    expect((await callWithoutSession(portal, listInvoices, { query: {} }, ended.headers)).status).toBe(401)
    expect((await owner.send(listAccessTokens, {})).items).toEqual([])

    const renewed = await aProgram()
    const changing = await portal.as(renewed.userId)
    const next = 'Otra-escala-de-luz-8'
    const body = { current: password, password: next }
    await changing.send(changePassword, { body })
    expect((await callWithoutSession(portal, listInvoices, { query: {} }, renewed.headers)).status).toBe(401)
  })

  test('is rate-limited, as is a network that guesses tokens', async () => {
    const { headers } = await aProgram()
    const codes: number[] = []
    for (let count = 0; count < 121; count++)
      codes.push((await callWithoutSession(portal, listInvoices, { query: {} }, headers)).status)
    expect(codes.filter((code) => code === 200)).toHaveLength(120)
    expect(codes.at(-1)).toBe(429)
    const wrong: number[] = []
    for (let count = 0; count < 31; count++) {
      const authorization = `Bearer llum_read_${count}`
      wrong.push((await callWithoutSession(portal, listInvoices, { query: {} }, { authorization })).status)
    }
    expect([wrong[0], wrong.at(-1)]).toEqual([401, 429])
  })
})

describe('an access token', () => {
  test('is shown once, stored as a hash, notified to its owner and audited without its name', async () => {
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
    const storedTokens = await portal.context.db
      .selectFrom('access_token')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(JSON.stringify(storedTokens)).not.toContain(token)
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

  test('reports when it was last used', async () => {
    const { userId, headers } = await aProgram()
    portal.setClock(new Date('2026-11-20T11:05:00Z'))
    await callWithoutSession(portal, listInvoices, { query: {} }, headers)
    const { items } = await (await portal.as(userId)).send(listAccessTokens, {})
    expect(items[0]!.last_used_at).toBe('2026-11-20T11:05:00.000Z')
  })

  test('is created at most twenty times per user', async () => {
    const userId = await anAccount(portal)
    const owner = await portal.as(userId)
    for (let count = 0; count < maxTokens; count++) await owner.send(createAccessToken, { body: everything as never })
    const more = await owner.sendRaw(createAccessToken, { body: everything as never })
    expect([more.statusCode, more.json().message]).toEqual([409, 'access_tokens_too_many'])
  })

  test.each([
    ['without a name', { name: ' ' }],
    ['with a name that is too long', { name: 'a'.repeat(61) }],
    ['without scopes', { scopes: [] }],
    ['with an unknown scope', { scopes: ['contracts:write'] }],
    ['with an unsupported duration', { days: 4000 }],
  ])('is not created %s', async (_, wrong) => {
    const owner = await portal.as(await anAccount(portal))
    const answer = await owner.sendRaw(createAccessToken, { body: { ...everything, ...wrong } as never })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
  })

  test('is created and revoked by its owner alone, after a recent re-authentication', async () => {
    const { userId } = await aProgram()
    const [made] = (await (await portal.as(userId)).send(listAccessTokens, {})).items
    const end = { params: { id: String(made!.id) } }
    const make = { body: everything as never }
    expect((await portal.anonymous.sendRaw(listAccessTokens, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(createAccessToken, make)).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(revokeAccessToken, end)).statusCode).toBe(401)
    const other = await portal.as(await anAccount(portal))
    expect((await other.sendRaw(revokeAccessToken, end)).statusCode).toBe(404)
    const looking = await portal.as(userId, { readonly: true })
    expect((await looking.sendRaw(createAccessToken, make)).json().message).toBe('token_readonly')
    expect((await looking.sendRaw(revokeAccessToken, end)).json().message).toBe('token_readonly')
    const owner = await portal.as(userId)
    portal.setClock(new Date('2026-11-20T11:20:00Z'))
    expect((await owner.sendRaw(createAccessToken, make)).json().message).toBe('fresh_authentication_required')
  })
})
