import { expect, test } from 'vitest'
import { holdsWords } from './holds-words.ts'

test.each([
  ['a word within another', 'Conciliar pagos', 'concil', true],
  ['words in any order', 'Conciliar pagos', 'pagos conciliar', true],
  ['without its accents', 'Entregar avisos de importación', 'IMPORTACION', true],
  ['with accents that it does not have', 'send webhooks', 'wébhooks', true],
  ['nothing', 'send webhooks', '', true],
  ['spaces alone', 'send webhooks', '  ', true],
  ['not where one word is missing', 'send webhooks', 'send mails', false],
])('a text is found by %s', (_, text, typed, isFound) => {
  expect(holdsWords(text, typed)).toBe(isFound)
})
