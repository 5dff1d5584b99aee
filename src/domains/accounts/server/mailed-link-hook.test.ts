import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '#app/server/http/http-server.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createLink } from '#domains/session/server/accounts/account-link-store.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { createPendingSignature } from '#domains/signatures/server/signatures-testing.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { createMailedLinkHook } from './mailed-link-hook.ts'

let portal: TestPortal
/** The page side of the server, with pages that only state that they were shown. */
let app: FastifyInstance

beforeAll(async () => {
  portal = await startTestPortal({ environment: { BASE_PATH: '/office', PUBLIC_ORIGIN: 'https://portal.test' } })
  const { context } = portal
  app = await createHttpServer(context.config)
  const preHandler = createMailedLinkHook(
    { ...context, basePath: context.config.basePath },
    async (address, locale) => `/${locale}${address}`,
    async () => 'es',
  )
  app.get('/office/*', { preHandler }, async () => 'shown')
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function aLink(): Promise<string> {
  const { db, clock } = portal.context
  const userId = await anAccount(portal)
  const link = { purpose: 'reset', userId, customerId: null, email: 'a@example.com', locale: 'es' } as const
  return createLink(db, { ...link, expiresAt: new Date(clock().getTime() + msPerHour) }, clock())
}

async function visit(address: string, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers } = await app.inject({ method, url: `/office${address}` })
  return { status: statusCode, goesTo: headers.location, cookies: [headers['set-cookie'] ?? []].flat(), headers }
}

test('a visit by a mailed link is redirected without its secret, which only the server can read', async () => {
  const secret = await aLink()
  const { status, goesTo, cookies, headers } = await visit(`/reset-password?reset_link=${secret}`)
  expect([status, goesTo]).toEqual([302, '/office/es/reset-password?step=password'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(cookies).toEqual([`reset_link=${secret}; Max-Age=3600; Path=/office; HttpOnly; Secure; SameSite=Lax`])
})

test('a link that was scanned by programs still works', async () => {
  const secret = await aLink()
  const address = `/reset-password?reset_link=${secret}`
  expect((await visit(address, 'HEAD')).goesTo).toBeUndefined()
  await visit(address)
  expect((await visit(address)).goesTo).toBe('/office/es/reset-password?step=password')
})

test('an expired link, or one of another kind, leads to the page that sends a new one', async () => {
  const secret = await aLink()
  for (const address of ['/reset-password?reset_link=x', `/activation?activation_link=${secret}`]) {
    const { goesTo, cookies } = await visit(address)
    expect(goesTo).toBe(`/office/es${address.split('?')[0]}?failed=link_over`)
    expect(cookies[0]).toMatch(/^(reset|activation)_link=;/)
  }
})

test('an expired link reports its outcome, and a signed-in user continues to the document to sign', async () => {
  const { db, clock } = portal.context
  const { customerId, userId, id: signatureId } = await createPendingSignature(portal)
  const link = { purpose: 'activation', userId, customerId, signatureId, email: 'a@example.com', locale: 'es' } as const
  const secret = await createLink(db, { ...link, expiresAt: clock() }, clock())
  const { goesTo, cookies } = await visit(`/activation?activation_link=${secret}`)
  const query = new URLSearchParams({ failed: 'link_over', redirectPath: `/signature/${signatureId}` })
  expect(goesTo).toBe(`/office/es/activation?${query}`)
  expect(cookies).toEqual([expect.stringContaining(`activation_link=${secret}; Max-Age=3600`)])
})

test('other pages and queries are left unchanged', async () => {
  expect(await visit('/reset-password?step=password')).toMatchObject({ status: 200, cookies: [] })
})
