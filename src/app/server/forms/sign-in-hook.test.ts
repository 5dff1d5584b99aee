import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCodeApp, confirmCodeApp } from '#domains/session/second-factor-api.ts'
import { createClientCredential } from '#domains/session/server/programs/client-store.ts'
import { codeAt } from '#domains/session/server/second-factor/one-time-codes.ts'
import { anAccount, auditOf, password } from '#domains/session/server/session-testing.ts'
import { actors } from '#domains/session/server/sessions/actors.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import type { Page } from '#kit/web/page.ts'
import { createHttpServer } from '../http/http-server.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { registerForms } from './register-forms.ts'
import { createSignInHook } from './sign-in-hook.ts'

const pages = [
  { path: '/login', paths: { ca: '/acces', es: '/acceso' } },
  { path: '/change-password', paths: { ca: '/canvi-de-clau', es: '/cambio-de-clave' } },
] satisfies Pick<Page, 'path' | 'paths'>[]

let portal: TestPortal
/** The page side of the server, with pages that only state that they were shown. */
let app: FastifyInstance
let shownCount = 0

beforeAll(async () => {
  portal = await startTestPortal({ environment: { BASE_PATH: '/office' } })
  const { context } = portal
  app = await createHttpServer(context.config)
  const languages = () => ({ offered: context.settings.now().languages, fallback: 'es' as const })
  const life = () => context.settings.now().session
  const who = actors({ db: context.db, keys: context.sessionKeys, clock: context.clock, lifetime: life, languages })
  await app.register(
    async (scope) => {
      for (const path of ['/', '/*'])
        scope.get(path, { preHandler: createSignInHook(context, who) }, async () => {
          shownCount++
          return 'shown'
        })
      const rendering = async () => ({
        pages,
        addressIn: (address: string, locale: string) => `/${locale}${address}`,
        dropUnknownReturn: (address: string) => address,
      })
      await registerForms({ app: scope, context, actors: who, rendering, localeOf: async () => 'es' })
    },
    { prefix: '/office' },
  )
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function visit(
  address: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: object } = {},
) {
  const answer = await app.inject({ method, url: `/office${address}`, headers: { host: 'portal.test', ...headers } })
  return described(answer)
}

async function post(address: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/office${address}`,
    headers: { host: 'portal.test', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return described(answer)
}

function described({ statusCode, headers, payload }: Awaited<ReturnType<FastifyInstance['inject']>>) {
  const cookies = [headers['set-cookie'] ?? []].flat()
  return {
    status: statusCode,
    address: headers.location,
    token: cookies.find((cookie) => cookie.startsWith('token='))?.split(/[=;]/)[1],
    language: cookies.find((cookie) => cookie.startsWith('language='))?.split(/[=;]/)[1],
    code: payload.startsWith('{') ? JSON.parse(payload).message : undefined,
    payload,
    headers,
  }
}

const ownPage = (token: string | undefined) => ({ cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' })

async function profileOf(token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await portal.app.inject({ url: '/office/api/v2/users/', headers })
  return { status: answer.statusCode, ...answer.json() }
}

describe('a token in the URL', () => {
  test('is exchanged once for a cookie, on any page, and removed from the URL', async () => {
    const userId = await anAccount(portal, { name: 'Anna', locale: 'ca' })
    const token = await createSessionToken(portal.context, { userId, locale: 'ca' })

    shownCount = 0
    const first = await visit(`/facturas?contractType=gas&token=${token}`)
    expect(first).toMatchObject({ status: 302, address: '/office/facturas?contractType=gas', language: 'ca-ES' })
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(first.token).not.toBe(token)
    expect(shownCount, 'no page is rendered for the original URL').toBe(0)
    expect(await profileOf(first.token)).toMatchObject({ status: 200, name: 'Anna' })
    expect(await auditOf(portal, userId)).toEqual([['logged_in', { by: 'token', readonly: false }]])

    const second = await visit(`/facturas?contractType=gas&token=${token}`)
    expect(second).toMatchObject({ status: 401, code: 'token_invalid', token: undefined })
    expect(await profileOf(token), 'the token opens no session').toMatchObject({ status: 401 })
    expect(await profileOf(first.token)).toMatchObject({ status: 200 })
  })

  test('signs in one of several concurrent visits', async () => {
    const userId = await anAccount(portal)
    const token = await createSessionToken(portal.context, { userId, locale: 'es' })
    const visits = await Promise.all(Array.from({ length: 5 }, () => visit(`/?token=${token}`)))
    expect(visits.map(({ status }) => status).sort()).toEqual([302, 401, 401, 401, 401])
  })

  test('that is read-only opens a read-only session, and lasts no longer', async () => {
    const userId = await anAccount(portal)
    const expiresAt = new Date(Date.now() + 60 * 60_000)
    const token = await createSessionToken(portal.context, { userId, locale: 'es' }, { readonly: true, expiresAt })
    const { token: exchanged = '' } = await visit(`/?token=${token}`)
    const claims = JSON.parse(Buffer.from(exchanged.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ readonly: true, exp: Math.floor(expiresAt.getTime() / 1000) })
  })

  test.each([
    ['nonsense', '/?token=nonsense'],
    ['empty', '/?token='],
    ['at a URL of another host', '//elsewhere.example/?token=nonsense'],
  ])('that is %s is reported on the page of 401, without signing in', async (_, address) => {
    expect(await visit(address)).toMatchObject({ status: 401, code: 'token_invalid', token: undefined })
  })

  test('never redirects to another site', async () => {
    const userId = await anAccount(portal)
    for (const host of ['//elsewhere.example', '/%2Felsewhere.example']) {
      const token = await createSessionToken(portal.context, { userId, locale: 'es' })
      expect((await visit(`${host}/?token=${token}`)).address, host).toBe('/office/')
    }
  })

  test('is ignored by calls', async () => {
    const token = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect(await visit(`/api/v9/nothing?token=${token}`)).toMatchObject({ status: 200, token: undefined })
  })

  test('is not used up by a HEAD request', async () => {
    const token = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect((await visit(`/?token=${token}`, { method: 'HEAD' })).status).toBe(200)
    expect((await visit(`/?token=${token}`)).status).toBe(302)
  })
})

describe('a client in the URL', () => {
  test('is exchanged for a cookie', async () => {
    const userId = await anAccount(portal, { name: 'Cooperativa' })
    const { clientId, secret } = await createClientCredential(portal.context.db, { userId, now: new Date() })
    const answer = await visit(`/login?id_client=${clientId}&secret=${secret}&redirectPath=%2Finvoices`)
    expect(answer).toMatchObject({ status: 302, address: '/office/login?redirectPath=%2Finvoices' })
    expect(await profileOf(answer.token)).toMatchObject({ name: 'Cooperativa' })
  })

  test.each([
    ['with a wrong secret', '/login?id_client=somebody&secret=wrong'],
    ['without a secret', '/login?id_client=somebody'],
    ['a secret without a client', '/login?secret=wrong'],
  ])('%s is reported on the page of 505', async (_, address) => {
    expect(await visit(address)).toMatchObject({ status: 505, code: 'client_id_error', token: undefined })
  })
})

test('an unrequested reply of an identity provider is reported on the page of 504', async () => {
  expect(await visit('/login?code=abc&state=def')).toMatchObject({ status: 504, code: 'nonce_missing' })
})

test('a page without credentials in its URL is shown', async () => {
  expect(await visit('/facturas?contractType=gas')).toMatchObject({ status: 200, payload: 'shown' })
})

test('the second factor works without script as well', async () => {
  const userId = await anAccount(portal, { login: 'stepper' })
  const { recovery_codes: codes } = await withCodeApp(userId)
  const half = await post('/acceso?redirectPath=%2Finvoices&failed=login_error', { user: 'stepper', password })
  expect(half).toMatchObject({
    status: 303,
    address: '/office/es/login?redirectPath=%2Finvoices&step=code',
    token: undefined,
  })
  const cookie = [half.headers['set-cookie'] ?? []].flat().join().split(';')[0]!
  const wrong = await post('/acceso?redirectPath=%2Finvoices&step=code', { code: '000000' }, { cookie })
  expect(wrong.address).toBe('/office/acceso?redirectPath=%2Finvoices&step=code&failed=second_factor_wrong')
  const right = await post('/acceso?redirectPath=%2Finvoices&step=code', { code: codes![0]! }, { cookie })
  expect(right).toMatchObject({ status: 303, address: '/office/es/invoices', token: expect.any(String) })
  const over = await post('/acceso?step=code', { code: codes![1]! }, { cookie })
  expect(over.address).toBe('/office/acceso?step=code&failed=second_factor_over')
})

async function withCodeApp(userId: number) {
  const person = await portal.as(userId)
  const { secret } = await person.send(beginCodeApp, {})
  return person.send(confirmCodeApp, { body: { code: codeAt(secret, portal.context.clock()) } })
}

describe('sign-in without script', () => {
  test('redirects in every language, with the cookie', async () => {
    await anAccount(portal, { login: 'plain', name: 'Plain' })
    for (const path of ['/login', '/acces', '/acceso']) {
      const answer = await post(`${path}?redirectPath=/contracts/gas`, { user: 'plain', password })
      expect(answer, path).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
      expect(await profileOf(answer.token)).toMatchObject({ name: 'Plain' })
    }
  })

  test('first redirects a user who must change the password', async () => {
    await anAccount(portal, { login: 'newcomer', must_change_password: true })
    const answer = await post('/acceso', { user: 'newcomer', password })
    expect(answer.address).toBe('/office/es/change-password?redirectPath=%2Finvoices')
  })

  test.each([
    ['a wrong password', { user: 'plain', password: 'wrong' }, 'login_error'],
    ['nothing', {}, 'login_error'],
  ])('shows the error of %s on the form', async (_, fields, failed) => {
    const answer = await post('/acceso?redirectPath=%2Finvoices&failed=other', fields as Record<string, string>)
    expect(answer).toMatchObject({
      status: 303,
      address: `/office/acceso?redirectPath=%2Finvoices&failed=${failed}`,
      token: undefined,
    })
  })

  test('is throttled like the call', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await post('/acceso', { user: 'hasty', password: 'wrong' })
    expect((await post('/acceso', { user: 'hasty', password })).address).toBe('/office/acceso?failed=too_many_attempts')
  })

  test('is refused from another site', async () => {
    const answer = await post('/acceso', { user: 'plain', password }, { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, code: 'cross_site', token: undefined })
  })
})

describe('a password change without script', () => {
  const fresh = 'Camins-de-nit-42'

  test('redirects, with a new cookie', async () => {
    const token = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    const fields = { current: password, password: fresh, repeat: fresh }
    const answer = await post('/cambio-de-clave?redirectPath=/contracts/gas', fields, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
    expect((await profileOf(answer.token)).status).toBe(200)
    expect((await profileOf(token)).status).toBe(401)
  })

  test.each([
    [
      'a repeated password that differs',
      { current: password, password: fresh, repeat: 'Other-1' },
      'password_repeat_differs',
    ],
    [
      'a wrong current password',
      { current: 'Not-the-1-password', password: fresh, repeat: fresh },
      'current_password_wrong',
    ],
    ['a missing current password', { password: fresh, repeat: fresh }, 'current_password_missing'],
    [
      'a new password that is too simple',
      { current: password, password: 'abc', repeat: 'abc' },
      'password_too_short,password_without_uppercase,password_without_digit,password_without_symbol',
    ],
  ])('shows the error of %s on the form', async (_, fields, failed) => {
    const token = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    const answer = await post('/cambio-de-clave', fields as Record<string, string>, ownPage(token))
    expect(answer).toMatchObject({
      status: 303,
      address: `/office/cambio-de-clave?failed=${encodeURIComponent(failed)}`,
    })
    expect((await profileOf(token)).status, 'the session continues').toBe(200)
  })

  test('is refused for read-only and anonymous users', async () => {
    const fields = { current: password, password: fresh, repeat: fresh }
    const looking = await createSessionToken(
      portal.context,
      { userId: await anAccount(portal), locale: 'es' },
      { readonly: true },
    )
    expect((await post('/cambio-de-clave', fields, ownPage(looking))).address).toBe(
      '/office/cambio-de-clave?failed=token_readonly',
    )
    expect((await post('/cambio-de-clave', fields)).address).toBe('/office/es/cambio-de-clave')
  })
})

describe('linking an account without script', () => {
  const awaiting = async (given: { readonly?: boolean } = {}) => {
    const userId = await anAccount(portal, { password_hash: 'none', awaits_link: true })
    return createSessionToken(portal.context, { userId, locale: 'es' }, given)
  }

  test('redirects, signed in to the account of the password', async () => {
    await anAccount(portal, { login: 'known-here', name: 'Known' })
    const token = await awaiting()
    const answer = await post('/connect?redirectPath=/contracts/gas', { user: 'known-here', password }, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
    expect(await profileOf(answer.token)).toMatchObject({ name: 'Known' })
    expect((await profileOf(token)).status).toBe(401)
  })

  test.each([
    ['a wrong password', { user: 'plain', password: 'wrong' }, 'login_error'],
    ['a missing user', { password }, 'login_error'],
  ])('shows the error of %s on the form', async (_, fields, failed) => {
    const token = await awaiting()
    const answer = await post('/connect', fields as Record<string, string>, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: `/office/connect?failed=${failed}`, token: undefined })
  })

  test('is refused for a read-only session, for a user with an account and for anonymous visitors', async () => {
    const fields = { user: 'plain', password }
    const looking = await awaiting({ readonly: true })
    expect((await post('/connect', fields, ownPage(looking))).address).toBe('/office/connect?failed=token_readonly')
    const settled = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect((await post('/connect', fields, ownPage(settled))).address).toBe('/office/connect?failed=already_linked')
    expect((await post('/connect', fields)).address).toBe('/office/es/connect')
  })
})

test('signing out without script ends the session and redirects to the sign-in page', async () => {
  const token = await createSessionToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
  expect(await post('/logout', {}, ownPage(token))).toMatchObject({
    status: 303,
    address: '/office/es/login',
    token: '',
  })
  expect((await profileOf(token)).status).toBe(401)
})
