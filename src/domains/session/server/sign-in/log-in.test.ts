import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { logIn, logOut, readProfile } from '../../api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn(real.verify) }
})

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const enter = (user: string) => portal.anonymous.send(logIn, { body: { user, password } })

describe('signing in with user and password', () => {
  test('opens a session, in the response and in a cookie that scripts cannot read', async () => {
    const userId = await anAccount(portal, { login: 'marta', email: 'm@example.test', name: 'Marta', locale: 'ca' })
    const answer = await callWithoutSession(portal, logIn, { body: { user: 'marta', password } })
    const { token } = answer.body
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), change_password: false } })
    expect(answer.cookies).toEqual([
      `token=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      expect.stringMatching(/^known_device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      'language=ca-ES; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
    ])
    const profile = await callWithoutSession(portal, readProfile, {}, { authorization: `Bearer ${token}` })
    expect(profile.body).toMatchObject({ email: 'm@example.test', name: 'Marta' })
    expect(await auditOf(portal, userId)).toEqual([['logged_in', { by: 'password', readonly: false }]])
  })

  test('issues a token with the claims of the specification, the user under the name of the setting', async () => {
    const userId = await anAccount(portal, { login: 'claims', locale: 'gl' })
    await portal.set('jwtUserIdField', 'partner')
    const { token } = (await enter('claims')) as { token: string }
    await portal.set('jwtUserIdField', 'user_id')
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ partner: userId, locale: 'gl', readonly: false })
  })

  test('reports when the password must be changed first', async () => {
    await anAccount(portal, { login: 'guest', must_change_password: true })
    expect(await enter('guest')).toMatchObject({ change_password: true })
  })

  test('accepts every way to write the user', async () => {
    await anAccount(portal, { login: '40111222g', email: 'pere@example.test' })
    const ways: [reason: string, typed: string][] = [
      ['the log-in', '40111222g'],
      ['in capitals and with spaces around', '  40111222G '],
      ['a tax id with points and a hyphen', '40.111.222-G'],
      ['the e-mail address', 'Pere@Example.test'],
    ]
    for (const [reason, typed] of ways) expect(await enter(typed), reason).toMatchObject({ change_password: false })
  })

  test('opens neither of two accounts that share an e-mail address', async () => {
    for (const login of ['shared1', 'shared2']) await anAccount(portal, { login, email: 'shared@example.test' })
    const answer = await callWithoutSession(portal, logIn, { body: { user: 'shared@example.test', password } })
    expect(answer).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('opens the account that matches the password for the tax id of a holder with several accounts', async () => {
    const customerId = await insertCustomer(portal.context.db, { tax_id: '40111333T' })
    await anAccount(portal, { login: 'one', customerIds: [customerId] })
    await insertUser(portal.context.db, { login: 'other', customerIds: [customerId] })
    expect(await enter('40.111.333-T')).toMatchObject({ change_password: false })
    const wrong = await callWithoutSession(portal, logIn, {
      body: { user: '40111333T', password: 'Not-the-1-password' },
    })
    expect(wrong).toMatchObject({ status: 401, code: 'login_error' })
  })

  test('returns the same response for every wrong credential, after the same work', async () => {
    const userId = await anAccount(portal, { login: 'known' })
    await insertUser(portal.context.db, { login: 'locked' })
    const verify = vi.mocked(argon2.verify)
    for (const body of [
      { user: 'known', password: 'Not-the-1-password' },
      { user: 'nobody', password },
      { user: 'locked', password: 'none' },
    ]) {
      verify.mockClear()
      const answer = await callWithoutSession(portal, logIn, { body })
      expect(answer, body.user).toMatchObject({ status: 401, code: 'login_error', cookies: [] })
      expect(verify, body.user).toHaveBeenCalledOnce()
      expect(verify.mock.calls[0]![0], body.user).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    }
    expect(await auditOf(portal, userId)).toEqual([['login_failed']])
  })

  test.each([
    ['no user', { password }, 'user'],
    ['an empty password', { user: 'known', password: '' }, 'password'],
    ['an additional member', { user: 'known', password, admin: true }, 'admin'],
  ])('refuses an invalid form: %s', async (_, body, field) => {
    const answer = await callWithoutSession(portal, logIn, { body: body as never })
    expect(answer).toMatchObject({ status: 400, code: 'invalid', body: { errors: { [field]: [expect.any(String)] } } })
  })

  test('works from within a read-only session, which it replaces', async () => {
    const looking = await portal.as(await anAccount(portal), { readonly: true })
    await anAccount(portal, { login: 'self' })
    expect(await looking.send(logIn, { body: { user: 'self', password } })).toMatchObject({ change_password: false })
  })

  test('is not replayed from a stored response, which would hold tokens and hashes of passwords', async () => {
    const visitor = await portal.as(await anAccount(portal, { login: 'twice' }))
    const again = () =>
      visitor.sendRaw(logIn, { body: { user: 'twice', password } }, { headers: { 'idempotency-key': 'same' } })
    expect((await again()).json().token).not.toBe((await again()).json().token)
    expect(await portal.context.db.selectFrom('idempotent_reply').selectAll().execute()).toEqual([])
  })
})

describe('the cookie', () => {
  const places: [
    reason: string,
    environment: Record<string, string>,
    host: string,
    attributes: string,
    name?: string,
  ][] = [
    ['on localhost without TLS', {}, 'localhost:3000', 'Path=/; HttpOnly; SameSite=Lax'],
    ['on the loopback address without TLS', {}, '127.0.0.1:3000', 'Path=/; HttpOnly; SameSite=Lax'],
    ['under a base path', { BASE_PATH: '/office' }, 'localhost', 'Path=/office; HttpOnly; SameSite=Lax'],
    [
      'behind a proxy with TLS',
      { PUBLIC_ORIGIN: 'https://office.example' },
      'localhost:3000',
      'Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-token',
    ],
  ]
  test.each(places)('is for this host only, %s', async (_, environment, host, attributes, name = 'token') => {
    const place = await startTestPortal({ environment })
    await anAccount(place, { login: 'marta' })
    const answer = await place.app.inject({
      method: 'POST',
      url: `${environment.BASE_PATH ?? ''}/api/v1/user/login`,
      headers: { host },
      payload: { user: 'marta', password },
    })
    await place.close()
    expect(answer.headers['set-cookie']?.[0]).toBe(`${name}=${answer.json().token}; ${attributes}`)
  })

  test('of a chosen language stays, unless it is not offered', async () => {
    await anAccount(portal, { login: 'french', locale: 'fr' })
    const languageAfter = async (chosen: string) => {
      const sent = { body: { user: 'french', password } }
      const { cookies } = await callWithoutSession(portal, logIn, sent, {
        cookie: `language=${chosen}`,
        'sec-fetch-site': 'same-origin',
      })
      return cookies.find((cookie) => cookie.startsWith('language='))
    }
    expect(await languageAfter('de')).toBeUndefined()
    // An earlier sign-in by another user is not a choice.
    expect(await languageAfter('ca-ES')).toContain('language=fr-ES')
    expect(await languageAfter('klingon')).toContain('language=fr')
  })
})

describe('a page of another site', () => {
  const origins: [reason: string, headers: Record<string, string>, status: number][] = [
    ['our own page, by its fetch metadata', { 'sec-fetch-site': 'same-origin' }, 204],
    ['our own page, by its origin', { origin: 'http://portal.test' }, 204],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that hides its origin', { origin: 'null' }, 403],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site', origin: 'http://other.portal.test' }, 403],
    ['a cookie without any origin information', {}, 403],
  ]
  test.each(origins)('cannot write with the cookie: %s', async (_, headers, status) => {
    const { token } = await portal.as(await anAccount(portal))
    const answer = await callWithoutSession(portal, logOut, {}, { cookie: `token=${token}`, ...headers })
    expect(answer.status).toBe(status)
  })

  test('cannot sign a user in to another account', async () => {
    await anAccount(portal, { login: 'foreign' })
    const sent = { body: { user: 'foreign', password } }
    const answer = await callWithoutSession(portal, logIn, sent, { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, code: 'cross_site', cookies: [] })
  })
})

test('switched-off passwords sign nobody in, not even without an identity provider', async () => {
  await anAccount(portal, { login: 'closed' })
  await portal.set('features.oidc', true)
  expect(await callWithoutSession(portal, logIn, { body: { user: 'closed', password } })).toMatchObject({
    status: 403,
    code: 'password_login_off',
  })
  await portal.set('features.oidc', false)
})
