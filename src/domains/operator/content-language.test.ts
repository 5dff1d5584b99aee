import { expect, test } from 'vitest'
import type { Locale } from '#kit/locale.ts'
import { blocksIn, wordsIn } from './content-language.ts'

const first = { title: 'Ahorra', description: 'Consejos' }
const words: [reason: string, translations: unknown, locale: Locale, shown: object][] = [
  [
    'in the language that is asked for',
    { ca: { title: 'Estalvia', description: 'Consells' } },
    'ca',
    { title: 'Estalvia', description: 'Consells' },
  ],
  ['in the first language where there are no others', {}, 'ca', first],
  ['in the first language where nothing is known of others, as from imports', null, 'de', first],
  [
    'what is left empty in the first language',
    { ca: { title: 'Estalvia', description: '' } },
    'ca',
    { title: 'Estalvia', description: 'Consejos' },
  ],
]
test.each(words)('words are shown %s', (_, translations, locale, shown) => {
  expect(wordsIn(first, translations, locale)).toEqual(shown)
})

const all = { id: 1, locale: null }
const spanish = { id: 2, locale: 'es' }
const german = { id: 3, locale: 'de' }
const blocks: [reason: string, locale: Locale, shown: number[]][] = [
  ['those in the language beside those for all', 'de', [1, 3]],
  ['those in the first language where there is none in theirs', 'ca', [1, 2]],
  ['their own first language', 'es', [1, 2]],
]
test.each(blocks)('of the blocks of a place visitors see %s', (_, locale, shown) => {
  expect(blocksIn([all, spanish, german], { locale, fallback: 'es' }).map(({ id }) => id)).toEqual(shown)
})
