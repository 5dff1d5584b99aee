import { describe, expect, test } from 'vitest'
import { addressOf, contractAddress, energyOfPath, invoicesAddress, readView } from './list-address.ts'

const plain = readView({}, 10)

test.each([
  ['nothing: the setting tells the page size', {}, { text: '', offset: 0, limit: 10 }],
  ['words and a page', { filter: 'larios', offset: '50', limit: '25' }, { text: 'larios', offset: 50, limit: 25 }],
  [
    'what a contract is chosen for',
    { action: 'consumption' },
    { text: '', action: 'consumption', offset: 0, limit: 10 },
  ],
  ['more than the call gives', { limit: '9999' }, { text: '', offset: 0, limit: 150 }],
  ['something that is no number', { limit: 'x', offset: '-4' }, { text: '', offset: 0, limit: 10 }],
])('an address with %s is read', (_, search, expected) => {
  expect(readView(search, 10)).toEqual({ ...expected, itemsPerPage: 10 })
})

test.each([
  ['nothing is nothing', plain, {}, '/contracts/electricity'],
  [
    'other words begin at the first page',
    { ...plain, offset: 50 },
    { text: 'calle real' },
    '/contracts/electricity?filter=calle+real',
  ],
  [
    'another page keeps the words',
    { ...plain, text: 'real' },
    { offset: 10 },
    '/contracts/electricity?filter=real&offset=10',
  ],
  ['a page size that was chosen stands there', plain, { limit: 100 }, '/contracts/electricity?limit=100'],
  ['and stays there', { ...plain, limit: 100 }, { text: 'a' }, '/contracts/electricity?filter=a&limit=100'],
  [
    'what a contract is chosen for stays',
    { ...plain, action: 'download' },
    { text: 'a' },
    '/contracts/electricity?filter=a&action=download',
  ],
])('%s', (_, view, change, expected) => {
  expect(addressOf('electricity', view, change)).toBe(expected)
})

describe('the addresses of a contract', () => {
  const contract = { energy: 'gas', name: 'G/17 bis' } as const

  test('carry its name as it is written', () => {
    expect(contractAddress(contract)).toBe('/contracts/gas/G%2F17%20bis')
    expect(contractAddress(contract, 'download')).toBe('/contracts/gas/G%2F17%20bis?action=download')
    expect(invoicesAddress(contract)).toBe('/invoices?contractType=gas&contractName=G%2F17+bis')
  })

  test.each([
    ['/contracts/gas', 'gas'],
    ['/contracts/gas/0048213', 'gas'],
    ['/contracts/electricity/gas', 'electricity'],
    ['/contracts/electricity', 'electricity'],
  ])('%s is about %s', (pathname, energy) => {
    expect(energyOfPath(pathname)).toBe(energy)
  })
})
