import { beforeEach, expect, test, vi } from 'vitest'
import type { RenderRequest } from '#app/rendering-program.ts'
import type { Boot } from '#kit/boot.ts'
import { cachePages } from './page-cache.ts'

const boot = { locale: 'es', signedIn: null, problem: null, now: '2026-11-20T12:00:10.000Z' } as Boot

const drawn = vi.fn(async ({ nonce, boot: { locale } }: RenderRequest) => ({
  ...{ kind: 'page' as const, status: 200, data: '{}', routeIds: ['/login'] },
  html: `${locale} <script nonce="${nonce}"></script>`,
}))
const respond = async () => ({ status: 200, text: '{}' })
const request = (more: Partial<RenderRequest> = {}): RenderRequest => ({
  ...{ address: 'http://portal.test/acceso', basePath: '', boot, nonce: 'first', transport: respond },
  ...more,
})

beforeEach(() => void drawn.mockClear())

test('a page of visitors is rendered once, and has a nonce of its own each time', async () => {
  const render = cachePages(drawn)
  const first = await render(request())
  const second = await render(request({ nonce: 'second', boot: { ...boot, now: '2026-11-20T12:00:50.000Z' } }))
  expect(first).toMatchObject({ html: 'es <script nonce="first"></script>' })
  expect(second).toMatchObject({ html: 'es <script nonce="second"></script>', routeIds: ['/login'] })
  expect(drawn).toHaveBeenCalledTimes(1)
})

const signedIn = { name: 'Anna' } as Boot['signedIn']
test.each<[reason: string, more: Partial<RenderRequest>]>([
  ['another URL', { address: 'http://portal.test/acceso?redirectPath=%2Finvoices' }],
  ['another base path', { basePath: '/portal' }],
  ['another language', { boot: { ...boot, locale: 'ca' } }],
  ['other settings', { boot: { ...boot, settings: { brand: 'green' } } }],
  ['another consent', { boot: { ...boot, cookies: { statistics: true } } }],
  ['a later minute', { boot: { ...boot, now: '2026-11-20T12:01:00.000Z' } }],
  ['a signed-in user', { boot: { ...boot, signedIn } }],
  ['an operator', { boot: { ...boot, roles: ['administrator'] as unknown as Boot['roles'] } }],
  ['a posted form', { boot: { ...boot, posted: { form: 'callback', values: {}, problems: [] } } }],
  ['a problem', { boot: { ...boot, problem: { status: 404, code: 'not_found', requestId: 'r' } } }],
])('%s has a page of its own', async (_, more) => {
  const render = cachePages(drawn)
  await render(request())
  await render(request(more))
  expect(drawn).toHaveBeenCalledTimes(2)
})

test.each<[what: string, more: Partial<Boot>]>([
  ['a signed-in user', { signedIn }],
  ['a problem', { problem: { status: 404, code: 'not_found', requestId: 'r' } }],
])('a page of %s is never stored', async (_, more) => {
  const render = cachePages(drawn)
  for (let time = 0; time < 2; time++) await render(request({ boot: { ...boot, ...more } }))
  expect(drawn).toHaveBeenCalledTimes(2)
})

test('a page that makes calls is rendered anew', async () => {
  const calling = vi.fn(async (each: RenderRequest) => {
    await each.transport({ method: 'GET', path: '/api/v1/offers/', headers: {} })
    return drawn(each)
  })
  const render = cachePages(calling)
  for (let time = 0; time < 2; time++) await render(request())
  expect(calling).toHaveBeenCalledTimes(2)
})

test('a redirect is not stored', async () => {
  const redirecting = vi.fn(async () => ({ kind: 'redirect' as const, status: 302, address: '/' }))
  const render = cachePages(redirecting)
  for (let time = 0; time < 2; time++) await render(request())
  expect(redirecting).toHaveBeenCalledTimes(2)
})
