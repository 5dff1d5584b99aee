import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { issueClient } from '#domains/session/server/programs/issue-credentials.ts'
import { signInWithToken } from '#domains/session/server/sign-in/sign-in.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { upstreamPathOf } from './forward-to-upstream.ts'

const password = 'Una-llum-encesa-7'
let behind: TestPortal
let front: TestPortal
let userId: number
let contract: CreatedContract
let invoiceId: number

beforeAll(async () => {
  behind = await startTestPortal()
  const { db } = behind.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, iban: 'ES9430353760575941403157' })
  invoiceId = await insertInvoice(db, { contract, number: 'FE26/1' })
  const password_hash = await hashPassword(password)
  userId = await insertUser(db, {
    login: 'anna',
    name: 'Anna Güell',
    email: 'anna@example.test',
    password_hash,
    customerIds: [customerId],
  })
  const address = await behind.app.listen({ port: 0, host: '127.0.0.1' })
  front = await startTestPortal({ environment: { UPSTREAM_API: address, DEMO: 'on' } })
})
afterAll(async () => {
  await front.close()
  await behind.close()
})

type PortalRequest = {
  method?: 'GET' | 'POST' | 'PUT'
  token?: string
  cookie?: string
  payload?: object
  headers?: object
}

function ask(url: string, { method = 'GET', token, cookie, payload, headers }: PortalRequest = {}, portal = front) {
  return portal.app.inject({
    method,
    url,
    payload,
    headers: {
      host: 'portal.test',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie: `token=${cookie}`, origin: 'http://portal.test' }),
      ...headers,
    },
  })
}

async function enter(given = { user: 'anna', password }): Promise<LightMyRequestResponse> {
  return ask('/api/v2/user/login', { method: 'POST', payload: given })
}

const tokenIn = (answer: LightMyRequestResponse) => answer.json().token as string
const cookieIn = (answer: LightMyRequestResponse) => answer.cookies.find(({ name }) => name === 'token')?.value

describe('the portal of one instance on the API of another', () => {
  test('signs in users of the upstream server, with its own session and without exposing the upstream token', async () => {
    const answer = await enter()
    expect(answer.statusCode).toBe(200)
    const token = tokenIn(answer)
    expect(cookieIn(answer)).toBe(token)
    expect((await ask('/api/v2/users/', { token })).json()).toMatchObject({
      name: 'Anna Güell',
      email: 'anna@example.test',
    })
    expect((await ask('/api/v2/users/', { token }, behind)).statusCode).toBe(401)
    const { sealed_token } = await front.context.db.selectFrom('upstream_session').selectAll().executeTakeFirstOrThrow()
    expect(sealed_token).not.toContain('eyJ')
  })

  test('refuses users whom the upstream server refuses', async () => {
    const answer = await enter({ user: 'anna', password: 'wrong' })
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'login_error'])
  })

  test('shows the upstream contracts and invoices, and forwards its files', async () => {
    const token = tokenIn(await enter())
    const { items } = (await ask('/api/v1/contracts?type=electricity', { token })).json()
    expect(items.map(({ name }: { name: string }) => name)).toEqual([contract.name])
    const invoices = (await ask('/api/v1/invoices/?type=electricity', { token })).json()
    expect(invoices.items[0]).toMatchObject({ id: invoiceId, number: 'FE26/1' })
    const file = await ask(`/api/v1/invoices/${invoiceId}/pdf/`, { token })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(file.headers['content-disposition']).toContain('.pdf')
  })

  test('forwards bank accounts masked, and in full only on request', async () => {
    const token = tokenIn(await enter())
    const listed = await ask('/api/v2/ibans/', { token })
    const [account] = listed.json().items
    expect(account.printable_iban).toBe('ES94 •••• 3157')
    const reveal = (id: number) => ask(`/api/v2/ibans/${id}/reveal`, { method: 'POST', token })
    expect((await reveal(account.id)).json()).toEqual({ iban: 'ES9430353760575941403157' })
    expect((await reveal(account.id + 1)).statusCode).toBe(404)
  })

  test('writes upstream, and forwards its refusals', async () => {
    const token = tokenIn(await enter())
    const write = (invoice_online: string, name = contract.name) =>
      ask(`/api/v2/contracts/${name}/`, { method: 'POST', token, payload: { invoice_online } })
    expect((await write('postal')).json()).toEqual({ invoice_online: 'postal' })
    const { items } = (await ask('/api/v1/contracts', { token })).json()
    expect(items[0].invoice_online).toBe('postal')
    const unknown = await write('postal', '9999999')
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'not_found'])
    expect((await write('pigeon')).statusCode).toBe(400)
  })

  test('refuses calls without a session, and sends no token for visitors', async () => {
    const answer = await ask('/api/v1/contracts')
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'unauthenticated'])
    expect((await ask('/api/v1/geo/tipovias/')).statusCode).toBe(200)
  })

  test('signs out on both sides', async () => {
    const token = tokenIn(await enter())
    const before = await openSessionsBehind()
    expect((await ask('/api/v2/user/logout', { method: 'POST', token })).statusCode).toBe(204)
    expect((await ask('/api/v1/contracts', { token })).json().message).toBe('token_expired')
    expect(await openSessionsBehind()).toBe(before - 1)
  })

  test('ends the session when it ends upstream', async () => {
    const cookie = cookieIn(await enter())!
    await behind.context.db
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', userId)
      .execute()
    const later = new Date(Date.now() + 5_000)
    behind.setClock(later)
    const answer = await ask('/api/v1/contracts', { cookie })
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'token_expired'])
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'token', value: '' }))
    expect((await ask('/api/v1/user/session', { cookie })).statusCode).toBe(401)
  })

  test('changes the password upstream, and continues with a new session', async () => {
    const cookie = cookieIn(await enter())!
    const change = (current: string, wanted: string) =>
      ask('/api/v2/user/password', { method: 'PUT', cookie, payload: { current, password: wanted } })
    expect((await change('Otra-cosa-99', 'Nova-llum-encesa-8')).statusCode).toBe(403)
    const weak = await change(password, 'short')
    expect([weak.statusCode, weak.json().errors.password]).toEqual([
      400,
      [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
    ])
    const changed = await change(password, 'Nova-llum-encesa-8')
    expect(changed.json().status).toBe('OK')
    expect((await ask('/api/v1/contracts', { token: tokenIn(changed) })).statusCode).toBe(200)
    const password_hash = await hashPassword(password)
    await behind.context.db.updateTable('user_account').set({ password_hash }).where('user_id', '=', userId).execute()
  })

  test('has its own settings and session lifetime', async () => {
    await front.set('organization.name', 'Llum de davant')
    expect((await ask('/api/v2/ov_customize/ov_settings')).payload).toContain('Llum de davant')
    expect((await ask('/api/v2/ov_customize/ov_settings', {}, behind)).payload).not.toContain('Llum de davant')
    const token = tokenIn(await enter())
    expect((await ask('/api/v1/user/session', { token })).json().can_stay).toBe(true)
    expect((await ask('/api/v2/is_token_valid', { method: 'POST', payload: { token } })).json()).toEqual({
      token_is_valid: true,
    })
  })

  test('offers no sign-in methods of local accounts', async () => {
    const answer = await ask('/api/v2/user/passkey/start', { method: 'POST' })
    expect(answer.statusCode).toBe(404)
  })

  async function openSessionsBehind(): Promise<number> {
    const rows = await behind.context.db
      .selectFrom('session')
      .where('revoked_at', 'is', null)
      .select('session_id')
      .execute()
    return rows.length
  }
})

describe('credentials in the URL', () => {
  const source = { address: '127.0.0.1', requestId: 'test', device: null }

  test('sign in with an upstream token, read-only if the token is', async () => {
    const theirs = (await behind.as(userId, { readonly: true })).token!
    const entry = await signInWithToken(front.context, theirs, source)
    if (entry.kind !== 'signedIn') throw new Error(entry.kind)
    expect((await ask('/api/v1/contracts', { token: entry.token })).statusCode).toBe(200)
    const write = { method: 'POST' as const, token: entry.token, payload: { invoice_online: 'email' } }
    const refused = await ask(`/api/v2/contracts/${contract.name}/`, write)
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'token_readonly'])
  })

  test('sign in once with a local token, whose session continues upstream', async () => {
    const token = tokenIn(await enter())
    const entry = await signInWithToken(front.context, token, source)
    if (entry.kind !== 'signedIn') throw new Error(entry.kind)
    expect((await ask('/api/v1/contracts', { token: entry.token })).statusCode).toBe(200)
    expect(await signInWithToken(front.context, token, source)).toEqual({ kind: 'wrong' })
  })

  test('sign in with the id and secret of an upstream client', async () => {
    const { clientId, secret } = (await issueClient(behind.context.db, { login: 'anna', now: new Date() }))!
    const payload = { client_id: clientId, secret }
    const entered = await ask('/api/v2/user/client_id', { method: 'POST', payload })
    expect((await ask('/api/v1/contracts', { token: tokenIn(entered) })).statusCode).toBe(200)
    const wrong = await ask('/api/v2/user/client_id', { method: 'POST', payload: { ...payload, secret: 'x' } })
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'client_id_error'])
  })

  test('are rejected if the upstream server does not know them', async () => {
    expect(await signInWithToken(front.context, 'eyJhbGciOiJIUzI1NiJ9.e30.x', source)).toEqual({ kind: 'wrong' })
  })
})

test.each([
  ['a name', 'a b/c?d', '/api/v2/contracts/a%20b%2Fc%3Fd/pdf/'],
  ['the language', '7', '/api/v2/contracts/7/pdf/?lang=ca', '?lang=ca'],
])('%s is encoded again', (_, contractName, expected, query = '') => {
  const request = {
    params: { contractName },
    url: `/x${query}`,
    routeOptions: { url: '/portal/api/v2/contracts/:contractName/pdf/' },
  }
  expect(upstreamPathOf({ path: '/contracts/:contractName/pdf/' }, request as never)).toBe(expected)
})

test.each(['.', '..'])('"%s" leads to no other path', (contractName) => {
  const request = { params: { contractName }, url: '/x', routeOptions: { url: '/api/v2/contracts/:contractName/pdf/' } }
  expect(() => upstreamPathOf({ path: '/contracts/:contractName/pdf/' }, request as never)).toThrow('not_found')
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function form(): FormData {
  const form = new FormData()
  form.append('file', new Blob([png], { type: 'image/png' }), 'contador.png')
  return form
}

describe('in front of a third-party server', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let upstreamRequests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []
  const other = createServer(async (request, response) => {
    const { method, url, headers } = request
    upstreamRequests.push({ method, url, headers, body: await text(request) })
    answer(request, response)
  })
  let portal: TestPortal

  beforeAll(async () => {
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    portal = await startTestPortal({ environment: { UPSTREAM_API: `http://127.0.0.1:${port}/oficina` } })
  })
  afterAll(async () => {
    await portal.close()
    other.closeAllConnections()
    other.close()
  })
  beforeEach(() => {
    upstreamRequests = []
  })

  const json =
    (status: number, body: unknown, headers = {}) =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

  test('only the path, language and request id of a browser’s request are forwarded', async () => {
    answer = json(200, [])
    const headers = {
      cookie: 'token=x; language=ca',
      origin: 'http://portal.test',
      'x-forwarded-for': '1.2.3.4',
      'user-agent': 'Firefox',
    }
    const reply = await ask('/api/v1/geo/tipovias/?lang=gl', { headers }, portal)
    expect(upstreamRequests).toHaveLength(1)
    expect(upstreamRequests[0]).toMatchObject({ method: 'GET', url: '/oficina/api/v1/geo/tipovias/?lang=gl', body: '' })
    const { host, connection: _, ...forwarded } = upstreamRequests[0]!.headers
    expect(host).toMatch(/^127\.0\.0\.1:/)
    expect(forwarded).toEqual({
      accept: 'application/json',
      'accept-language': 'gl',
      'x-request-id': reply.headers['x-request-id'],
    })
  })

  test.each<[string, () => void, number, string]>([
    ['fails', () => (answer = json(500, {})), 502, 'upstream_failed'],
    [
      'redirects elsewhere',
      () => (answer = json(302, {}, { location: 'http://169.254.169.254/' })),
      502,
      'upstream_failed',
    ],
    ['replies without JSON', () => (answer = (_, response) => void response.end('<html>')), 502, 'upstream_failed'],
    [
      'refuses with an HTML page',
      () => (answer = (_, response) => void response.writeHead(403).end('<html>')),
      502,
      'upstream_failed',
    ],
    [
      'replies with JSON nested too deeply',
      () => (answer = (_, response) => void response.end('['.repeat(50_000) + ']'.repeat(50_000))),
      502,
      'upstream_failed',
    ],
    [
      'refuses with an endless message',
      () => (answer = json(409, { error: { code: 'taken' }, message: 'x'.repeat(200_000) })),
      502,
      'upstream_failed',
    ],
    ['closes the connection', () => (answer = (request) => void request.socket.destroy()), 504, 'upstream_late'],
    [
      'stops halfway',
      () => {
        answer = (request, response) => {
          response.writeHead(200, { 'content-length': '10' }).write('{"a"')
          setTimeout(() => request.socket.destroy(), 50)
        }
      },
      504,
      'upstream_late',
    ],
    ['refuses as specified', () => (answer = json(409, { error: { code: 'taken' }, message: 'taken' })), 409, 'taken'],
  ])('an upstream server that %s is reported as such', async (_, prepare, status, code) => {
    prepare()
    const reply = await ask('/api/v1/omip/products/', {}, portal)
    expect([reply.statusCode, reply.json().message]).toEqual([status, code])
  })

  /** Signs in with an opaque upstream token. */
  async function enterThere(): Promise<string> {
    answer = (request, response) =>
      request.url?.endsWith('/users/')
        ? json(200, { email: 'jo@example.test', name: 'Jo' })(request, response)
        : json(200, { token: 'opaque', change_password: false })(request, response)
    const payload = { user: 'jo', password }
    const reply = await ask('/api/v2/user/login', { method: 'POST', payload }, portal)
    expect(reply.payload).not.toContain('opaque')
    return tokenIn(reply)
  }

  test('an opaque upstream token signs in, and is never exposed', async () => {
    const token = await enterThere()
    answer = json(200, { items: [], total: 0 })
    expect((await ask('/api/v1/contracts', { token }, portal)).statusCode).toBe(200)
    expect(upstreamRequests.at(-1)!.headers.authorization).toBe('Bearer opaque')
  })

  test('an expired upstream token, reported by 419, ends the local session', async () => {
    const token = await enterThere()
    answer = json(419, { error: { code: 'token_expired' }, message: 'token_expired' })
    const reply = await ask('/api/v1/contracts', { token }, portal)
    expect([reply.statusCode, reply.json().message]).toEqual([401, 'token_expired'])
    expect((await ask('/api/v1/user/session', { token }, portal)).statusCode).toBe(401)
  })

  test('uploaded files are sent completely, in base64, and only by their owners', async () => {
    const token = await enterThere()
    const sent = new Response(form())
    const { id } = (
      await portal.app.inject({
        method: 'POST',
        url: '/api/v2/uploads/',
        headers: { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type')! },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
    ).json()
    answer = json(200, { id: 7 })
    const about = { polissa_id: 7, polissa_type: 'electricity', categ_id: 3 }
    const payload = { ...about, title: 'Lectura', message: 'La foto', attachments: [{ id }] }
    const opened = await ask('/api/v1/crm/cases/', { method: 'POST', token, payload }, portal)
    expect([opened.statusCode, opened.json()]).toEqual([200, { id: 7 }])
    expect(JSON.parse(upstreamRequests.at(-1)!.body)).toEqual({
      ...payload,
      attachments: [{ filename: 'contador.png', content: png.toString('base64') }],
    })
    const unsigned = { email: 'a@example.test', mobile: '600000000', category: 3, subject: 'x', description: 'x' }
    const other = { method: 'POST' as const, payload: { ...unsigned, attachment: [{ id }] } }
    expect((await ask('/api/v1/crm/unsigned/', other, portal)).json().message).toBe('file_missing')
  })

  test('an unreachable upstream server is reported as such', async () => {
    const nobody = await startTestPortal({ environment: { UPSTREAM_API: 'http://127.0.0.1:1' } })
    const reply = await ask('/api/v1/geo/tipovias/', {}, nobody)
    expect([reply.statusCode, reply.json().message]).toEqual([502, 'upstream_unreachable'])
    await nobody.close()
  })
})
