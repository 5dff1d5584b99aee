import { expect, test } from 'vitest'
import type { InvoiceCounts } from '../queries.ts'
import type { InvoiceKind } from './list-address.ts'
import { chooseOpenKind, listShownKinds } from './shown-kinds.ts'

const all: InvoiceKind[] = ['electricity', 'gas', 'multipoint']

test.each<[string, InvoiceKind[], InvoiceCounts, InvoiceKind | undefined, InvoiceKind[]]>([
  ['shows a household what it has', all, { electricity: 34, gas: 21 }, undefined, ['electricity', 'gas']],
  ['shows one kind alone', all, { gas: 21 }, undefined, ['gas']],
  [
    'adds the kind requested by the address, even if it is empty',
    all,
    { gas: 21 },
    'multipoint',
    ['gas', 'multipoint'],
  ],
  ['shows the first kind where there are no invoices yet', all, {}, undefined, ['electricity']],
  ['shows the requested kind where there are no invoices yet', all, {}, 'gas', ['gas']],
  [
    'follows the order of the retailer',
    ['gas', 'electricity'],
    { electricity: 1, gas: 1 },
    undefined,
    ['gas', 'electricity'],
  ],
  ['never shows what the retailer does not sell', ['electricity'], { electricity: 1 }, 'gas', ['electricity']],
])('%s', (_, displayTypes, counts, asked, expected) => {
  expect(listShownKinds(displayTypes, counts, asked)).toEqual(expected)
})

test.each<[string, InvoiceKind | undefined, InvoiceKind]>([
  ['the requested one', 'gas', 'gas'],
  ['the first where none is requested', undefined, 'electricity'],
  ['the first where the requested one has no tab', 'multipoint', 'electricity'],
])('of the kinds with a tab, opens %s', (_, asked, expected) => {
  expect(chooseOpenKind(['electricity', 'gas'], asked)).toBe(expected)
})
