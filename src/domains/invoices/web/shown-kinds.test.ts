import { expect, test } from 'vitest'
import type { InvoiceKind } from './list-address.ts'
import type { InvoiceCounts } from './queries.ts'
import { openKind, shownKinds } from './shown-kinds.ts'

const all: InvoiceKind[] = ['electricity', 'gas', 'multipoint']

test.each<[string, InvoiceKind[], InvoiceCounts, InvoiceKind | undefined, InvoiceKind[]]>([
  ['a household sees what it has', all, { electricity: 34, gas: 21 }, undefined, ['electricity', 'gas']],
  ['one kind alone', all, { gas: 21 }, undefined, ['gas']],
  ['the kind that the address asks for, though it has none', all, { gas: 21 }, 'multipoint', ['gas', 'multipoint']],
  ['nothing yet: the first kind says so', all, {}, undefined, ['electricity']],
  ['nothing yet, asked for another', all, {}, 'gas', ['gas']],
  [
    'in the order of the retailer',
    ['gas', 'electricity'],
    { electricity: 1, gas: 1 },
    undefined,
    ['gas', 'electricity'],
  ],
  ['never what the retailer does not sell', ['electricity'], { electricity: 1 }, 'gas', ['electricity']],
])('%s', (_, displayTypes, counts, asked, expected) => {
  expect(shownKinds(displayTypes, counts, asked)).toEqual(expected)
})

test.each<[string, InvoiceKind | undefined, InvoiceKind]>([
  ['the one that is asked for', 'gas', 'gas'],
  ['the first, where none is', undefined, 'electricity'],
  ['the first, where what is asked for has no tab', 'multipoint', 'electricity'],
])('of the kinds with a tab %s is open', (_, asked, expected) => {
  expect(openKind(['electricity', 'gas'], asked)).toBe(expected)
})
