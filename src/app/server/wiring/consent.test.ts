import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors } from '#domains/session/server/sessions/actors.ts'
import { registerForms } from '../forms/register-forms.ts'
import { createHttpServer } from '../http/http-server.ts'
import { consentTextIn, renderCookieBanner } from '../pages/cookie-banner.ts'
import { buildPagePolicy } from '../pages/page-policy.ts'
import { insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { readConsentBoot } from './consent.ts'

const chat = 'https://chat.example/widget.js'
const nothing = { preferences: false, statistics: false, marketing: false }
let portal: TestPortal
/** The page side of the server: each page states which consent data arrives with it. */
let app: FastifyInstance

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.set('contractation.chatWidgetUrl', chat)
  const { context } = portal
  app = await createHttpServer(context.config)
  const languages = () => ({ offered: context.settings.now().languages, fallback: 'es' as const })
  const life = () => context.settings.now().session
  const who = actors({ db: context.db, keys: context.sessionKeys, clock: context.clock, lifetime: life, languages })
  app.get('/*', async (request) =>
    readConsentBoot(context, {
      request,
      actor: await who.actorOf(request),
      settings: context.settings.now(),
      keyPath: request.url,
    }),
  )
  const pages = [{ path: '/cookies' as const, paths: { ca: '/galetes' as const, es: '/cookies' as const } }]
  const rendering = async () => ({
    pages,
    addressIn: (address: string) => address,
    dropUnknownReturn: (address: string) => address,
  })
  await registerForms({ app, context, actors: who, rendering, localeOf: async () => 'ca' })
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function decide(fields: Record<string, string>, cookies: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/galetes',
    headers: {
      host: 'www.portal.test',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    cookies,
    payload: new URLSearchParams(fields).toString(),
  })
  const decision = answer.cookies.find(({ name }) => name === 'consent')
  return { status: answer.statusCode, address: answer.headers.location, kept: decision, all: answer.cookies }
}

const seen = async (path: string, cookies: Record<string, string> = {}) =>
  (await app.inject({ url: path, cookies })).json()
const ledger = () =>
  portal.context.db
    .selectFrom('consent_entry')
    .orderBy('consent_entry_id')
    .select(['subject_kind', 'subject', 'purpose', 'agreed', 'text_version', 'locale'])
    .execute()

test('without a decision the banner is shown, and nothing third-party is allowed', async () => {
  expect(await seen('/new-gas-customer')).toEqual({ cookies: null, widgets: [] })
  expect(await seen('/invoices')).toEqual({ cookies: null })
})

test('a decision is stored in the browser and in the ledger, and allows its purposes where contracts are taken out', async () => {
  const {
    status,
    address,
    kept: decision,
  } = await decide({
    choice: 'chosen',
    preferences: 'on',
    to: '/new-gas-customer?promocode=X',
  })
  expect([status, address]).toEqual([303, '/new-gas-customer?promocode=X'])
  expect(decision).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const cookies = { consent: decision!.value }
  expect(await seen('/new-gas-customer', cookies)).toEqual({
    cookies: { ...nothing, preferences: true },
    widgets: [chat],
  })
  expect((await seen('/invoices', cookies)).widgets).toBeUndefined()
  const entries = await ledger()
  expect(entries.map(({ purpose, agreed }) => [purpose, agreed])).toEqual([
    ['cookies_preferences', true],
    ['cookies_statistics', false],
    ['cookies_marketing', false],
  ])
  expect(entries[0]).toMatchObject({ subject_kind: 'visitor', text_version: consentTextIn('es').version, locale: 'ca' })
  expect(decision!.value).not.toContain(entries[0]!.subject)
})

test('a decision on an outdated text is requested again, under the same key', async () => {
  const { kept: decision } = await decide({ choice: 'accept' })
  const [key] = decision!.value.split('.')
  const old = { consent: `${key}.otherText.psm` }
  expect((await seen('/', old)).cookies).toBeNull()
  const again = await decide({ choice: 'reject' }, old)
  expect(again.kept!.value.split('.')[0]).toBe(key)
  expect((await seen('/', { consent: again.kept!.value })).cookies).toEqual(nothing)
})

test('refusing deletes cookies of third parties, on this host and its parents', async () => {
  const { all } = await decide({ choice: 'reject' }, { _ga: '1', _fbp: '2', language: 'ca' })
  const gone = all.filter(({ expires }) => expires?.getTime() === 0).map(({ name, domain }) => [name, domain])
  expect(gone).toEqual([
    ['_ga', undefined],
    ['_ga', 'www.portal.test'],
    ['_ga', 'portal.test'],
    ['_fbp', undefined],
    ['_fbp', 'www.portal.test'],
    ['_fbp', 'portal.test'],
  ])
  const decision = await decide({ choice: 'accept' }, { _ga: '1' })
  expect(decision.all.map(({ name }) => name)).toEqual(['consent'])
})

test('a signed-in user’s decision is stored under their account; a read-only user decides nothing for them', async () => {
  const userId = await insertUser(portal.context.db)
  const [anna, onlooker] = [await portal.as(userId), await portal.as(userId, { readonly: true })]
  await decide({ choice: 'accept' }, { token: onlooker.token! })
  expect((await seen('/', { token: anna.token! })).cookies).toBeNull()
  await decide({ choice: 'chosen', statistics: 'on' }, { token: anna.token! })
  expect((await seen('/', { token: anna.token! })).cookies).toEqual({ ...nothing, statistics: true })
})

test('a form without a decision redirects back to its page, and never to another site', async () => {
  expect((await decide({})).address).toBe('/galetes?failed=choice')
  expect((await decide({ choice: 'reject', to: '//evil.example' })).address).toBe('/cookies?saved=1')
})

test('the policy of a page allows the origins that were agreed to, and nothing else', () => {
  const policy = (widgets?: string[]) => buildPagePolicy({ nonce: 'n', isDevelopment: false, widgets })
  expect(policy([chat, chat])).toContain("script-src 'self' 'nonce-n' https://chat.example;")
  expect(policy()).not.toContain('chat.example')
})

test('the banner is in the page with equal answers and its URL escaped', () => {
  const banner = renderCookieBanner({ locale: 'es', nonce: 'n', action: '/cookies', address: '/x?a="><script>' })
  for (const expectedText of ['>Aceptar</button>', '>Rechazar</button>', '>Configurar</summary>'])
    expect(banner).toContain(expectedText)
  const boxes = [...banner.matchAll(/<input type="checkbox" ([^>]*)><span><b>(.*?)<\/b>/g)].map(([, ...box]) => box)
  expect(boxes, 'necessary cookies are listed, without a value to submit, and cannot be refused').toEqual([
    ['checked disabled', 'Necesarias'],
    ['name="preferences"', 'Preferencias'],
    ['name="statistics"', 'Estadística'],
    ['name="marketing"', 'Publicidad'],
  ])
  expect(banner).not.toContain('"><script>')
})
