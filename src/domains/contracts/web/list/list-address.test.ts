import { describe, expect, test } from 'vitest'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { addressOf, energyOfPath, invoicesAddress, parseListView } from './list-address.ts'

const plain = parseListView({}, 10)

test.each([
  ['nothing, with the page size of the settings', {}, { text: '', offset: 0, limit: 10 }],
  [
    'a search text and a page',
    { filter: 'larios', offset: '50', limit: '25' },
    { text: 'larios', offset: 50, limit: 25 },
  ],
  [
    'the action that a contract is chosen for',
    { action: 'consumption' },
    { text: '', action: 'consumption', offset: 0, limit: 10 },
  ],
  ['a limit above the maximum', { limit: '9999' }, { text: '', offset: 0, limit: 150 }],
  ['invalid numbers', { limit: 'x', offset: '-4' }, { text: '', offset: 0, limit: 10 }],
])('parses an address with %s', (_, search, expected) => {
  expect(parseListView(search, 10)).toEqual({ ...expected, itemsPerPage: 10 })
})

test.each([
  ['has no query by default', plain, {}, '/contracts/electricity'],
  [
    'starts at the first page for another search',
    { ...plain, offset: 50 },
    { text: 'calle real' },
    '/contracts/electricity?filter=calle+real',
  ],
  [
    'keeps the search on another page',
    { ...plain, text: 'real' },
    { offset: 10 },
    '/contracts/electricity?filter=real&offset=10',
  ],
  ['includes a chosen page size', plain, { limit: 100 }, '/contracts/electricity?limit=100'],
  [
    'keeps a chosen page size for another search',
    { ...plain, limit: 100 },
    { text: 'a' },
    '/contracts/electricity?filter=a&limit=100',
  ],
  [
    'keeps the action that a contract is chosen for',
    { ...plain, action: 'download' },
    { text: 'a' },
    '/contracts/electricity?filter=a&action=download',
  ],
])('%s', (_, view, change, expected) => {
  expect(addressOf('electricity', view, change)).toBe(expected)
})

describe('the addresses of a contract', () => {
  const contract = { energy: 'gas', name: 'G/17 bis' } as const

  test('encode its name', () => {
    expect(contractAddress(contract)).toBe('/contracts/gas/G%2F17%20bis')
    expect(contractAddress(contract, 'download')).toBe('/contracts/gas/G%2F17%20bis?action=download')
    expect(invoicesAddress(contract)).toBe('/invoices?contractType=gas&contractName=G%2F17+bis')
  })

  test.each([
    ['/contracts/gas', 'gas'],
    ['/contracts/gas/0048213', 'gas'],
    ['/contracts/electricity/gas', 'electricity'],
    ['/contracts/electricity', 'electricity'],
  ])('for %s are about %s', (pathname, energy) => {
    expect(energyOfPath(pathname)).toBe(energy)
  })
})
