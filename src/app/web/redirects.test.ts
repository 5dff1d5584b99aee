import { expect, test } from 'vitest'
import { redirectTargetOf } from './redirects.ts'

const shapes: [reason: string, asked: string, leadsTo: string | null][] = [
  ['a page at its own path stays', '/invoices', null],
  ['a page at its Catalan path stays', '/factures?contractType=gas', null],
  ['the start page is a single slash', '/', null],
  ['an unknown path is left to the not-found page', '/nowhere/at/all', null],
  ['a trailing slash is removed', '/invoices/', '/invoices'],
  [
    'several trailing slashes are removed, and the query is kept',
    '/facturas//?contractType=gas',
    '/facturas?contractType=gas',
  ],
  ['two leading slashes, which would be another host, become one', '//elsewhere.example/', '/elsewhere.example'],
  ['the page that links identities stays', '/connect?redirectPath=%2Finvoices', null],
  ['contracts without a type are electricity contracts', '/contracts', '/contracts/electricity'],
  ['multipoint contracts lead to their invoices', '/contracts/multipoint', '/invoices?contractType=multipoint'],
  ['the alternative English path of a gas contract', '/contracts-gas/0048214', '/contracts/gas/0048214'],
  ['an encoded name stays encoded', '/contracts-gas/G%2F1?action=download', '/contracts/gas/G%2F1?action=download'],
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
    'the invoices of a gas contract by their alternative path',
    '/contracts/gas/0048214/invoices/',
    '/invoices?contractType=gas&contractName=0048214',
  ],
  ['the multipoint invoices', '/invoices-multipoint', '/invoices?contractType=multipoint'],
  ['the multipoint invoices in Spanish', '/facturas-multipunto', '/invoices?contractType=multipoint'],
  ['the download of an invoice', '/invoices/download', '/invoices?action=download'],
  ['the payment of an invoice', '/invoices/pay-online', '/invoices?action=payOnline'],
  ['the payment of an invoice, by the name of the action', '/invoices/payOnline', '/invoices?action=payOnline'],
  [
    'the payment of an invoice in any language, with the query',
    '/factures/payOnline?contractType=gas',
    '/invoices?contractType=gas&action=payOnline',
  ],
  ['an unknown action', '/invoices/burn', null],
]

test.each(shapes)('%s: %s', (_, asked, leadsTo) => {
  expect(redirectTargetOf(asked)).toBe(leadsTo)
})

test('the target of a redirect is not redirected again', () => {
  const targets = shapes.map(([, , leadsTo]) => leadsTo).filter((address) => address !== null)
  for (const address of targets) expect(redirectTargetOf(address), address).toBeNull()
})
