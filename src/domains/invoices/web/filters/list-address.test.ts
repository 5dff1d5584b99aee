import { describe, expect, test } from 'vitest'
import { addressOf, buildFilter, clearFilters, isFiltered, parseListView, stripNonNumeric } from './list-address.ts'

const itemsPerPage = 100
const plain = parseListView({}, itemsPerPage)
const page = { offset: 0, limit: itemsPerPage, itemsPerPage }

describe('parseListView', () => {
  test.each([
    ['without parameters, with the page size of the settings', {}, { kind: undefined, ...page }],
    [
      'with a kind and a contract',
      { contractType: 'gas', contractName: '7' },
      { kind: 'gas', contractName: '7', ...page },
    ],
    [
      'with days and amounts as typed',
      { from: '2026-01-01', to: '2026-02-28', least: '10,50', most: '99.9' },
      { kind: undefined, from: '2026-01-01', to: '2026-02-28', least: '10,50', most: '99.9', ...page },
    ],
  ])('reads an address %s', (_, search, expected) => {
    expect(parseListView(search, itemsPerPage)).toEqual(expected)
  })

  test.each([
    ['a kind that is not sold', { contractType: 'steam' }],
    ['a status that does not exist', { status: 'lost' }],
    ['a day that does not exist', { from: '2026-02-30' }],
    ['a value that is not a day', { to: 'yesterday' }],
    ['an invalid amount', { least: 'much' }],
    ['an amount with fractions of a cent', { most: '1.999' }],
    ['an amount beyond that of any invoice', { most: '99999999' }],
    ['an invalid page', { limit: 'x', offset: '-4' }],
  ])('ignores %s', (_, search) => {
    expect(parseListView(search, itemsPerPage)).toEqual(plain)
  })

  test.each<[search: Record<string, string>, expected: object, reason: string]>([
    [{ limit: '9999', offset: '10' }, { offset: 10, limit: 150 }, 'the call gives no more'],
    [{ limit: '0' }, { offset: 0, limit: 1 }, 'a page of nothing shows nothing'],
  ])('reads %o as %o: %s', (search, expected) => {
    expect(parseListView(search, itemsPerPage)).toMatchObject(expected)
  })
})

describe('addressOf', () => {
  const gas = { ...plain, kind: 'gas' as const, contractName: '7' }

  test.each([
    ['drops the filters for another kind', gas, { kind: 'electricity' as const }, '?contractType=electricity'],
    ['keeps the filters for the same kind', gas, { kind: 'gas' as const }, '?contractType=gas&contractName=7'],
    ['starts at the first page for another filter', { ...plain, offset: 200 }, { status: 'unpaid' }, '?status=unpaid'],
    ['keeps the filters on another page', { ...plain, status: 'unpaid' }, { offset: 100 }, '?status=unpaid&offset=100'],
    ['includes another page size', plain, { limit: 25 }, '?limit=25'],
    ['keeps a chosen page size', { ...plain, limit: 25 }, { status: 'paid' }, '?status=paid&limit=25'],
    ['drops a page size that is the default', { ...plain, limit: 25 }, { limit: 100 }, ''],
    ['drops a removed filter', { ...plain, status: 'unpaid' }, { status: undefined }, ''],
    ['has no query by default', plain, {}, ''],
  ])('%s', (_, view, change, expected) => {
    expect(addressOf(view, change)).toBe(`/invoices${expected}`)
  })

  test('of a list without filters has its kind and page size, and nothing else', () => {
    const view = { ...plain, kind: 'gas' as const, contractName: '7', offset: 200, limit: 25 }
    expect(addressOf(clearFilters(view))).toBe('/invoices?contractType=gas&limit=25')
  })
})

describe('buildFilter', () => {
  test.each([
    ['is undefined without filters', {}, undefined],
    ['converts a decimal comma to a point', { least: '10,50' }, [['amount_total', '>=', '10.50']]],
    ['strips what is not part of a number', { most: '99 €' }, [['amount_total', '<=', '99']]],
    [
      'includes all filters of the address',
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
    expect(buildFilter('electricity', { ...plain, ...filters })).toEqual(expected && JSON.stringify(expected))
  })

  test('omits fields that multipoint invoices do not have', () => {
    const view = { ...plain, contractName: '7', address: 'Vic', status: 'paid' }
    expect(buildFilter('multipoint', view)).toBe('[["paid_status","=","paid"]]')
  })
})

test.each([
  ['nothing', {}, false],
  ['a kind and a page', { kind: 'gas' as const, offset: 100, limit: 25 }, false],
  ['a contract', { contractName: '7' }, true],
  ['an amount', { least: '1' }, true],
])('a list with %s is filtered: %3$s', (_, view, expected) => {
  expect(isFiltered({ ...plain, ...view })).toBe(expected)
})

test('a number box accepts only digits, comma, point and minus', () => {
  expect(stripNonNumeric('-1.2a3,€4')).toBe('-1.23,4')
})
