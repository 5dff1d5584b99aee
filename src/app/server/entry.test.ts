import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCodeApp, confirmCodeApp } from '#domains/session/api.ts'
import { actors } from '#domains/session/server/actors.ts'
import { makeClient } from '#domains/session/server/client-store.ts'
import { newToken } from '#domains/session/server/entry.ts'
import { codeAt } from '#domains/session/server/one-time-codes.ts'
import { anAccount, auditOf, password } from '#domains/session/server/testing.ts'
import type { Page } from '#kit/web/page.ts'
import { letIn } from './entry.ts'
import { forms } from './forms.ts'
import { makeHttp } from './http.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

const pages = [
  { path: '/login', paths: { ca: '/acces', es: '/acceso' } },
  { path: '/change-password', paths: { ca: '/canvi-de-clau', es: '/cambio-de-clave' } },
] satisfies Pick<Page, 'path' | 'paths'>[]

let portal: TestPortal
/** The pages' half of the server, every page saying only that it was shown. */
let app: FastifyInstance
let shownCount = 0

beforeAll(async () => {
  portal = await testPortal({ environment: { BASE_PATH: '/office' } })
  const { context } = portal
  app = await makeHttp(context.config)
  const languages = () => ({ offered: context.settings.now().languages, fallback: 'es' as const })
  const life = () => context.settings.now().session
  const who = actors({ db: context.db, keys: context.sessionKeys, clock: context.clock, life, languages })
  await app.register(
    async (scope) => {
      for (const path of ['/', '/*'])
        scope.get(path, { preHandler: letIn(context, who) }, async () => {
          shownCount++
          return 'shown'
        })
      const rendering = async () => ({
        pages,
        addressIn: (address: string, locale: string) => `/${locale}${address}`,
        withKnownReturn: (address: string) => address,
      })
      await forms({ app: scope, context, actors: who, rendering, localeOf: async () => 'es' })
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

describe('a token in the address', () => {
  test('is exchanged once for a cookie, on any page, and leaves the address', async () => {
    const userId = await anAccount(portal, { name: 'Anna', locale: 'ca' })
    const token = await newToken(portal.context, { userId, locale: 'ca' })

    shownCount = 0
    const first = await visit(`/facturas?contractType=gas&token=${token}`)
    expect(first).toMatchObject({ status: 302, address: '/office/facturas?contractType=gas', language: 'ca-ES' })
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(first.token).not.toBe(token)
    expect(shownCount, 'nothing is drawn for the address that is left').toBe(0)
    expect(await profileOf(first.token)).toMatchObject({ status: 200, name: 'Anna' })
    expect(await auditOf(portal, userId)).toEqual([['logged_in', { by: 'token', readonly: false }]])

    const second = await visit(`/facturas?contractType=gas&token=${token}`)
    expect(second).toMatchObject({ status: 401, code: 'token_invalid', token: undefined })
    expect(await profileOf(token), 'nor does it open anything else').toMatchObject({ status: 401 })
    expect(await profileOf(first.token)).toMatchObject({ status: 200 })
  })

  test('of two visits at the same time lets in one', async () => {
    const userId = await anAccount(portal)
    const token = await newToken(portal.context, { userId, locale: 'es' })
    const visits = await Promise.all(Array.from({ length: 5 }, () => visit(`/?token=${token}`)))
    expect(visits.map(({ status }) => status).sort()).toEqual([302, 401, 401, 401, 401])
  })

  test('that only looks opens a session that only looks, and lasts no longer', async () => {
    const userId = await anAccount(portal)
    const expiresAt = new Date(Date.now() + 60 * 60_000)
    const token = await newToken(portal.context, { userId, locale: 'es' }, { readonly: true, expiresAt })
    const { token: exchanged = '' } = await visit(`/?token=${token}`)
    const claims = JSON.parse(Buffer.from(exchanged.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ readonly: true, exp: Math.floor(expiresAt.getTime() / 1000) })
  })

  test.each([
    ['nonsense', '/?token=nonsense'],
    ['empty', '/?token='],
    ['on an address that is another host’s', '//elsewhere.example/?token=nonsense'],
  ])('that is %s is told on the page of 401, and nobody is let in', async (_, address) => {
    expect(await visit(address)).toMatchObject({ status: 401, code: 'token_invalid', token: undefined })
  })

  test('never sends anybody to another site', async () => {
    const userId = await anAccount(portal)
    for (const host of ['//elsewhere.example', '/%2Felsewhere.example']) {
      const token = await newToken(portal.context, { userId, locale: 'es' })
      expect((await visit(`${host}/?token=${token}`)).address, host).toBe('/office/')
    }
  })

  test('is nothing to a call', async () => {
    const token = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect(await visit(`/api/v9/nothing?token=${token}`)).toMatchObject({ status: 200, token: undefined })
  })

  test('is not used up by who only asks for the head of the answer', async () => {
    const token = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect((await visit(`/?token=${token}`, { method: 'HEAD' })).status).toBe(200)
    expect((await visit(`/?token=${token}`)).status).toBe(302)
  })
})

describe('a client in the address', () => {
  test('is exchanged for a cookie', async () => {
    const userId = await anAccount(portal, { name: 'Cooperativa' })
    const { clientId, secret } = await makeClient(portal.context.db, { userId, now: new Date() })
    const answer = await visit(`/login?id_client=${clientId}&secret=${secret}&redirectPath=%2Finvoices`)
    expect(answer).toMatchObject({ status: 302, address: '/office/login?redirectPath=%2Finvoices' })
    expect(await profileOf(answer.token)).toMatchObject({ name: 'Cooperativa' })
  })

  test.each([
    ['with a wrong secret', '/login?id_client=somebody&secret=wrong'],
    ['without a secret', '/login?id_client=somebody'],
    ['only a secret', '/login?secret=wrong'],
  ])('%s is told on the page of 505', async (_, address) => {
    expect(await visit(address)).toMatchObject({ status: 505, code: 'client_id_error', token: undefined })
  })
})

test('the reply of an identity provider that nobody asked is told on the page of 504', async () => {
  expect(await visit('/login?code=abc&state=def')).toMatchObject({ status: 504, code: 'nonce_missing' })
})

test('a page with nothing of it in its address is shown', async () => {
  expect(await visit('/facturas?contractType=gas')).toMatchObject({ status: 200, payload: 'shown' })
})

test('the second step of the log-in works without script as well', async () => {
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

describe('the log-in without script', () => {
  test('in every language leads on, with the cookie', async () => {
    await anAccount(portal, { login: 'plain', name: 'Plain' })
    for (const path of ['/login', '/acces', '/acceso']) {
      const answer = await post(`${path}?redirectPath=/contracts/gas`, { user: 'plain', password })
      expect(answer, path).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
      expect(await profileOf(answer.token)).toMatchObject({ name: 'Plain' })
    }
  })

  test('leads whoever must change the password there first', async () => {
    await anAccount(portal, { login: 'newcomer', must_change_password: true })
    const answer = await post('/acceso', { user: 'newcomer', password })
    expect(answer.address).toBe('/office/es/change-password?redirectPath=%2Finvoices')
  })

  test.each([
    ['a wrong password', { user: 'plain', password: 'wrong' }, 'login_error'],
    ['nothing', {}, 'login_error'],
  ])('%s leads back to the form, which says so', async (_, fields, failed) => {
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

  test('cannot be posted by another site', async () => {
    const answer = await post('/acceso', { user: 'plain', password }, { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, code: 'cross_site', token: undefined })
  })
})

describe('the change of the password without script', () => {
  const fresh = 'Camins-de-nit-42'

  test('leads on, with a new cookie', async () => {
    const token = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    const fields = { current: password, password: fresh, repeat: fresh }
    const answer = await post('/cambio-de-clave?redirectPath=/contracts/gas', fields, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
    expect((await profileOf(answer.token)).status).toBe(200)
    expect((await profileOf(token)).status).toBe(401)
  })

  test.each([
    ['a repetition that differs', { current: password, password: fresh, repeat: 'Other-1' }, 'password_repeat_differs'],
    [
      'a present one that is wrong',
      { current: 'Not-the-1-password', password: fresh, repeat: fresh },
      'current_password_wrong',
    ],
    ['no present one', { password: fresh, repeat: fresh }, 'current_password_missing'],
    [
      'a new one that is too simple',
      { current: password, password: 'abc', repeat: 'abc' },
      'password_too_short,password_without_uppercase,password_without_digit,password_without_symbol',
    ],
  ])('%s leads back to the form, which says so', async (_, fields, failed) => {
    const token = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    const answer = await post('/cambio-de-clave', fields as Record<string, string>, ownPage(token))
    expect(answer).toMatchObject({
      status: 303,
      address: `/office/cambio-de-clave?failed=${encodeURIComponent(failed)}`,
    })
    expect((await profileOf(token)).status, 'the session goes on').toBe(200)
  })

  test('is not for who only looks, nor for nobody', async () => {
    const fields = { current: password, password: fresh, repeat: fresh }
    const looking = await newToken(
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
    return newToken(portal.context, { userId, locale: 'es' }, given)
  }

  test('leads on, as whom the password opens', async () => {
    await anAccount(portal, { login: 'known-here', name: 'Known' })
    const token = await awaiting()
    const answer = await post('/connect?redirectPath=/contracts/gas', { user: 'known-here', password }, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: '/office/es/contracts/gas' })
    expect(await profileOf(answer.token)).toMatchObject({ name: 'Known' })
    expect((await profileOf(token)).status).toBe(401)
  })

  test.each([
    ['a wrong password', { user: 'plain', password: 'wrong' }, 'login_error'],
    ['no user', { password }, 'login_error'],
  ])('%s leads back to the form, which says so', async (_, fields, failed) => {
    const token = await awaiting()
    const answer = await post('/connect', fields as Record<string, string>, ownPage(token))
    expect(answer).toMatchObject({ status: 303, address: `/office/connect?failed=${failed}`, token: undefined })
  })

  test('is not for who only looks, has an account of their own, or is not signed in', async () => {
    const fields = { user: 'plain', password }
    const looking = await awaiting({ readonly: true })
    expect((await post('/connect', fields, ownPage(looking))).address).toBe('/office/connect?failed=token_readonly')
    const settled = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
    expect((await post('/connect', fields, ownPage(settled))).address).toBe('/office/connect?failed=already_linked')
    expect((await post('/connect', fields)).address).toBe('/office/es/connect')
  })
})

test('signing out without script ends the session and leads to the log-in', async () => {
  const token = await newToken(portal.context, { userId: await anAccount(portal), locale: 'es' })
  expect(await post('/logout', {}, ownPage(token))).toMatchObject({
    status: 303,
    address: '/office/es/login',
    token: '',
  })
  expect((await profileOf(token)).status).toBe(401)
})
