import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Boot } from '#kit/boot.ts'
import { cachePages } from './page-cache.ts'
import { fillTemplate, renderTemplate, type TemplatedPage, type TemplateRequest } from './page-template.ts'

const boot = { locale: 'es', signedIn: null, problem: null, now: '2026-11-20T12:00:10.000Z' } as Boot

/** Returns a page as its program renders it. */
const pageOf = (html: (nonce: string) => string) =>
  renderTemplate(
    {
      renderPage: async ({ nonce }) => ({
        ...{ kind: 'page', status: 200, data: '{}', texts: '', routeIds: ['/login'] },
        html: html(nonce),
      }),
    },
    request(),
  )
const htmlOf = (page: TemplatedPage, nonce = '') =>
  page.kind === 'page' && fillTemplate(page.template, { nonce, additions: [] }).toString()

const drawn = vi.fn(({ boot: { locale } }: TemplateRequest) =>
  pageOf((nonce) => `${locale} <script nonce="${nonce}"></script>`),
)
const respond = async () => ({ status: 200, body: Buffer.from('{}') })
const request = (more: Partial<TemplateRequest> = {}): TemplateRequest => ({
  ...{ address: 'http://portal.test/acceso', basePath: '', boot, transport: respond },
  ...more,
})

beforeEach(() => void drawn.mockClear())

test('a page is rendered once, and has a nonce of its own each time', async () => {
  const render = cachePages(drawn)
  const first = await render(request())
  const second = await render(request({ boot: { ...boot, now: '2026-11-20T12:00:50.000Z' } }))
  expect(htmlOf(first, 'first')).toContain('es <script nonce="first"></script>')
  expect(htmlOf(second, 'second')).toContain('es <script nonce="second"></script>')
  expect(second).toMatchObject({ routeIds: ['/login'] })
  expect(drawn).toHaveBeenCalledTimes(1)
})

const signedIn = { name: 'Anna' } as Boot['signedIn']
test.each<[reason: string, more: Partial<TemplateRequest>]>([
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
  ['an operator', { roles: ['administrator'] as unknown as Boot['roles'] }],
  ['a posted form', { posted: { form: 'callback', values: {}, problems: [] } }],
  ['a problem', { problem: { status: 404, code: 'not_found', requestId: 'r' } }],
])('a page of %s is never stored', async (_, more) => {
  const render = cachePages(drawn)
  for (let time = 0; time < 2; time++) await render(request({ boot: { ...boot, ...more } }))
  expect(drawn).toHaveBeenCalledTimes(2)
})

describe('a page that makes calls', () => {
  const [first, second] = ['/api/v1/invoices/', '/api/v1/contracts/']
  /** Draws the replies of two calls, the second of which follows the first. */
  const calling = vi.fn(async ({ transport }: TemplateRequest, method = 'GET') => {
    const texts: string[] = []
    for (const path of [first, second]) texts.push(String((await transport({ method, path, headers: {} })).body))
    return pageOf(() => texts.join())
  })
  const requested: string[] = []
  const answering = (replies: Record<string, string>, status = 200): TemplateRequest['transport'] => {
    return async ({ path }) => {
      requested.push(path)
      return { status, body: Buffer.from(replies[path] ?? 'none') }
    }
  }
  beforeEach(() => {
    calling.mockClear()
    requested.length = 0
  })

  test('is rendered once while they are answered as before, and makes them each time', async () => {
    const render = cachePages((each) => calling(each))
    const transport = answering({ [first]: '1', [second]: '2' })
    for (let time = 0; time < 3; time++)
      expect(htmlOf(await render(request({ boot: { ...boot, signedIn }, transport })))).toContain('1,2')
    expect(calling).toHaveBeenCalledTimes(1)
    expect(requested).toEqual([first, second, first, second, first, second])
  })

  test.each<[what: string, changed: TemplateRequest['transport'], html: string]>([
    ['another first reply', answering({ [first]: 'new', [second]: '2' }), 'new,2'],
    ['another last reply', answering({ [first]: '1', [second]: 'new' }), '1,new'],
    ['another status', answering({ [first]: '1', [second]: '2' }, 404), '1,2'],
  ])('is rendered anew for %s, which is not requested twice', async (_, changed, html) => {
    const render = cachePages((each) => calling(each))
    await render(request({ transport: answering({ [first]: '1', [second]: '2' }) }))
    requested.length = 0
    expect(htmlOf(await render(request({ transport: changed })))).toContain(html)
    expect(calling).toHaveBeenCalledTimes(2)
    expect(requested).toEqual([first, second])
  })

  test('fails as it would without the cache if a call fails', async () => {
    const render = cachePages((each) => calling(each))
    await render(request({ transport: answering({}) }))
    const failing = () => Promise.reject(new Error('The database is away.'))
    await expect(render(request({ transport: failing }))).rejects.toThrow('away')
  })

  test('is not stored if one of them is a write', async () => {
    const render = cachePages((each) => calling(each, 'POST'))
    for (let time = 0; time < 2; time++) await render(request({ transport: answering({}) }))
    expect(calling).toHaveBeenCalledTimes(2)
  })
})

test('a redirect is not stored', async () => {
  const redirecting = vi.fn(async () => ({ kind: 'redirect' as const, status: 302, address: '/' }))
  const render = cachePages(redirecting)
  for (let time = 0; time < 2; time++) await render(request())
  expect(redirecting).toHaveBeenCalledTimes(2)
})
