import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, logInWithOpenid, logOut, readProfile } from '#domains/session/api.ts'
import { beginLink, connectAccount, listIdentities } from '#domains/session/identities-api.ts'
import { listReauthenticationMethods } from '#domains/session/reauthentication-api.ts'
import { openidAuthenticator } from '#domains/session/server/openid/openid-authenticator.ts'
import { anAccount, auditOf, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { actors } from '#domains/session/server/sessions/actors.ts'
import type { Call } from '#kit/call.ts'
import type { CallInput } from '#kit/web/send.ts'
import { type HostileProvider, startHostileProvider } from '#outside/identity/testing/hostile-provider.ts'
import {
  createRedirectFollower,
  type ProviderStandIn,
  startProviderStandIn,
} from '#outside/identity/testing/provider-stand-in.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { createHttpServer } from '../http/http-server.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { createSignInHook } from './sign-in-hook.ts'

const home = 'http://portal.test/login'
let stand: ProviderStandIn
let portal: TestPortal
let pages: FastifyInstance

beforeAll(async () => {
  stand = await startProviderStandIn({ returnTo: [home], afterEnd: [home] })
  const { issuer, clientId, clientSecret } = stand
  const environment = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  portal = await startTestPortal({ environment })
  await portal.set('features.oidc', true)
  const { context } = portal
  pages = await createHttpServer(context.config)
  const languages = () => ({ offered: context.settings.now().languages, fallback: 'es' as const })
  const life = () => context.settings.now().session
  const who = actors({ db: context.db, keys: context.sessionKeys, clock: context.clock, lifetime: life, languages })
  pages.get('/*', { preHandler: createSignInHook(context, who) }, async () => 'shown')
})
beforeEach(() => portal.set('oidc.allowDefaultLogin', false))
afterAll(async () => {
  await pages.close()
  await portal.close()
  await stand.close()
})

/** Creates a browser with its own cookies, at the portal and at the provider. */
function browser() {
  const jar = new Map<string, string>()
  const provider = createRedirectFollower()
  const headers = () => ({
    host: 'portal.test',
    'sec-fetch-site': 'same-origin',
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })

  function keep(cookies: string | string[] | undefined) {
    for (const cookie of [cookies ?? []].flat()) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(cookie)!
      if (/Max-Age=0/.test(cookie)) jar.delete(name!)
      else jar.set(name!, value!)
    }
  }

  async function visit(address: string) {
    const server = address.startsWith('/api/') ? portal.app : pages
    const answer = await server.inject({ method: 'GET', url: address, headers: headers() })
    keep(answer.headers['set-cookie'])
    const { location } = answer.headers
    return { status: answer.statusCode, location, payload: answer.payload }
  }

  async function signIn(start = '/api/v2/user/openid/start') {
    const { location } = await visit(start)
    return visit(pathOf(await provider.follow(location!)))
  }

  return {
    jar,
    visit,
    signIn,
    provider,
    async ask<C extends Call>(call: C, sent: CallInput<C>) {
      const answer = await portal.anonymous.sendRaw(call, sent, { headers: headers() })
      keep(answer.headers['set-cookie'])
      return { status: answer.statusCode, body: answer.payload ? answer.json() : undefined }
    },
  }
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Creates an account linked with an identity at the provider. */
async function linked(subject: string, given: Parameters<typeof anAccount>[1] = {}) {
  const userId = await anAccount(portal, given)
  await portal.context.db
    .insertInto('external_identity')
    .values({ issuer: stand.issuer, subject, user_id: userId, linked_at: new Date() })
    .execute()
  stand.signInAs({ subject })
  return userId
}

describe('signing in at the identity provider', () => {
  test('leads to the destination, and leaves no token in the browser', async () => {
    const userId = await linked('anna', { name: 'Anna Puig' })
    const her = browser()
    const begun = await her.visit(
      '/api/v2/user/openid/start?redirectPath=%2Finvoices&pathParams=%7B%22a%22%3A%22b%22%7D',
    )
    expect(begun.status).toBe(302)
    expect(begun.location).toContain(`${stand.issuer}/auth?`)
    const back = pathOf(await her.provider.follow(begun.location!))
    expect(await her.visit(back)).toMatchObject({ status: 302, location: '/invoices?a=b' })
    expect([...her.jar.keys()].sort()).toEqual(['known_device', 'language', 'token'])
    expect((await her.ask(readProfile, {})).body).toMatchObject({ name: 'Anna Puig' })
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['logged_in', { by: 'openid', readonly: false }])
    expect((await her.visit(back)).status, 'a repeated return was never requested').toBe(504)
  })

  test('stores the provider’s token unreadably', async () => {
    const userId = await linked('sealed')
    await browser().signIn()
    const { sealed_provider_token } = await portal.context.db
      .selectFrom('session')
      .select('sealed_provider_token')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(sealed_provider_token).toMatch(/^1\.[\w-]+$/)
    expect(sealed_provider_token).not.toMatch(/^ey/)
  })

  test('in another browser than the one that started it fails', async () => {
    await linked('thief')
    const hers = browser()
    const { location } = await hers.visit('/api/v2/user/openid/start')
    const back = pathOf(await hers.provider.follow(location!))
    expect(await browser().visit(back)).toMatchObject({ status: 504 })
    const other = browser()
    await other.visit('/api/v2/user/openid/start')
    expect((await other.visit(back)).status, 'with the state of another browser').toBe(401)
    expect([...other.jar.keys()]).toEqual([])
  })

  test('reports a refusal of the provider on the page of 401', async () => {
    const them = browser()
    await them.visit('/api/v2/user/openid/start')
    expect(JSON.parse((await them.visit('/login?error=access_denied&state=a')).payload)).toMatchObject({
      message: 'openid_failed',
    })
  })

  test('re-authenticates a user without a password', async () => {
    await linked('fresh', { password_hash: 'none' })
    const them = browser()
    await them.signIn()
    expect((await them.ask(listReauthenticationMethods, {})).body).toEqual({ kinds: ['openid'] })
    const { location } = await them.visit('/api/v2/user/openid/start?fresh=1&redirectPath=%2Fconnect')
    expect(new URL(location!).searchParams.get('prompt')).toBe('login')
    expect(await them.visit(pathOf(await them.provider.follow(location!)))).toMatchObject({ location: '/connect' })
  })

  test('is unavailable unless the retailer configures it', async () => {
    await portal.set('features.oidc', false)
    expect(await browser().visit('/api/v2/user/openid/start?redirectPath=%2Finvoices')).toMatchObject({
      location: '/login?redirectPath=%2Finvoices',
    })
    expect((await browser().visit('/login?code=a&state=b')).status).toBe(504)
    const given = await callWithoutSession(portal, logInWithOpenid, { body: { code: 'a', nonce: 'b' } })
    expect(given).toMatchObject({ status: 404, code: 'openid_not_offered' })
    await portal.set('features.oidc', true)
  })
})

describe('password sign-in next to it', () => {
  test('is refused, unless the retailer allows it', async () => {
    await anAccount(portal, { login: 'beside' })
    const attempt = { body: { user: 'beside', password } }
    expect(await callWithoutSession(portal, logIn, attempt)).toMatchObject({ status: 403, code: 'password_login_off' })
    await portal.set('oidc.allowDefaultLogin', true)
    expect((await callWithoutSession(portal, logIn, attempt)).status).toBe(200)
  })
})

describe('signing out', () => {
  test('also signs out at the provider, once', async () => {
    await linked('leaver')
    const them = browser()
    await them.signIn()
    expect((await them.ask(logOut, {})).status).toBe(204)
    const out = await them.visit('/login')
    expect(out.location).toContain(`${stand.issuer}/session/end?`)
    const { searchParams } = new URL(out.location!)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(home)
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect(await them.visit('/login')).toMatchObject({ status: 200, payload: 'shown' })
  })

  test('without script goes through a redirect page, which leads to the sign-in page once nothing is left to end', async () => {
    await linked('leaver-by-form')
    const them = browser()
    await them.signIn()
    await them.ask(logOut, {})
    const between = await them.visit('/logout')
    expect(between.status).toBe(200)
    const [, refresh, link] = /content="0;url=([^"]+)"[\s\S]*href="([^"]+)"/.exec(between.payload)!
    expect(refresh).toBe(link)
    expect(link).toContain(`${stand.issuer}/session/end?id_token_hint=ey`)
    expect(link).toContain('&amp;post_logout_redirect_uri=')
    expect(await them.visit('/logout')).toMatchObject({ status: 302, location: '/login' })
  })

  test('of a password session ends nothing elsewhere', async () => {
    await portal.set('oidc.allowDefaultLogin', true)
    await anAccount(portal, { login: 'plain' })
    const them = browser()
    await them.ask(logIn, { body: { user: 'plain', password } })
    await them.ask(logOut, {})
    expect(await them.visit('/login')).toMatchObject({ status: 200, payload: 'shown' })
  })
})

describe('an unlinked identity', () => {
  test('is asked to link an account, by its password', async () => {
    const userId = await anAccount(portal, { login: 'old', name: 'Old Account', email: 'old@example.test' })
    stand.signInAs({ subject: 'newcomer', email: 'new@example.test', name: 'New' })
    const them = browser()
    expect(await them.signIn()).toMatchObject({ status: 302, location: '/connect' })
    expect((await them.ask(listIdentities, {})).body).toMatchObject({ awaits_link: true, is_offered: true })

    const wrong = await them.ask(connectAccount, { body: { user: 'old', password: 'wrong' } })
    expect([wrong.status, wrong.body.message]).toEqual([403, 'login_error'])
    const right = await them.ask(connectAccount, { body: { user: 'old', password } })
    expect([right.status, right.body.change_password]).toEqual([200, false])
    expect((await them.ask(readProfile, {})).body).toMatchObject({ name: 'Old Account' })
    const again = await them.ask(connectAccount, { body: { user: 'old', password } })
    expect([again.status, again.body.message]).toEqual([409, 'already_linked'])

    const next = browser()
    expect((await next.signIn()).location, 'signs in directly from then on').toBe('/invoices')
    const outboxMessages = await portal.context.db
      .selectFrom('outbox_message')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(outboxMessages.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['session.identityLinked', 'old@example.test'],
    ])
  })

  test('sees no data, and does not block the sign-in of another account', async () => {
    await portal.set('oidc.allowDefaultLogin', true)
    await anAccount(portal, { login: 'owner', email: 'shared@example.test' })
    stand.signInAs({ subject: 'imitator', email: 'shared@example.test' })
    await browser().signIn()
    const byMail = await callWithoutSession(portal, logIn, { body: { user: 'shared@example.test', password } })
    expect(byMail.status, 'the e-mail address still belongs to one account').toBe(200)
  })

  test('does not pass a second factor by password alone', async () => {
    const userId = await anAccount(portal, { login: 'guarded' })
    const key = { credential_id: 'k', public_key: '', sign_count: 0, name: 'Key', created_at: new Date() }
    await portal.context.db
      .insertInto('passkey')
      .values({ user_id: userId, ...key })
      .execute()
    stand.signInAs({ subject: 'halfway' })
    const them = browser()
    await them.signIn()
    const answer = await them.ask(connectAccount, { body: { user: 'guarded', password } })
    expect([answer.status, answer.body.message]).toEqual([403, 'second_factor_first'])
  })

  test('changes nothing with a read-only token, and needs both user and password', async () => {
    const sent = { body: { user: 'a', password: 'b' } }
    const looking = await portal.as(await anAccount(portal, { login: 'looked at' }), { readonly: true })
    expect((await looking.sendRaw(connectAccount, sent)).json().message).toBe('token_readonly')
    expect((await looking.sendRaw(beginLink, {})).json().message).toBe('token_readonly')
    const settled = await portal.as(await anAccount(portal, { login: 'settled' }))
    expect((await settled.sendRaw(connectAccount, sent)).json().message, 'a linked user has their own account').toBe(
      'already_linked',
    )
    stand.signInAs({ subject: 'wordless' })
    const them = browser()
    await them.signIn()
    const empty = await them.ask(connectAccount, { body: { user: '', password: '' } })
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([400, ['user', 'password']])
  })

  test('is asked for an account only with a session', async () => {
    expect((await callWithoutSession(portal, connectAccount, { body: { user: 'a', password: 'b' } })).status).toBe(401)
    expect((await callWithoutSession(portal, listIdentities, {})).status).toBe(401)
    expect((await callWithoutSession(portal, beginLink, {})).status).toBe(401)
  })
})

describe('an account with a password', () => {
  test('is linked only after re-authentication', async () => {
    const userId = await anAccount(portal, { login: 'long in' })
    const person = await portal.as(userId)
    const anHourAgo = new Date(Date.now() - msPerHour)
    const session = portal.context.db.updateTable('session').where('user_id', '=', userId)
    await session.set({ authenticated_at: anHourAgo }).execute()
    expect((await person.sendRaw(beginLink, {})).json().message).toBe('fresh_authentication_required')
  })

  test('is linked from the profile, and not with an identity of another account', async () => {
    await portal.set('oidc.allowDefaultLogin', true)
    await anAccount(portal, { login: 'inside' })
    const them = browser()
    await them.ask(logIn, { body: { user: 'inside', password } })
    stand.signInAs({ subject: 'insider' })
    const link = async () => {
      const { body } = await them.ask(beginLink, {})
      return them.visit(pathOf(await createRedirectFollower().follow(body.address)))
    }
    expect(await link()).toMatchObject({ status: 302, location: '/connect' })
    expect((await them.ask(listIdentities, {})).body).toMatchObject({
      items: [{ issuer: stand.issuer }],
      awaits_link: false,
    })
    await linked('taken')
    expect((await link()).location).toBe('/connect?failed=identity_taken')
  })

  test('is not linked with a read-only token', async () => {
    const looking = await portal.as(await anAccount(portal), { readonly: true })
    expect((await looking.sendRaw(beginLink, {})).json().message).toBe('token_readonly')
  })
})

describe('an API client with its own authorization code', () => {
  const codeFor = async (nonce: string) => {
    const query = { client_id: stand.clientId, response_type: 'code', scope: 'openid', redirect_uri: home, nonce }
    const reply = await createRedirectFollower().follow(`${stand.issuer}/auth?${new URLSearchParams(query)}`)
    return new URL(reply).searchParams.get('code')!
  }

  test('gets our session and never the provider’s tokens', async () => {
    await linked('program')
    const { body, status } = await callWithoutSession(
      portal,
      logInWithOpenid,
      { body: { code: await codeFor('n'), nonce: 'n' } },
      { host: 'portal.test' },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^ey/),
      openid_token: expect.stringMatching(/^[\w-]{36}$/),
      new_customer: false,
    })
    stand.signInAs({ subject: 'unknown program' })
    const other = await callWithoutSession(
      portal,
      logInWithOpenid,
      { body: { code: await codeFor('n'), nonce: 'n' } },
      { host: 'portal.test' },
    )
    expect(other.body).toMatchObject({ new_customer: true })
  })

  test('is refused for another nonce, with the cookies cleared, and without one', async () => {
    await linked('program 2')
    const answer = await callWithoutSession(
      portal,
      logInWithOpenid,
      { body: { code: await codeFor('n'), nonce: 'm' } },
      { host: 'portal.test' },
    )
    expect(answer).toMatchObject({ status: 401, code: 'openid_failed' })
    expect(answer.cookies.join()).toContain('token=; Max-Age=0')
    expect((await callWithoutSession(portal, logInWithOpenid, { body: { code: 'c' } as never })).status).toBe(400)
  })
})

describe('a reused authorization code', () => {
  let hostile: HostileProvider
  let place: TestPortal

  beforeAll(async () => {
    hostile = await startHostileProvider()
    const { issuer, clientId, clientSecret } = hostile
    const environment = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    place = await startTestPortal({ environment })
    await place.set('features.oidc', true)
    // It accepts the same code repeatedly.
    hostile.forge({ claims: { nonce: 'own' } })
  })
  afterAll(async () => {
    await place.close()
    await hostile.close()
  })
  const bring = (code: string) => callWithoutSession(place, logInWithOpenid, { body: { code, nonce: 'own' } })

  test('is refused before the provider is called, also in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => bring('of-one-sign-in')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await bring('of-one-sign-in')).toMatchObject({ status: 401, code: 'openid_failed' })
    expect(hostile.tokenRequestCount()).toBe(1)
    expect((await bring('of-another-sign-in')).status).toBe(200)
    const rows = await place.context.db.selectFrom('visitor_throttle').selectAll().execute()
    expect(JSON.stringify(rows), 'the code itself is not stored').not.toContain('sign-in')
  })

  test('is refused on a browser’s return, also if it was used by the other flow', async () => {
    await bring('taken-by-a-program')
    const tokenRequestsBefore = hostile.tokenRequestCount()
    const reply = { setCookie() {}, clearCookie() {} } as never
    let begun = ''
    const cookies = {
      put(_: unknown, __: unknown, { value }: { value: string }) {
        begun = value
      },
      remove() {},
      clearSession() {},
    }
    const door = openidAuthenticator({
      ...place.context,
      provider: { begin: async () => ({ address: '', pending: {} }) } as never,
      cookies: cookies as never,
      portalUrlOf: () => 'http://portal.test',
      signingKeys: place.context.sessionKeys,
    })
    await door.begin({} as never, reply, { search: '', isFresh: false })
    const back = { url: '/login?code=taken-by-a-program', cookies: { openid: begun } } as never
    await expect(door.finish(back, reply)).rejects.toMatchObject({ code: 'openid_failed', status: 401 })
    expect(hostile.tokenRequestCount()).toBe(tokenRequestsBefore)
  })
})
