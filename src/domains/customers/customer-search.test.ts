import { expect, test } from 'vitest'
import { type CustomerSearch, parseSearch } from './customer-search.ts'

const nothing: CustomerSearch = { terms: [], email: null, taxId: null, cups: null, identifier: '' }

test.each<[string, Partial<CustomerSearch>]>([
  ['García  Pérez', { terms: ['garcia', 'perez'], identifier: 'GARCÍA PÉREZ' }],
  ['Tèxtils Vallès, SL', { terms: ['textils', 'valles', 'sl'], identifier: 'TÈXTILS VALLÈS, SL' }],
  ['Marcel·lí', { terms: ['marcel', 'li'], identifier: 'MARCEL·LÍ' }],
  ['99100733n', { terms: ['99100733n'], taxId: '99100733N', identifier: '99100733N' }],
  ['99.100.733-N', { terms: ['99', '100', '733', 'n'], taxId: '99100733N', identifier: '99.100.733-N' }],
  [
    'Eva@Example.test',
    { terms: ['eva', 'example', 'test'], email: 'eva@example.test', identifier: 'EVA@EXAMPLE.TEST' },
  ],
  ['es0021 9900', { terms: ['es0021', '9900'], cups: 'ES00219900', identifier: 'ES0021 9900' }],
  ['0049077', { terms: ['0049077'], identifier: '0049077' }],
  ['fe2026/7', { terms: ['fe2026', '7'], identifier: 'FE2026/7' }],
])('%s', (typed, read) => {
  expect(parseSearch(typed)).toEqual({ ...nothing, ...read })
})
