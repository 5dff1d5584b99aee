import { describe, expect, test } from 'vitest'
import { readChart } from '#domains/consumption/api.ts'
import { uploadImport } from '#domains/integration/desk/api.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { payItem } from '#domains/payments/api.ts'
import { logIn } from '#domains/session/api.ts'
import { uploadFile } from '#domains/uploads/api.ts'
import { priorityOf, type RequestTarget, requestDeadlineSeconds, secondsUntilRetry } from './request-priority.ts'

describe('the priority of a request', () => {
  const cases: [reason: string, asked: RequestTarget, importance: ReturnType<typeof priorityOf>][] = [
    ['a payment is critical', { method: 'POST', path: '/api/v2/pay', call: payItem }, 'critical'],
    [
      'a payment report of a provider is critical',
      { method: 'POST', path: '/api/v2/payment_webhooks/stripe' },
      'critical',
    ],
    ['the redirect to a payment page is critical', { method: 'GET', path: '/payments/redsys/7' }, 'critical'],
    [
      'an integration batch, which can be sent again, is bulk',
      { method: 'POST', path: '/integration/v1/curves' },
      'bulk',
    ],
    ['a sign-in is critical', { method: 'POST', path: '/api/v2/user/login', call: logIn }, 'critical'],
    ['the sign-in page is critical', { method: 'GET', path: '/acceso' }, 'critical'],
    ['the operator sign-in page is critical', { method: 'GET', path: '/operator/login' }, 'critical'],
    ['the callback path of the identity provider is critical', { method: 'GET', path: '/login' }, 'critical'],
    ['a password reset is critical', { method: 'POST', path: '/recordar-clave' }, 'critical'],
    ['a sign-in form without script is critical', { method: 'POST', path: '/acces' }, 'critical'],
    ['a list is a read', { method: 'GET', path: '/api/v2/invoices/', call: listInvoices }, 'read'],
    [
      'a list that nobody has asked for yet is bulk',
      { method: 'GET', path: '/api/v2/invoices/', call: listInvoices, isPreload: true },
      'bulk',
    ],
    ['a page is a read', { method: 'GET', path: '/facturas' }, 'read'],
    ['a submitted form is a write', { method: 'POST', path: '/cookies' }, 'write'],
    ['a chart is bulk', { method: 'GET', path: '/api/v2/contracts/1/cch/chart/x/', call: readChart }, 'bulk'],
    ['a probe has no priority and is always answered', { method: 'GET', path: '/readyz' }, null],
    ['a static file has no priority', { method: 'GET', path: '/assets/entry.js' }, null],
  ]
  test.each(cases)('%s', (_, asked, importance) => {
    expect(priorityOf(asked)).toBe(importance)
  })

  test('more load sheds more priorities, in this order', () => {
    const order = ['bulk', 'read', 'write', 'critical'] as const
    const turnedAway = (load: Parameters<typeof secondsUntilRetry>[1]) =>
      order.filter((importance) => secondsUntilRetry(importance, load) > 0).length
    const loop = [0, 200, 500, 1_000, 3_000].map((loopMilliseconds) =>
      turnedAway({ loopMilliseconds, databaseMilliseconds: 0 }),
    )
    const database = [0, 600, 1_500, 2_500, 5_000].map((databaseMilliseconds) =>
      turnedAway({ loopMilliseconds: 0, databaseMilliseconds }),
    )
    expect([loop, database]).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  })
})

test.each([
  ['a call', { path: '/api/v2/invoices/', call: listInvoices }, 10],
  ['a page', { path: '/*' }, 10],
  ['a payment, for which a provider may take 20 s', { path: '/api/v2/pay', call: payItem }, 25],
  ['a file upload of a customer', { path: '/api/v1/uploads/', call: uploadFile }, 120],
  ['an import file of up to a gigabyte', { path: '/api/v1/operator/imports', call: uploadImport }, 3_600],
  ['a streamed response', { path: '/api/openapi.json' }, Number.POSITIVE_INFINITY],
])('%s has its deadline', (_, asked, seconds) => {
  expect(requestDeadlineSeconds(asked)).toBe(seconds)
})
