import { describe, expect, test } from 'vitest'
import { addressOf, filterOf, isFiltered, numberCharacters, readView, unfiltered } from './list-address.ts'

const itemsPerPage = 100
const plain = readView({}, itemsPerPage)
const page = { offset: 0, limit: itemsPerPage, itemsPerPage }

describe('an address is read', () => {
  test.each([
    ['with nothing in it, by the page size of the settings', {}, { kind: undefined, ...page }],
    [
      'with a kind and a contract',
      { contractType: 'gas', contractName: '7' },
      { kind: 'gas', contractName: '7', ...page },
    ],
    [
      'with days and amounts as they were typed',
      { from: '2026-01-01', to: '2026-02-28', least: '10,50', most: '99.9' },
      { kind: undefined, from: '2026-01-01', to: '2026-02-28', least: '10,50', most: '99.9', ...page },
    ],
  ])('%s', (_, search, expected) => {
    expect(readView(search, itemsPerPage)).toEqual(expected)
  })

  test.each([
    ['a kind that is not sold', { contractType: 'steam' }],
    ['a status that does not exist', { status: 'lost' }],
    ['a day that is in no calendar', { from: '2026-02-30' }],
    ['a day that is no day', { to: 'yesterday' }],
    ['an amount that is none', { least: 'much' }],
    ['an amount with parts of cents', { most: '1.999' }],
    ['more euros than any invoice has', { most: '99999999' }],
    ['something that is no number of a page', { limit: 'x', offset: '-4' }],
  ])('as if it did not have %s', (_, search) => {
    expect(readView(search, itemsPerPage)).toEqual(plain)
  })

  test.each([
    [{ limit: '9999', offset: '10' }, { offset: 10, limit: 150 }, 'the call gives no more'],
    [{ limit: '0' }, { offset: 0, limit: 1 }, 'a page of nothing shows nothing'],
  ])('%o as %o: %s', (search, expected) => {
    expect(readView(search, itemsPerPage)).toMatchObject(expected)
  })
})

describe('the address', () => {
  const gas = { ...plain, kind: 'gas' as const, contractName: '7' }

  test.each([
    ['of another kind forgets the filters', gas, { kind: 'electricity' as const }, '?contractType=electricity'],
    ['of the same kind keeps them', gas, { kind: 'gas' as const }, '?contractType=gas&contractName=7'],
    ['of another filter begins at the first page', { ...plain, offset: 200 }, { status: 'unpaid' }, '?status=unpaid'],
    ['of another page keeps the filters', { ...plain, status: 'unpaid' }, { offset: 100 }, '?status=unpaid&offset=100'],
    ['of another page size has it', plain, { limit: 25 }, '?limit=25'],
    ['keeps a page size that was chosen', { ...plain, limit: 25 }, { status: 'paid' }, '?status=paid&limit=25'],
    ['forgets one that is the usual', { ...plain, limit: 25 }, { limit: 100 }, ''],
    ['without a filter that was taken off', { ...plain, status: 'unpaid' }, { status: undefined }, ''],
    ['of nothing is plain', plain, {}, ''],
  ])('%s', (_, view, change, expected) => {
    expect(addressOf(view, change)).toBe(`/invoices${expected}`)
  })

  test('of all of a list has its kind and page size, and nothing else', () => {
    const view = { ...plain, kind: 'gas' as const, contractName: '7', offset: 200, limit: 25 }
    expect(addressOf(unfiltered(view))).toBe('/invoices?contractType=gas&limit=25')
  })
})

describe('the filter of the call', () => {
  test.each([
    ['of nothing is none', {}, undefined],
    ['writes a point for a comma', { least: '10,50' }, [['amount_total', '>=', '10.50']]],
    ['takes off what is no number', { most: '99 €' }, [['amount_total', '<=', '99']]],
    [
      'asks for all that the address says',
      {
        contractName: '7',
        cups: 'ES1',
        address: 'Vic',
        vat: '1Z',
        status: 'paid',
        from: '2026-01-01',
        to: '2026-02-28',
      },
      [
        ['contract.name', '=', '7'],
        ['cups.name', '=', 'ES1'],
        ['cups.full_address', '=', 'Vic'],
        ['vat', '=', '1Z'],
        ['paid_status', '=', 'paid'],
        ['date', '>=', '2026-01-01'],
        ['date', '<=', '2026-02-28'],
      ],
    ],
  ])('%s', (_, filters, expected) => {
    expect(filterOf('electricity', { ...plain, ...filters })).toEqual(expected && JSON.stringify(expected))
  })

  test('asks nothing of invoices of several places that they have not', () => {
    const view = { ...plain, contractName: '7', address: 'Vic', status: 'paid' }
    expect(filterOf('multipoint', view)).toBe('[["paid_status","=","paid"]]')
  })
})

test.each([
  ['nothing', {}, false],
  ['a kind and a page', { kind: 'gas' as const, offset: 100, limit: 25 }, false],
  ['a contract', { contractName: '7' }, true],
  ['an amount', { least: '1' }, true],
])('with %s a list is filtered: %3$s', (_, view, expected) => {
  expect(isFiltered({ ...plain, ...view })).toBe(expected)
})

test('a number box keeps digits, comma, point and minus', () => {
  expect(numberCharacters('-1.2a3,€4')).toBe('-1.23,4')
})
