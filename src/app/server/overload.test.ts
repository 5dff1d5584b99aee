import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listInvoices } from '#domains/invoices/api.ts'
import { payItem } from '#domains/payments/api.ts'
import { makeApp } from './app.ts'
import { readConfig } from './config.ts'
import { makeHttp } from './http.ts'
import type { Load } from './importance.ts'
import { guardAgainstOverload, measuredLoad } from './overload.ts'
import { aUser } from './testing/builders.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

const atRest = { loopMilliseconds: 0, databaseMilliseconds: 0 }

describe('a server with too much to do', () => {
  let portal: TestPortal
  let load: Load = atRest
  let app: Awaited<ReturnType<typeof makeApp>>
  let token: string

  beforeAll(async () => {
    portal = await testPortal({ environment: { API_REQUESTS_PER_MINUTE: '3' } })
    app = await makeApp(portal.context, { portal: { kind: 'none' }, load: { now: () => load, stop() {} } })
    token = (await portal.as(await aUser(portal.context.db))).token!
  })
  afterEach(() => {
    load = atRest
  })
  afterAll(async () => {
    await app.close()
    await portal.close()
  })

  const ask = ({ method, path, versions }: typeof listInvoices | typeof payItem) =>
    app.inject({
      method,
      url: `/api/v${versions.at(-1)}${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: {} } : {}),
    })

  test('answers what is asked while it can', async () => {
    expect((await ask(listInvoices)).statusCode).toBe(200)
  })

  test('turns lists away, says when to ask again, and goes on with payments and probes', async () => {
    load = { loopMilliseconds: 900, databaseMilliseconds: 0 }
    const list = await ask(listInvoices)
    expect([list.statusCode, list.headers['retry-after'], list.json().message]).toEqual([503, '10', 'unavailable'])
    // Refused as a body without what a payment needs, so that it was looked at.
    expect((await ask(payItem)).statusCode).toBe(400)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('turns payments away when nothing would be answered in time', async () => {
    load = { loopMilliseconds: 0, databaseMilliseconds: 4_500 }
    expect((await ask(payItem)).statusCode).toBe(503)
    expect((await app.inject('/livez')).statusCode).toBe(200)
  })

  test('gives each network its share of calls, and probes none', async () => {
    const from = (remoteAddress: string, url = '/api/v2/ov_customize/') => app.inject({ url, remoteAddress })
    const statuses = []
    for (let times = 0; times < 4; times++) statuses.push((await from('198.51.100.7')).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 3)).not.toContain(429)
    const answer = await from('198.51.100.7')
    expect([answer.headers['retry-after'], answer.json().message]).toEqual(['20', 'too_many_attempts'])
    expect((await from('198.51.100.8')).statusCode).not.toBe(429)
    expect((await from('198.51.100.7', '/readyz')).statusCode).toBe(200)
  })
})

test('a visitor of a busy server reads so on a page that takes nothing to draw', async () => {
  const portal = await testPortal()
  const { config, clock, settings } = portal.context
  const app = await makeHttp(config)
  guardAgainstOverload(app, {
    config,
    clock,
    settings,
    isPatient: false,
    load: () => ({ ...atRest, loopMilliseconds: 5_000 }),
  })
  app.get('/*', async () => 'drawn')
  const page = await app.inject({ url: '/facturas', headers: { 'accept-language': 'ca' } })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '10'])
  expect(page.body).toContain('<html lang="ca">')
  expect(page.body).toContain('Ara no et podem atendre')
  expect(page.body, 'whom to call, and when').toContain(
    '<a class="plain" href="tel:900000000">900 000 000</a> · <span>8–21 h</span>',
  )
  expect(page.body, 'asked again by itself').toContain('setTimeout(() => location.reload(), 10000)')
  await app.close()
  await portal.close()
})

test.each([
  ['a statement that took too long', { code: '57014' }],
  ['a table that somebody else keeps locked', { code: '55P03' }],
  ['no connection to be had', { message: 'timeout exceeded when trying to connect' }],
])('%s is told as a server that is busy', async (_, thrown) => {
  const app = await makeHttp(readConfig({ LOG_LEVEL: 'silent' }))
  app.get('/api/slow', () => Promise.reject(Object.assign(new Error('canceled'), thrown)))
  const answer = await app.inject('/api/slow')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([503, '5', 'unavailable'])
  await app.close()
})

test('a program that does not get to what is due notices', async () => {
  const load = measuredLoad(new pg.Pool())
  expect(load.now()).toEqual(atRest)
  for (let times = 0; times < 4; times++) {
    const until = performance.now() + 400
    while (performance.now() < until);
    await pause(1)
  }
  expect(load.now().loopMilliseconds).toBeGreaterThan(100)
  load.stop()
})
