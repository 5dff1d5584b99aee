import { expect, test } from 'vitest'
import { compareTexts, type Texts } from './compare-texts.ts'

const cases: [reason: string, spanish: Texts, other: Texts, problems: string[]][] = [
  [
    'the same keys, all with texts, are accepted',
    { a: 'Hola', b: { c: 'Adiós' } },
    { a: 'Hello', b: { c: 'Bye' } },
    [],
  ],
  ['keys in another order are accepted', { a: 'Hola', b: 'Adiós' }, { b: 'Bye', a: 'Hello' }, []],
  ['a missing key is reported', { a: 'Hola', b: { c: 'Adiós' } }, { a: 'Hello' }, ['b.c is missing']],
  [
    'a key that the Spanish texts lack is reported',
    { a: 'Hola' },
    { a: 'Hello', z: 'Old' },
    ['z is not among the Spanish texts'],
  ],
  ['a blank text is reported', { a: 'Hola' }, { a: ' ' }, ['a is empty']],
  [
    'a group in place of a text is reported',
    { a: 'Hola' },
    { a: { b: 'Hello' } },
    ['a is missing', 'a.b is not among the Spanish texts'],
  ],
  [
    'a renamed argument is reported',
    { a: 'Hola, {name}' },
    { a: 'Hello, {nom}' },
    ['a takes {nom} where the Spanish text takes {name}'],
  ],
  [
    'a missing argument is reported',
    { a: 'Hola, {name}' },
    { a: 'Hello' },
    ['a takes no arguments where the Spanish text takes {name}'],
  ],
  ['arguments in another order or repeated are accepted', { a: '{x} de {y}' }, { a: '{y}: {x} ({y})' }, []],
  [
    'plural categories of each language are accepted',
    { a: '{n, plural, one {# día} other {# días}}' },
    { a: '{n, plural, =0 {no days} one {# day} many {# days} other {# days}}' },
    [],
  ],
  [
    'an argument missing inside a plural is reported',
    { a: '{n, plural, one {# día} other {# días de {month}}}' },
    { a: '{n, plural, one {# day} other {# days}}' },
    ['a takes {n} where the Spanish text takes {month}, {n}'],
  ],
  [
    'a missing select option is reported',
    { a: '{kind, select, gas {gas} other {luz}}' },
    { a: '{kind, select, other {light}}' },
    ['a takes {kind of other} where the Spanish text takes {kind of gas|other}'],
  ],
  [
    'a missing tag is reported',
    { a: 'Lee <b>esto {x}</b>' },
    { a: 'Read this {x}' },
    ['a takes {x} where the Spanish text takes <b>, {x}'],
  ],
  [
    'an unclosed brace is reported',
    { a: 'Hola, {name}' },
    { a: 'Hello, {name' },
    ['a cannot be read: EXPECT_ARGUMENT_CLOSING_BRACE'],
  ],
]
test.each(cases)('%s', (_, spanish, other, problems) => {
  expect(compareTexts(spanish, other)).toEqual(problems)
})
