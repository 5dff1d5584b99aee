import { describe, expect, test } from 'vitest'
import { dropImport } from '#desks/imports/api.ts'
import { readChart } from '#domains/consumption/api.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { payItem } from '#domains/payments/api.ts'
import { logIn } from '#domains/session/api.ts'
import { uploadFile } from '#domains/uploads/api.ts'
import { type Asked, importanceOf, secondsToAnswer, secondsToStayAway } from './importance.ts'

describe('what is turned away for what', () => {
  const cases: [reason: string, asked: Asked, importance: ReturnType<typeof importanceOf>][] = [
    ['a payment goes on as long as anything does', { method: 'POST', path: '/api/v2/pay', call: payItem }, 'first'],
    ['so does what the provider reports', { method: 'POST', path: '/api/v2/payment_webhooks/stripe' }, 'first'],
    ['and the way to the page of one', { method: 'GET', path: '/payments/redsys/7' }, 'first'],
    ['other systems can send what they have again', { method: 'POST', path: '/integration/v1/curves' }, 'last'],
    ['coming in goes on', { method: 'POST', path: '/api/v2/user/login', call: logIn }, 'first'],
    ['on the page of it, too', { method: 'GET', path: '/acceso' }, 'first'],
    ['operators come in when it matters most', { method: 'GET', path: '/operator/login' }, 'first'],
    ['an address in the identity provider’s words', { method: 'GET', path: '/login' }, 'first'],
    ['a new password opens the way in', { method: 'POST', path: '/recordar-clave' }, 'first'],
    ['and by its form without script', { method: 'POST', path: '/acces' }, 'first'],
    ['a list can be looked at later', { method: 'GET', path: '/api/v2/invoices/', call: listInvoices }, 'reading'],
    ['and so can a page', { method: 'GET', path: '/facturas' }, 'reading'],
    ['a form that is posted has been filled in', { method: 'POST', path: '/cookies' }, 'acting'],
    ['a chart can wait longest', { method: 'GET', path: '/api/v2/contracts/1/cch/chart/x/', call: readChart }, 'last'],
    ['a probe is always answered', { method: 'GET', path: '/readyz' }, null],
    ['and a file of the portal costs nothing', { method: 'GET', path: '/assets/entry.js' }, null],
  ]
  test.each(cases)('%s', (_, asked, importance) => {
    expect(importanceOf(asked)).toBe(importance)
  })

  test('the more there is to do, the more is turned away, in this order', () => {
    const order = ['last', 'reading', 'acting', 'first'] as const
    const turnedAway = (load: Parameters<typeof secondsToStayAway>[1]) =>
      order.filter((importance) => secondsToStayAway(importance, load) > 0).length
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
  ['a file of a customer', { path: '/api/v1/uploads/', call: uploadFile }, 120],
  [
    'a file of the retailer’s systems, at most a gigabyte',
    { path: '/api/v1/operator/imports', call: dropImport },
    3_600,
  ],
  ['what other programs stream', { path: '/api/openapi.json' }, Number.POSITIVE_INFINITY],
])('%s has its time', (_, asked, seconds) => {
  expect(secondsToAnswer(asked)).toBe(seconds)
})
