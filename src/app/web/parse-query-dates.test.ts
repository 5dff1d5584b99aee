import { expect, test } from 'vitest'
import { redirectOf } from './entry-server.tsx'
import { parseQueryDates } from './parse-query-dates.ts'

test.each([
  ['/invoices?from=1/1/2026&to=28.2.26', '/invoices?from=2026-01-01&to=2026-02-28'],
  [
    '/contracts/electricity/1?curveStart=1/2026&curveEnd=02/2026',
    '/contracts/electricity/1?curveStart=2026-01&curveEnd=2026-02',
  ],
  [
    '/contracts/electricity/1?curve=daily&curveStart=1/10/26&curveEnd=31.10.2026',
    '/contracts/electricity/1?curve=daily&curveStart=2026-10-01&curveEnd=2026-10-31',
  ],
  ['/invoices?from=2026-01-01', null],
  ['/invoices?from=yesterday&status=1/1/2026', null],
  ['/invoices', null],
])('%s is parsed as %s', (address, expected) => {
  expect(parseQueryDates(address)).toBe(expected)
})

test('a form without script redirects to the URL with ISO dates, in the language of the page', () => {
  expect(redirectOf('/facturas?from=1/1/2026', 'es')).toBe('/facturas?from=2026-01-01')
  expect(redirectOf('/invoices?contractType=gas', 'en')).toBeNull()
})
