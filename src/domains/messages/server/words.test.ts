import { expect, test } from 'vitest'
import { readableValues } from './words.ts'

test.each([
  ['money', { amountCents: 123_456 }, { amountCents: '1.234,56\u00a0€' }],
  ['power', { powerWatts: 3450 }, { powerWatts: '3,45\u00a0kW' }],
  ['a day', { startsOn: '2026-12-31' }, { startsOn: '31/12/2026' }],
  ['an instant, by the clock of the market', { at: '2026-12-31T21:00:00.000Z' }, { at: '31/12/2026, 22:00' }],
  ['a count, for the texts to put in words', { count: 3 }, { count: 3 }],
  ['what is written already', { name: '0048213', day: '31/12/2026' }, { name: '0048213', day: '31/12/2026' }],
])('texts get %s as the language writes it', (_, values, expected) => {
  expect(readableValues(values as never, 'es')).toEqual(expected)
})
