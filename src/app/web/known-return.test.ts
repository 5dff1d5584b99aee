import { expect, test } from 'vitest'
import { withKnownReturn } from './known-return.ts'

test.each([
  ['a page, in key form', '/login?redirectPath=/contracts/gas', '/login?redirectPath=/contracts/gas'],
  ['in any language', '/acceso?redirectPath=/factures', '/acceso?redirectPath=/factures'],
  ['filled with its values', '/login?redirectPath=/d/{a}/{b}&pathParams={"a":"x","b":1}', undefined],
  ['under a path that moved', '/login?redirectPath=/invoices-multipoint', undefined],
  ['no call', '/login?redirectPath=/api/v2/users/&failed=x', '/login?failed=x'],
  ['no file', '/login?redirectPath=/assets/a.js', '/login'],
  ['not the area of operators', '/login?redirectPath=/operator', '/login'],
  ['no address that nothing is at', '/acceso?redirectPath=/nowhere&pathParams={"a":1}', '/acceso'],
  ['nothing of somebody else', '/login?redirectPath=//elsewhere.example', '/login'],
  ['nothing', '/login', '/login'],
])('leads back to %s: %s', (_, address, expected = address) => {
  expect(withKnownReturn(address)).toBe(expected)
})
