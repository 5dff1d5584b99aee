import { expect, test } from 'vitest'
import { readSearch, type Search } from './rules.ts'

const nothing: Search = { words: [], email: null, taxId: null, cups: null, identifier: '' }

test.each<[string, Partial<Search>]>([
  ['García  Pérez', { words: ['garcia', 'perez'], identifier: 'GARCÍA PÉREZ' }],
  ['Tèxtils Vallès, SL', { words: ['textils', 'valles', 'sl'], identifier: 'TÈXTILS VALLÈS, SL' }],
  ['Marcel·lí', { words: ['marcel', 'li'], identifier: 'MARCEL·LÍ' }],
  ['99100733n', { words: ['99100733n'], taxId: '99100733N', identifier: '99100733N' }],
  ['99.100.733-N', { words: ['99', '100', '733', 'n'], taxId: '99100733N', identifier: '99.100.733-N' }],
  [
    'Eva@Example.test',
    { words: ['eva', 'example', 'test'], email: 'eva@example.test', identifier: 'EVA@EXAMPLE.TEST' },
  ],
  ['es0021 9900', { words: ['es0021', '9900'], cups: 'ES00219900', identifier: 'ES0021 9900' }],
  ['0049077', { words: ['0049077'], identifier: '0049077' }],
  ['fe2026/7', { words: ['fe2026', '7'], identifier: 'FE2026/7' }],
])('%s', (typed, read) => {
  expect(readSearch(typed)).toEqual({ ...nothing, ...read })
})
