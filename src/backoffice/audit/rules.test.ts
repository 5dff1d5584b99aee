import { expect, test } from 'vitest'
import { parseSubject } from './rules.ts'

test.each([
  ['case:7', { kind: 'case', id: '7', href: '/operator/cases/7' }, 'what has a page'],
  ['contract:7', { kind: 'contract', id: '7', href: undefined }, 'what has none'],
  ['figure:tax/rate', { kind: 'figure', id: 'tax/rate', href: '/operator/regulated/tax%2Frate' }, 'an id with a mark'],
  ['invoices.itemsPerPage', null, 'the path of a setting'],
  ['unknown:7', null, 'a kind of tomorrow'],
  ['case:', null, 'nothing in particular'],
] as const)('parses %s as %j: %s', (subject, read, _) => {
  expect(parseSubject(subject)).toEqual(read)
})
