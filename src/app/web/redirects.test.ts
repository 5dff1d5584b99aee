import { expect, test } from 'vitest'
import { movedTo } from './redirects.ts'

const shapes: [reason: string, asked: string, leadsTo: string | null][] = [
  ['a page under its own path stays', '/invoices', null],
  ['a page under its Catalan path stays', '/factures?contractType=gas', null],
  ['the first page is a slash and nothing else', '/', null],
  ['what nobody knows is left to the page not found', '/nowhere/at/all', null],
  ['a slash at the end is none of the path', '/invoices/', '/invoices'],
  ['nor are several, and the query stays', '/facturas//?contractType=gas', '/facturas?contractType=gas'],
  ['two slashes at the beginning would be another host', '//elsewhere.example/', '/elsewhere.example'],
  ['where newcomers of an identity provider are connected stays', '/connect?redirectPath=%2Finvoices', null],
  ['contracts without a type are those of electricity', '/contracts', '/contracts/electricity'],
  ['multipoint contracts are seen by their invoices', '/contracts/multipoint', '/invoices?contractType=multipoint'],
  ['the English shape of a gas contract', '/contracts-gas/0048214', '/contracts/gas/0048214'],
  [
    'a name keeps what it is written with',
    '/contracts-gas/G%2F1?action=download',
    '/contracts/gas/G%2F1?action=download',
  ],
  [
    'the invoices of a gas contract',
    '/contracts-gas/0048214/invoices-gas',
    '/invoices?contractType=gas&contractName=0048214',
  ],
  [
    'the invoices of an electricity contract',
    '/contracts/electricity/0048213/invoices',
    '/invoices?contractType=electricity&contractName=0048213',
  ],
  [
    'the invoices of a gas contract by its other shape',
    '/contracts/gas/0048214/invoices/',
    '/invoices?contractType=gas&contractName=0048214',
  ],
  ['the multipoint invoices', '/invoices-multipoint', '/invoices?contractType=multipoint'],
  ['the multipoint invoices in Spanish', '/facturas-multipunto', '/invoices?contractType=multipoint'],
  ['to download an invoice', '/invoices/download', '/invoices?action=download'],
  ['to pay one', '/invoices/pay-online', '/invoices?action=payOnline'],
  ['to pay one, by the name of the action', '/invoices/payOnline', '/invoices?action=payOnline'],
  [
    'in any language, and with the query',
    '/factures/payOnline?contractType=gas',
    '/invoices?contractType=gas&action=payOnline',
  ],
  ['an action that there is not', '/invoices/burn', null],
]

test.each(shapes)('%s: %s', (_, asked, leadsTo) => {
  expect(movedTo(asked)).toBe(leadsTo)
})

test('what an address leads to stays where it is', () => {
  const targets = shapes.map(([, , leadsTo]) => leadsTo).filter((address) => address !== null)
  for (const address of targets) expect(movedTo(address), address).toBeNull()
})
