import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import { changePassword, logIn, readProfile } from '#domains/session/api.ts'
import { anAccount, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { canUseHostPrefix, cookiesByName } from '#domains/session/server/sessions/cookies.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import type { Boot } from '#kit/boot.ts'
import type { TemplateRequest } from '../pages/page-template.ts'
import { sendPage } from '../pages/send-page.ts'
import { readConfig } from '../process/config.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { createHttpServer } from './http-server.ts'
import { isUnprefixedCookie } from './unprefixed-cookies.ts'

const places = [
  ['https without a base path', { PUBLIC_ORIGIN: 'https://portal.test' }, true],
  [
    'https under a base path, where cookies are not protected from other sites on the host',
    { PUBLIC_ORIGIN: 'https://portal.test', BASE_PATH: '/office' },
    false,
  ],
  ['http on a developer’s machine', { PUBLIC_ORIGIN: 'http://localhost:8080' }, false],
  ['an unset origin', {}, false],
] as const

describe.each(places)('at %s', (_, environment: Record<string, string>, isTied) => {
  let portal: TestPortal
  let userId: number
  const prefix = isTied ? '__Host-' : ''

  beforeAll(async () => {
    portal = await startTestPortal({ environment })
    userId = await anAccount(portal, { login: 'anna', email: 'anna@example.test' })
  })
  afterAll(() => portal.close())

  test(`server-only cookies are ${isTied ? '' : 'not '}tied to the host`, async () => {
    expect(canUseHostPrefix(readConfig({ LOG_LEVEL: 'silent', ...environment }))).toBe(isTied)
    const { cookies } = await callWithoutSession(portal, logIn, { body: { user: 'anna', password } })
    const named = Object.fromEntries(cookies.map((cookie) => [cookie.split('=')[0], cookie]))
    expect(Object.keys(named).sort()).toEqual([`${prefix}known_device`, `${prefix}token`, 'language'].sort())
    for (const name of [`${prefix}token`, `${prefix}known_device`]) {
      expect(named[name]).toContain(`Path=${environment.BASE_PATH ?? '/'};`)
      expect(named[name]).not.toMatch(/domain=/i)
      if (isTied) expect(named[name]).toContain('Secure')
    }
  })

  test('only the cookie with that name signs a user in', async () => {
    const token = await createSessionToken(portal.context, { userId, locale: 'es' }, { readonly: false })
    const statusWith = async (cookie: string) => (await callWithoutSession(portal, readProfile, {}, { cookie })).status
    expect(await statusWith(`${prefix}token=${token}`)).toBe(200)
    const other = isTied ? 'token' : '__Host-token'
    expect(await statusWith(`${other}=${token}`)).toBe(401)
    // Simulates another site on the host that plants a cookie next to the real one.
    const mallory = await createSessionToken(
      portal.context,
      { userId: await anAccount(portal, { login: `m${isTied}`, name: 'Mallory' }), locale: 'es' },
      { readonly: false },
    )
    const { body } = await callWithoutSession(
      portal,
      readProfile,
      {},
      { cookie: `${other}=${mallory}; ${prefix}token=${token}; ${other}=${mallory}` },
    )
    expect(body.name).not.toBe('Mallory')
  })

  test('a cross-site write is refused with the cookie of that name, too', async () => {
    const token = await createSessionToken(portal.context, { userId, locale: 'es' }, { readonly: false })
    const body = { current_password: password, password: 'x', password_repeat: 'x' } as never
    const answer = await callWithoutSession(
      portal,
      changePassword,
      { body },
      { cookie: `${prefix}token=${token}`, 'sec-fetch-site': 'cross-site' },
    )
    expect([answer.status, answer.code]).toEqual([403, 'cross_site'])
  })

  test('the API description names it', async () => {
    const { payload } = await portal.app.inject(`${environment.BASE_PATH ?? ''}/api/openapi.json`)
    expect(JSON.parse(payload).components.securitySchemes.cookie.name).toBe(`${prefix}token`)
  })

  test('calls made while a page is rendered know the user', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', ...environment })
    const app = await createHttpServer(config)
    const seen: object[] = []
    app.get(`${config.basePath}/api/v1/seen`, async ({ cookies }) => {
      seen.push(cookies)
      return {}
    })
    app.get('/*', (request, reply) => {
      const rendering = async () => ({
        renderPage: async ({ transport }: TemplateRequest) => {
          await transport({ method: 'GET', path: '/api/v1/seen', headers: {} } as never)
          return { kind: 'page' as const, status: 200, title: '', template: [], routeIds: [], styleNames: [] }
        },
        ...{
          pages: [],
          localesOfPath: () => [],
          redirectOf: () => null,
          textsFileOf: async () => ({ path: '', json: '{}' }),
          dropUnknownReturn: (address: string) => address,
          addressIn: () => '/',
          keyOf: (path: string) => path,
        },
      })
      const bootOf = async () => ({ locale: 'es', settings: toPublicSettings(defaultSettings), problem: null }) as Boot
      const assets = { isDevelopment: false, additionsOf: () => ({ head: '', body: '' }) }
      return sendPage(
        { app, config, rendering, assets, isIndexed: false, settings: () => defaultSettings, bootOf },
        request,
        reply,
      )
    })
    const ownCookies = ['token', 'operator_token', 'newsletter_link'].map((name) => `${prefix}${name}=${name}-1`)
    const cookie = [...ownCookies, 'maintenance_bypass=x', ...(isTied ? ['token=planted'] : [])].join('; ')
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
    ['a prefixed cookie of the portal', { '__Host-token': 'a' }, { token: 'a' }],
    ['not an unprefixed cookie planted by another site', { token: 'a' }, {}],
    ['the portal’s cookie next to a planted one', { token: 'b', '__Host-token': 'a' }, { token: 'a' }],
    ['no server-only cookie without its prefix', { known_device: 'a', visitor: 'b', consent: 'c' }, {}],
    ['the cookies that page scripts set', { language: 'ca', density: 'dense' }, { language: 'ca', density: 'dense' }],
    ['no prefixed variant of those cookies', { '__Host-language': 'ca' }, {}],
    ['the cookies that are set by hand', { maintenance_bypass: 'x' }, { maintenance_bypass: 'x' }],
    ['third-party cookies, so that it can delete them', { _ga: 'x', _fbp: 'y' }, { _ga: 'x', _fbp: 'y' }],
    ['no cookie with a similar prefix', { '__host-token': 'a', '__Host-': 'b', '__Secure-token': 'c' }, { '': 'b' }],
  ])('the server sees %s', (_, brought, seen) => {
    expect(
      cookiesByName(brought as Record<string, string>, { hasHostPrefix: true, isUnprefixed: isUnprefixedCookie }),
    ).toEqual(seen)
  })
})
