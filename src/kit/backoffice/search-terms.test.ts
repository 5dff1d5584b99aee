import { expect, test } from 'vitest'
import { matchesSearch } from './search-terms.ts'

test.each([
  ['part of a word', 'Conciliar pagos', 'concil', true],
  ['words in any order', 'Conciliar pagos', 'pagos conciliar', true],
  ['a word without its accents', 'Entregar avisos de importación', 'IMPORTACION', true],
  ['a word with accents that it does not have', 'send webhooks', 'wébhooks', true],
  ['nothing', 'send webhooks', '', true],
  ['spaces alone', 'send webhooks', '  ', true],
  ['all words, not where one is missing', 'send webhooks', 'send mails', false],
])('finds a text by %s', (_, text, typed, isFound) => {
  expect(matchesSearch(text, typed)).toBe(isFound)
})
