import { expect, test } from 'vitest'
import { dropUnknownReturn } from './drop-unknown-return.ts'

test.each([
  ['a page by its key', '/login?redirectPath=/contracts/gas', '/login?redirectPath=/contracts/gas'],
  ['a page in any language', '/acceso?redirectPath=/factures', '/acceso?redirectPath=/factures'],
  ['a page with parameter values', '/login?redirectPath=/d/{a}/{b}&pathParams={"a":"x","b":1}', undefined],
  ['a page that has moved', '/login?redirectPath=/invoices-multipoint', undefined],
  ['no call path', '/login?redirectPath=/api/v2/users/&failed=x', '/login?failed=x'],
  ['no file', '/login?redirectPath=/assets/a.js', '/login'],
  ['no back office page', '/login?redirectPath=/operator', '/login'],
  ['no unknown path', '/acceso?redirectPath=/nowhere&pathParams={"a":1}', '/acceso'],
  ['no other host', '/login?redirectPath=//elsewhere.example', '/login'],
  ['nothing', '/login', '/login'],
])('returns to %s: %s', (_, address, expected = address) => {
  expect(dropUnknownReturn(address)).toBe(expected)
})
