import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors } from '#domains/session/server/actors.ts'
import { consentPart } from './consent.ts'
import { cookieBanner, cookieText } from './cookie-banner.ts'
import { forms } from './forms.ts'
import { makeHttp } from './http.ts'
import { pagePolicy } from './page-policy.ts'
import { aUser } from './testing/builders.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

const chat = 'https://chat.example/widget.js'
const nothing = { preferences: false, statistics: false, marketing: false }
let portal: TestPortal
/** The pages' half of the server: each tells what of consent would come with it. */
let app: FastifyInstance

beforeAll(async () => {
  portal = await testPortal()
  await portal.set('contractation.chatWidgetUrl', chat)
  const { context } = portal
  app = await makeHttp(context.config)
  const languages = () => ({ offered: context.settings.now().languages, fallback: 'es' as const })
  const life = () => context.settings.now().session
  const who = actors({ db: context.db, keys: context.sessionKeys, clock: context.clock, life, languages })
  app.get('/*', async (request) =>
    consentPart(context, {
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
    withKnownReturn: (address: string) => address,
  })
  await forms({ app, context, actors: who, rendering, localeOf: async () => 'ca' })
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
  const kept = answer.cookies.find(({ name }) => name === 'consent')
  return { status: answer.statusCode, address: answer.headers.location, kept, all: answer.cookies }
}

const seen = async (path: string, cookies: Record<string, string> = {}) =>
  (await app.inject({ url: path, cookies })).json()
const ledger = () =>
  portal.context.db
    .selectFrom('consent_entry')
    .orderBy('consent_entry_id')
    .select(['subject_kind', 'subject', 'purpose', 'agreed', 'text_version', 'locale'])
    .execute()

test('who has said nothing is asked, and nothing of others is let in', async () => {
  expect(await seen('/new-gas-customer')).toEqual({ cookies: null, widgets: [] })
  expect(await seen('/invoices')).toEqual({ cookies: null })
})

test('what is chosen is kept in the browser and in the ledger, and lets in what it is about, where contracts are taken out', async () => {
  const { status, address, kept } = await decide({
    choice: 'chosen',
    preferences: 'on',
    to: '/new-gas-customer?promocode=X',
  })
  expect([status, address]).toEqual([303, '/new-gas-customer?promocode=X'])
  expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const cookies = { consent: kept!.value }
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
  expect(entries[0]).toMatchObject({ subject_kind: 'visitor', text_version: cookieText('es').version, locale: 'ca' })
  expect(kept!.value).not.toContain(entries[0]!.subject)
})

test('a decision on another text is asked for again, under the same key', async () => {
  const { kept } = await decide({ choice: 'accept' })
  const [key] = kept!.value.split('.')
  const old = { consent: `${key}.otherText.psm` }
  expect((await seen('/', old)).cookies).toBeNull()
  const again = await decide({ choice: 'reject' }, old)
  expect(again.kept!.value.split('.')[0]).toBe(key)
  expect((await seen('/', { consent: again.kept!.value })).cookies).toEqual(nothing)
})

test('refusing takes away what programs of others have left, in this host and above it', async () => {
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
  const kept = await decide({ choice: 'accept' }, { _ga: '1' })
  expect(kept.all.map(({ name }) => name)).toEqual(['consent'])
})

test('who is signed in is remembered elsewhere; who looks at their account decides nothing for them', async () => {
  const userId = await aUser(portal.context.db)
  const [anna, onlooker] = [await portal.as(userId), await portal.as(userId, { readonly: true })]
  await decide({ choice: 'accept' }, { token: onlooker.token! })
  expect((await seen('/', { token: anna.token! })).cookies).toBeNull()
  await decide({ choice: 'chosen', statistics: 'on' }, { token: anna.token! })
  expect((await seen('/', { token: anna.token! })).cookies).toEqual({ ...nothing, statistics: true })
})

test('a form that decides nothing leads back to itself, and nowhere outside', async () => {
  expect((await decide({})).address).toBe('/galetes?failed=choice')
  expect((await decide({ choice: 'reject', to: '//evil.example' })).address).toBe('/cookies?saved=1')
})

test('the policy of a page lets in what was agreed to by its origin, and nothing else', () => {
  const policy = (widgets?: string[]) => pagePolicy({ nonce: 'n', isDevelopment: false, widgets })
  expect(policy([chat, chat])).toContain("script-src 'self' 'nonce-n' https://chat.example;")
  expect(policy()).not.toContain('chat.example')
})

test('the question stands in the page with its answers alike, its address escaped', () => {
  const banner = cookieBanner({ locale: 'es', nonce: 'n', action: '/cookies', address: '/x?a="><script>' })
  for (const words of ['>Aceptar</button>', '>Rechazar</button>', '>Configurar</summary>'])
    expect(banner).toContain(words)
  const boxes = [...banner.matchAll(/<input type="checkbox" ([^>]*)><span><b>(.*?)<\/b>/g)].map(([, ...box]) => box)
  expect(boxes, 'what is necessary is listed, sent by nobody and cannot be refused').toEqual([
    ['checked disabled', 'Necesarias'],
    ['name="preferences"', 'Preferencias'],
    ['name="statistics"', 'Estadística'],
    ['name="marketing"', 'Publicidad'],
  ])
  expect(banner).not.toContain('"><script>')
})
