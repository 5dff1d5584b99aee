import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#domains/retailer/settings-api.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { bypassCookie, decideMaintenance, retryAfterMaintenanceSeconds } from './maintenance.ts'

const secret = 'opensesame-opensesame'

describe('a request during maintenance', () => {
  const cases: [reason: string, method: string, path: string, decision: 'pass' | 'redirectToRoot' | 'refuse'][] = [
    ['the root says what is going on', 'GET', '/', 'refuse'],
    ['a page leads to it', 'GET', '/invoices', 'redirectToRoot'],
    ['whatever its language', 'HEAD', '/factures', 'redirectToRoot'],
    ['an address that does not exist leads there too', 'GET', '/nowhere', 'redirectToRoot'],
    ['a call is refused', 'GET', '/api/v2/invoices/', 'refuse'],
    ['a call that changes something too', 'POST', '/api/v2/pay', 'refuse'],
    ['a form posted without script changes something', 'POST', '/login', 'refuse'],
    ['the provider in the sandbox is spoken to by programs', 'GET', '/sandbox-provider/frame', 'refuse'],
    ['a probe asks whether the server lives', 'GET', '/livez', 'pass'],
    ['a probe asks whether it is ready', 'GET', '/readyz', 'pass'],
    ['the page needs its files', 'GET', '/assets/entry.js', 'pass'],
    ['the operator must be able to end it', 'GET', '/operator', 'pass'],
    ['in all of their area', 'POST', '/operator/settings', 'pass'],
    ['and so must the calls of it', 'POST', '/api/v1/operator/login', 'pass'],
    ['a path that only begins alike is not theirs', 'GET', '/operators', 'redirectToRoot'],
  ]
  test.each(cases)('%s: %s %s', (_, method, path, decision) => {
    const maintenance = { active: true, bypassSecret: secret }
    expect(decideMaintenance({ method, path, bypass: undefined, maintenance })).toBe(decision)
    expect(decideMaintenance({ method, path, bypass: secret, maintenance })).toBe('pass')
    expect(decideMaintenance({ method, path, bypass: undefined, maintenance: { ...maintenance, active: false } })).toBe(
      'pass',
    )
  })

  const bypasses: [reason: string, bypass: string | undefined, bypassSecret: string][] = [
    ['no cookie', undefined, secret],
    ['another secret', 'opensesame-opensesamf', secret],
    ['a part of the secret', 'opensesame', secret],
    ['an empty cookie where no secret is set', '', ''],
    ['no cookie where no secret is set', undefined, ''],
  ]
  test.each(bypasses)('does not pass with %s', (_, bypass, bypassSecret) => {
    const maintenance = { active: true, bypassSecret }
    expect(decideMaintenance({ method: 'GET', path: '/', bypass, maintenance })).toBe('refuse')
  })
})

describe('the retry delay', () => {
  const now = new Date('2026-03-01T20:00:00Z')
  const cases: [reason: string, end: string | null, seconds: number][] = [
    ['lasts until the announced end', '2026-03-01T22:00:00+01:00', 3600],
    ['rounds up to whole seconds', '2026-03-01T20:00:00.500Z', 1],
    ['is ten minutes once the end has passed', '2026-03-01T19:59:00Z', 600],
    ['is ten minutes without an announced end', null, 600],
  ]
  test.each(cases)('%s', (_, end, seconds) => {
    expect(retryAfterMaintenanceSeconds(end, now)).toBe(seconds)
  })
})

describe('a portal under maintenance', () => {
  let portal: TestPortal

  beforeAll(async () => {
    portal = await startTestPortal({ environment: { BASE_PATH: '/office' }, now: new Date('2026-03-01T20:00:00Z') })
    await portal.set('maintenance.bypassSecret', secret)
    await portal.set('maintenance.end', '2026-03-01T22:00:00+01:00')
    await portal.set('maintenance.active', true)
  })
  afterAll(() => portal.close())

  test('refuses calls, with a retry delay', async () => {
    const answer = await portal.anonymous.sendRaw(readSettings, {})
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('3600')
    expect(answer.json()).toMatchObject({
      error: { code: 'maintenance', message: 'Estamos haciendo mejoras. Vuelve dentro de un rato.' },
      message: 'maintenance',
      maintenance: { start: null, end: '2026-03-01T22:00:00+01:00' },
    })
  })

  test('shows the notice at the root and redirects there from other pages, base path included', async () => {
    for (const url of ['/office', '/office/']) {
      const root = await portal.app.inject(url)
      expect([root.statusCode, root.headers['retry-after']]).toEqual([503, '3600'])
    }
    const page = await portal.app.inject('/office/invoices?contractType=gas')
    expect([page.statusCode, page.headers.location]).toEqual([302, '/office/'])
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test('still answers health checks', async () => {
    expect((await portal.app.inject('/office/livez')).statusCode).toBe(200)
    expect((await portal.app.inject('/office/readyz')).statusCode).toBe(200)
  })

  test('is open to visitors with the secret in the cookie', async () => {
    const answer = await portal.anonymous.sendRaw(
      readSettings,
      {},
      { headers: { cookie: `${bypassCookie}=${secret}` } },
    )
    expect(answer.statusCode).toBe(200)
  })
})
