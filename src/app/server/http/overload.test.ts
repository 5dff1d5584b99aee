import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listInvoices } from '#domains/invoices/api.ts'
import { payItem } from '#domains/payments/api.ts'
import { makeApp } from '../app.ts'
import { readConfig } from '../process/config.ts'
import { insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { createHttpServer } from './http-server.ts'
import { measureLoad, registerOverloadGuard } from './overload.ts'
import type { ServerLoad } from './request-priority.ts'

const atRest = { loopMilliseconds: 0, databaseMilliseconds: 0 }

describe('an overloaded server', () => {
  let portal: TestPortal
  let load: ServerLoad = atRest
  let app: Awaited<ReturnType<typeof makeApp>>
  let token: string

  beforeAll(async () => {
    portal = await startTestPortal({ environment: { API_REQUESTS_PER_MINUTE: '3' } })
    app = await makeApp(portal.context, { portal: { kind: 'none' }, load: { now: () => load, stop() {} } })
    token = (await portal.as(await insertUser(portal.context.db))).token!
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

  test('answers requests while it can', async () => {
    expect((await ask(listInvoices)).statusCode).toBe(200)
  })

  test('rejects list reads with a retry delay, and continues with payments and health checks', async () => {
    load = { loopMilliseconds: 900, databaseMilliseconds: 0 }
    const list = await ask(listInvoices)
    expect([list.statusCode, list.headers['retry-after'], list.json().message]).toEqual([503, '10', 'unavailable'])
    // Refused for a body without the payment fields, so the request was handled.
    expect((await ask(payItem)).statusCode).toBe(400)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('rejects payments when nothing would be answered in time', async () => {
    load = { loopMilliseconds: 0, databaseMilliseconds: 4_500 }
    expect((await ask(payItem)).statusCode).toBe(503)
    expect((await app.inject('/livez')).statusCode).toBe(200)
  })

  test('limits the calls of each network, but not health checks', async () => {
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

test('an overloaded server shows visitors a static page', async () => {
  const portal = await startTestPortal()
  const { config, clock, settings } = portal.context
  const app = await createHttpServer(config)
  registerOverloadGuard(app, {
    config,
    clock,
    settings,
    hasNoDeadlines: false,
    load: () => ({ ...atRest, loopMilliseconds: 5_000 }),
  })
  app.get('/*', async () => 'drawn')
  const page = await app.inject({ url: '/facturas', headers: { 'accept-language': 'ca' } })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '10'])
  expect(page.body).toContain('<html lang="ca">')
  expect(page.body).toContain('Ara no et podem atendre')
  expect(page.body, 'the phone number and when to try again').toContain(
    '<a class="plain" href="tel:900000000">900 000 000</a> · <span>8–21 h</span>',
  )
  expect(page.body, 'the page reloads itself').toContain('setTimeout(() => location.reload(), 10000)')
  await app.close()
  await portal.close()
})

test.each([
  ['a statement timeout', { code: '57014' }],
  ['a lock timeout', { code: '55P03' }],
  ['a connection pool timeout', { message: 'timeout exceeded when trying to connect' }],
])('%s is reported as a busy server', async (_, thrown) => {
  const app = await createHttpServer(readConfig({ LOG_LEVEL: 'silent' }))
  app.get('/api/slow', () => Promise.reject(Object.assign(new Error('canceled'), thrown)))
  const answer = await app.inject('/api/slow')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([503, '5', 'unavailable'])
  await app.close()
})

test('the measured load shows an event loop that falls behind', async () => {
  const load = measureLoad(new pg.Pool())
  expect(load.now().databaseMilliseconds).toBe(0)
  for (let times = 0; times < 4; times++) {
    const until = performance.now() + 400
    while (performance.now() < until);
    await pause(1)
  }
  expect(load.now().loopMilliseconds).toBeGreaterThan(100)
  load.stop()
})
