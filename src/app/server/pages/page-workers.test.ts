import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Boot } from '#kit/boot.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { currentDeadline, runWithDeadline } from '#kit/server/deadline.ts'
import { fillTemplate, type TemplatedPage, type TemplateRequest } from './page-template.ts'
import { openPageWorkers, type PageWorkers } from './page-workers.ts'

// Stands for a built program: what is drawn depends on the URL.
const folder = mkdtempSync(join(tmpdir(), 'llum-pages-'))
const entry = join(folder, 'entry.mjs')
writeFileSync(
  entry,
  `import { threadId } from 'node:worker_threads'
export async function renderPage({ address, transport, nonce }) {
  if (address === 'end') process.exit(1)
  if (address === 'crash') return new Promise(() => setImmediate(() => { throw new Error('out of everything') }))
  const loop = {}
  loop.self = loop
  if (address === 'throw') throw Object.assign(new TypeError('drawn badly'), { loop, draw() {}, code: 'odd' })
  if (address === 'moved') return { kind: 'redirect', status: 302, address: '/' }
  const answer = await transport({ method: 'GET', path: address, headers: {} }).catch((error) => ({ kind: 'failed', error }))
  return answer.kind ? answer : { kind: 'page', status: 200, html: answer.text + nonce, data: String(threadId), routeIds: [] }
}
export const operatorArea = { renderPage: async () => ({ kind: 'redirect', status: 302, address: '/operator' }) }`,
)
afterAll(() => rmSync(folder, { recursive: true }))

let workers: PageWorkers
const open = () => {
  workers = openPageWorkers(pathToFileURL(entry).href)
  return workers
}
afterEach(() => workers.stop())

const request = (address: string, transport: TemplateRequest['transport']): TemplateRequest => ({
  ...{ address, basePath: '', boot: {} as Boot, transport },
})
const respond: TemplateRequest['transport'] = async ({ path }) => ({
  status: 200,
  body: Buffer.from(`reply of ${path}`),
})

/** Returns the HTML of a page without its data, and the thread that rendered it, which the page has as its data. */
function readPage(page: TemplatedPage): { html: string; thread: string } {
  if (page.kind !== 'page') throw new Error(`There is no page but ${page.kind}.`)
  const text = fillTemplate(page.template, { nonce: '!', additions: [] }).toString()
  const [, html = '', thread = ''] = /^(.*)<script.*>(\d+)<\/script>$/.exec(text) ?? []
  return { html, thread }
}

test('a page is rendered in another thread, with the replies of this one', async () => {
  const { html, thread } = readPage(await open().render('portal', request('/invoices', respond)))
  expect(html).toBe('reply of /invoices!')
  expect(thread).not.toBe('0')
})

test('each program renders its own pages, and may redirect', async () => {
  open()
  expect(await workers.render('portal', request('moved', respond))).toMatchObject({ address: '/' })
  expect(await workers.render('operatorArea', request('moved', respond))).toMatchObject({ address: '/operator' })
})

test('a call is made in the context of its request, by which it is recognized as internal', async () => {
  open()
  const contexts: boolean[] = []
  const render = () =>
    workers.render(
      'portal',
      request('/', async (call) => {
        contexts.push(currentDeadline() !== undefined)
        return respond(call)
      }),
    )
  await runWithDeadline({ seconds: 10 }, render)
  await render()
  expect(contexts).toEqual([true, false])
})

test('a refused call is recognized as such in the page and here', async () => {
  const refuse = async () => {
    throw new Refused('token_expired', 401, { extra: { roles: ['support'] } })
  }
  const page = await open().render('portal', request('/', refuse))
  expect(page).toMatchObject({
    kind: 'failed',
    error: { code: 'token_expired', status: 401, extra: { roles: ['support'] } },
  })
  expect(page.kind === 'failed' && isRefused(page.error)).toBe(true)
})

test('what a page throws arrives with its name, message and whatever members can be sent', async () => {
  const page = await open().render('portal', request('throw', respond))
  expect(page).toMatchObject({ kind: 'failed', error: { name: 'TypeError', message: 'drawn badly', code: 'odd' } })
})

test('a thread that ends fails its pages, and another one renders the next', async () => {
  open()
  await expect(workers.render('portal', request('end', respond))).rejects.toThrow('has ended')
  expect(readPage(await workers.render('portal', request('/next', respond))).html).toBe('reply of /next!')
})

test('a thread that crashes is replaced once, by one that renders all the next pages', async () => {
  open()
  await expect(workers.render('portal', request('crash', respond))).rejects.toThrow('out of everything')
  const first = await workers.render('portal', request('/first', respond))
  await pause(300)
  const second = await workers.render('portal', request('/second', respond))
  expect(readPage(second).thread).toBe(readPage(first).thread)
})

test('a page whose time is over before its turn is not rendered', async () => {
  open()
  let calls = 0
  const late = runWithDeadline({ seconds: 0.01 }, async () => {
    await pause(50)
    return workers.render(
      'portal',
      request('/', async (call) => respond({ ...call, path: String(++calls) })),
    )
  })
  await expect(late).rejects.toMatchObject({ status: 504 })
  await pause(300)
  expect(calls).toBe(0)
})

test('a page is left to the browser when too many others wait', async () => {
  workers = openPageWorkers(pathToFileURL(entry).href, { maxConcurrent: 1, maxQueued: 1 })
  const kinds = ['/one', '/two', '/three'].map(
    async (address) => (await workers.render('portal', request(address, respond))).kind,
  )
  expect(await Promise.all(kinds)).toEqual(['page', 'page', 'busy'])
})
