import { expect, test } from 'vitest'
import type { Locale } from '#vocabulary/locale.ts'
import { selectBlocks, translateInto } from './content-language.ts'

const first = { title: 'Ahorra', description: 'Consejos' }
const translationCases: [reason: string, translations: unknown, locale: Locale, shown: object][] = [
  [
    'in the requested language',
    { ca: { title: 'Estalvia', description: 'Consells' } },
    'ca',
    { title: 'Estalvia', description: 'Consells' },
  ],
  ['in the first language where there are no others', {}, 'ca', first],
  ['in the first language where no others are known, as from imports', null, 'de', first],
  [
    'in the first language where a translation is empty',
    { ca: { title: 'Estalvia', description: '' } },
    'ca',
    { title: 'Estalvia', description: 'Consejos' },
  ],
]
test.each(translationCases)('shows texts %s', (_, translations, locale, shown) => {
  expect(translateInto(first, translations, locale)).toEqual(shown)
})

const all = { id: 1, locale: null }
const spanish = { id: 2, locale: 'es' }
const german = { id: 3, locale: 'de' }
const blocks: [reason: string, locale: Locale, shown: number[]][] = [
  ['those in their language and those for all', 'de', [1, 3]],
  ['those in the first language where none are in theirs', 'ca', [1, 2]],
  ['those in their language where it is the first', 'es', [1, 2]],
]
test.each(blocks)('shows visitors %s among the blocks of a place', (_, locale, shown) => {
  expect(selectBlocks([all, spanish, german], { locale, fallback: 'es' }).map(({ id }) => id)).toEqual(shown)
})
