import { expect, test } from 'vitest'
import { compareTexts, type Texts } from './compare-texts.ts'

const cases: [reason: string, spanish: Texts, other: Texts, problems: string[]][] = [
  ['the same keys with texts', { a: 'Hola', b: { c: 'Adiós' } }, { a: 'Hello', b: { c: 'Bye' } }, []],
  ['the order of keys is free', { a: 'Hola', b: 'Adiós' }, { b: 'Bye', a: 'Hello' }, []],
  ['a key is missing', { a: 'Hola', b: { c: 'Adiós' } }, { a: 'Hello' }, ['b.c is missing']],
  ['a key that nobody asks for', { a: 'Hola' }, { a: 'Hello', z: 'Old' }, ['z is not among the Spanish texts']],
  ['a text without words', { a: 'Hola' }, { a: ' ' }, ['a is empty']],
  [
    'a group where a text should be',
    { a: 'Hola' },
    { a: { b: 'Hello' } },
    ['a is missing', 'a.b is not among the Spanish texts'],
  ],
  [
    'an argument by another name',
    { a: 'Hola, {name}' },
    { a: 'Hello, {nom}' },
    ['a takes {nom} where the Spanish text takes {name}'],
  ],
  [
    'an argument is forgotten',
    { a: 'Hola, {name}' },
    { a: 'Hello' },
    ['a takes no arguments where the Spanish text takes {name}'],
  ],
  ['arguments may come in another order and more than once', { a: '{x} de {y}' }, { a: '{y}: {x} ({y})' }, []],
  [
    'languages have plurals of their own',
    { a: '{n, plural, one {# día} other {# días}}' },
    { a: '{n, plural, =0 {no days} one {# day} many {# days} other {# days}}' },
    [],
  ],
  [
    'an argument inside a plural',
    { a: '{n, plural, one {# día} other {# días de {month}}}' },
    { a: '{n, plural, one {# day} other {# days}}' },
    ['a takes {n} where the Spanish text takes {month}, {n}'],
  ],
  [
    'a choice that one language lacks',
    { a: '{kind, select, gas {gas} other {luz}}' },
    { a: '{kind, select, other {light}}' },
    ['a takes {kind of other} where the Spanish text takes {kind of gas|other}'],
  ],
  [
    'a tag is forgotten',
    { a: 'Lee <b>esto {x}</b>' },
    { a: 'Read this {x}' },
    ['a takes {x} where the Spanish text takes <b>, {x}'],
  ],
  [
    'a brace left open',
    { a: 'Hola, {name}' },
    { a: 'Hello, {name' },
    ['a cannot be read: EXPECT_ARGUMENT_CLOSING_BRACE'],
  ],
]
test.each(cases)('%s', (_, spanish, other, problems) => {
  expect(compareTexts(spanish, other)).toEqual(problems)
})
