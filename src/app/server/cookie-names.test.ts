import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { publicSettings } from '#domains/operator/settings.ts'
import { changePassword, logIn, readProfile } from '#domains/session/api.ts'
import { areTiedToHost, cookiesByName } from '#domains/session/server/cookies.ts'
import { newToken } from '#domains/session/server/entry.ts'
import { anAccount, ask, password } from '#domains/session/server/testing.ts'
import type { Boot } from '#kit/boot.ts'
import type { PageOrder } from '../rendering.ts'
import { readConfig } from './config.ts'
import { makeHttp } from './http.ts'
import { sendPage } from './page.ts'
import { isPlainCookie } from './plain-cookies.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

const places = [
  ['https and no path of its own', { PUBLIC_ORIGIN: 'https://portal.test' }, true],
  [
    'https under a path, whose cookies others on the host could not be kept from',
    { PUBLIC_ORIGIN: 'https://portal.test', BASE_PATH: '/office' },
    false,
  ],
  ['http on one’s own machine', { PUBLIC_ORIGIN: 'http://localhost:8080' }, false],
  ['an address that nobody has said', {}, false],
] as const

describe.each(places)('at %s', (_, environment: Record<string, string>, isTied) => {
  let portal: TestPortal
  let userId: number
  const prefix = isTied ? '__Host-' : ''

  beforeAll(async () => {
    portal = await testPortal({ environment })
    userId = await anAccount(portal, { login: 'anna', email: 'anna@example.test' })
  })
  afterAll(() => portal.close())

  test(`cookies that the server alone reads are ${isTied ? '' : 'not '}tied to the host`, async () => {
    expect(areTiedToHost(readConfig({ LOG_LEVEL: 'silent', ...environment }))).toBe(isTied)
    const { cookies } = await ask(portal, logIn, { body: { user: 'anna', password } })
    const named = Object.fromEntries(cookies.map((cookie) => [cookie.split('=')[0], cookie]))
    expect(Object.keys(named).sort()).toEqual([`${prefix}known_device`, `${prefix}token`, 'language'].sort())
    for (const name of [`${prefix}token`, `${prefix}known_device`]) {
      expect(named[name]).toContain(`Path=${environment.BASE_PATH ?? '/'};`)
      expect(named[name]).not.toMatch(/domain=/i)
      if (isTied) expect(named[name]).toContain('Secure')
    }
  })

  test('somebody is signed in by the cookie of that name alone', async () => {
    const token = await newToken(portal.context, { userId, locale: 'es' }, { readonly: false })
    const statusWith = async (cookie: string) => (await ask(portal, readProfile, {}, { cookie })).status
    expect(await statusWith(`${prefix}token=${token}`)).toBe(200)
    const other = isTied ? 'token' : '__Host-token'
    expect(await statusWith(`${other}=${token}`)).toBe(401)
    // As where a neighbour plants one beside the own.
    const mallory = await newToken(
      portal.context,
      { userId: await anAccount(portal, { login: `m${isTied}`, name: 'Mallory' }), locale: 'es' },
      { readonly: false },
    )
    const { body } = await ask(
      portal,
      readProfile,
      {},
      { cookie: `${other}=${mallory}; ${prefix}token=${token}; ${other}=${mallory}` },
    )
    expect(body.name).not.toBe('Mallory')
  })

  test('a write by another site is refused by the cookie of that name, too', async () => {
    const token = await newToken(portal.context, { userId, locale: 'es' }, { readonly: false })
    const body = { current_password: password, password: 'x', password_repeat: 'x' } as never
    const answer = await ask(
      portal,
      changePassword,
      { body },
      { cookie: `${prefix}token=${token}`, 'sec-fetch-site': 'cross-site' },
    )
    expect([answer.status, answer.code]).toEqual([403, 'cross_site'])
  })

  test('the description of the calls names it', async () => {
    const { payload } = await portal.app.inject(`${environment.BASE_PATH ?? ''}/api/openapi.json`)
    expect(JSON.parse(payload).components.securitySchemes.cookie.name).toBe(`${prefix}token`)
  })

  test('calls that are made while a page is drawn know who asks', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', ...environment })
    const app = await makeHttp(config)
    const seen: object[] = []
    app.get(`${config.basePath}/api/v1/seen`, async ({ cookies }) => {
      seen.push(cookies)
      return {}
    })
    app.get('/*', (request, reply) => {
      const rendering = async () => ({
        renderPage: async ({ transport }: PageOrder) => {
          await transport({ method: 'GET', path: '/api/v1/seen', headers: {} } as never)
          return { kind: 'page' as const, status: 200, html: '', routeIds: [] }
        },
        ...{
          pages: [],
          localesOfPath: () => [],
          redirectOf: () => null,
          withKnownReturn: (address: string) => address,
          addressIn: () => '/',
          keyOf: (path: string) => path,
        },
      })
      const bootOf = async () => ({ locale: 'es', settings: publicSettings(defaultSettings), problem: null }) as Boot
      const assets = { isDevelopment: false, dress: (html: string) => html }
      return sendPage(
        { app, config, rendering, assets, isIndexed: false, settings: () => defaultSettings, bootOf },
        request,
        reply,
      )
    })
    const kept = ['token', 'operator_token', 'newsletter_link'].map((name) => `${prefix}${name}=${name}-1`)
    const cookie = [...kept, 'maintenance_bypass=x', ...(isTied ? ['token=planted'] : [])].join('; ')
    await app.inject({ url: `${config.basePath}/`, headers: { host: 'portal.test', cookie } })
    expect(seen).toEqual([
      {
        language: 'es',
        token: 'token-1',
        operator_token: 'operator_token-1',
        newsletter_link: 'newsletter_link-1',
        maintenance_bypass: 'x',
      },
    ])
    await app.close()
  })
})

describe('where cookies are tied to the host', () => {
  test.each([
    ['one of ours, by our name', { '__Host-token': 'a' }, { token: 'a' }],
    ['one that a neighbour has set', { token: 'a' }, {}],
    ['ours beside it', { token: 'b', '__Host-token': 'a' }, { token: 'a' }],
    ['whatever is not tied and not known', { known_device: 'a', visitor: 'b', consent: 'c' }, {}],
    ['what scripts of the pages set', { language: 'ca', density: 'dense' }, { language: 'ca', density: 'dense' }],
    ['not the same from elsewhere', { '__Host-language': 'ca' }, {}],
    ['what is set by hand', { maintenance_bypass: 'x' }, { maintenance_bypass: 'x' }],
    ['what others leave, so that it can be taken away', { _ga: 'x', _fbp: 'y' }, { _ga: 'x', _fbp: 'y' }],
    ['not a name that only looks alike', { '__host-token': 'a', '__Host-': 'b', '__Secure-token': 'c' }, { '': 'b' }],
  ])('the server sees %s', (_, brought, seen) => {
    expect(cookiesByName(brought as Record<string, string>, { isTied: true, isPlain: isPlainCookie })).toEqual(seen)
  })
})
