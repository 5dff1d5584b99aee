import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import type { RenderedPage, RenderRequest } from '#app/rendering-program.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import type { Boot, Problem } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import { createHttpServer } from '../http/http-server.ts'
import { readConfig } from '../process/config.ts'
import { renderTemplate, type TemplateRequest } from './page-template.ts'
import { sendPage } from './send-page.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Creates a server whose pages are rendered by a function, requested at any URL. */
async function served(
  draw: (order: RenderRequest) => RenderedPage,
  {
    brokenBoot,
    reportsTo = '',
    environment = {},
  }: { brokenBoot?: Error; reportsTo?: string; environment?: Record<string, string> } = {},
) {
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', ...environment })
  app = await createHttpServer(config)
  const bootOf = async (_: unknown, { problem }: { problem: Problem | null }) => {
    if (brokenBoot) throw brokenBoot
    const { errorReporting } = defaultSettings
    const settings = toPublicSettings({ ...defaultSettings, errorReporting: { ...errorReporting, url: reportsTo } })
    return { locale: 'es', settings, problem } as Boot
  }
  const rendering = async () => ({
    renderPage: (order: TemplateRequest) => renderTemplate({ renderPage: async (request) => draw(request) }, order),
    pages: [],
    localesOfPath: () => [],
    redirectOf: (path: string) => (path.startsWith('/old') ? '/new' : null),
    textsFileOf: async () => ({ path: '', json: '{}' }),
    dropUnknownReturn: (address: string) => address,
    addressIn: () => '/',
    keyOf: (path: string) => path,
  })
  const reporter = { address: '/reports.js', integrity: 'sha384-x', imports: [] }
  const assets = { isDevelopment: false, reporter, additionsOf: () => ({ head: '<style>', body: '' }) }
  app.get('/*', (request, reply) =>
    sendPage(
      { app, config, rendering, assets, isIndexed: true, settings: () => defaultSettings, bootOf },
      request,
      reply,
    ),
  )
  return (url = '/') => app.inject({ url, headers: { 'accept-language': 'ca' } })
}

const drawn = (html: string, status = 200): RenderedPage => ({
  kind: 'page',
  status,
  html,
  data: '{"text":"</script>"}',
  texts: '/texts.json',
  routeIds: [],
})

describe('a page', () => {
  test('is sent with styles, for this visitor only, with its own policy', async () => {
    const get = await served(({ nonce }) => drawn(`<script nonce="${nonce}">`))
    const [one, other] = [await get(), await get()]
    expect([one.statusCode, one.headers['cache-control'], one.headers.vary]).toEqual([
      200,
      'no-store',
      'Cookie, Accept-Language',
    ])
    const [, nonce] = /nonce="([^"]+)"/.exec(one.payload)!
    expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(one.headers['content-security-policy']).not.toContain('unsafe')
    expect(other.payload).not.toBe(one.payload)
  })

  test('contains its data, which cannot end its element', async () => {
    const get = await served(() => drawn('<body>Hola</body>'))
    const { payload } = await get()
    expect(payload).toContain(
      'Hola<script type="application/json" id="page-data" data-texts="/texts.json">{"text":"\\u003c/script>"}</script></body>',
    )
  })

  test.each([
    ['a public address', 'https://key@reports.example/7', {}, true],
    ['the visitor’s own machine', 'http://key@127.0.0.1:9000/7', {}, false],
    ['the visitor’s own machine by name', 'http://key@localhost:9000/7', {}, false],
    ['the visitor’s network', 'https://key@192.168.1.1/7', {}, false],
    ['a network that the configuration allows', 'https://key@192.168.1.1/7', { PRIVATE_ADDRESSES: 'on' }, true],
  ])('reports its errors to %s: %s', async (_, reportsTo, environment, isReporting) => {
    const get = await served(() => drawn('<body></body>'), { reportsTo, environment })
    const { payload, headers } = await get()
    expect(payload.includes('data-dsn')).toBe(isReporting)
    expect(headers['content-security-policy']?.includes(new URL(reportsTo).host)).toBe(isReporting)
  })

  test('that has moved is redirected without rendering', async () => {
    const get = await served(() => drawn('never'))
    const answer = await get('/old/page')
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      '/new',
      'no-store',
    ])
  })

  test('may redirect elsewhere', async () => {
    const get = await served(() => ({ kind: 'redirect', status: 302, address: '/acceso' }))
    expect((await get()).headers.location).toBe('/acceso')
  })
})

describe('a page that cannot be rendered', () => {
  const shedLoad = Object.assign(new Error('busy'), { statusCode: 503, code: 'FST_UNDER_PRESSURE' })
  const failures: [reason: string, error: unknown, problem: Partial<Problem>][] = [
    [
      'a component that throws is an unexpected error',
      new TypeError('secret of the house'),
      { status: 500, code: 'unexpected' },
    ],
    ['any other thrown value is an unexpected error', 'words', { status: 500 }],
    ['a refused call keeps its status', new Refused('token_expired', 401), { status: 401, code: 'token_expired' }],
    [
      'a refusal without an error page is a server error',
      new Refused('not_payable', 409),
      { status: 500, code: 'not_payable' },
    ],
    ['a server that sheds load is unavailable', shedLoad, { status: 503 }],
  ]
  test.each(failures)('is replaced by its error page: %s', async (_, error, problem) => {
    const orders: (Problem | null)[] = []
    const get = await served(({ boot }) => {
      orders.push(boot.problem)
      return boot.problem ? drawn('the page of the problem', boot.problem.status) : { kind: 'failed', error }
    })
    const answer = await get()
    expect(answer.statusCode).toBe(problem.status)
    expect(answer.payload).toContain('<style>the page of the problem')
    expect(orders).toEqual([null, expect.objectContaining({ ...problem, requestId: answer.headers['x-request-id'] })])
  })

  test('falls back to plain HTML if its error page cannot be rendered either', async () => {
    const get = await served(() => {
      throw new Error('secret of the house')
    })
    const answer = await get()
    expect(answer.statusCode).toBe(500)
    expect(answer.payload).toContain('<html lang="ca">')
    expect(answer.payload).toContain('Alguna cosa ha fallat per part nostra')
    expect(answer.payload).toContain(answer.headers['x-request-id'])
    expect(answer.payload).not.toContain('secret')
    const [, nonce] = /<style nonce="([^"]+)"/.exec(answer.payload)!
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
  })

  test('reports missing settings as such', async () => {
    const get = await served(() => drawn('never'), { brokenBoot: new Refused('settings_unavailable', 500) })
    const answer = await get('/?<script>')
    expect(answer.statusCode).toBe(500)
    expect(answer.payload).toContain('No hem pogut carregar la configuració')
    expect(answer.payload, 'the URL is escaped').not.toContain('<script>')
  })
})
