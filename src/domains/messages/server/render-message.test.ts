import { expect, test } from 'vitest'
import { formatValues } from './render-message.ts'

test.each([
  ['money', { amountCents: 123_456 }, { amountCents: '1.234,56\u00a0€' }],
  ['power', { powerWatts: 3450 }, { powerWatts: '3,45\u00a0kW' }],
  ['a day', { startsOn: '2026-12-31' }, { startsOn: '31/12/2026' }],
  ['an instant in market time', { at: '2026-12-31T21:00:00.000Z' }, { at: '31/12/2026, 22:00' }],
  ['a count, left to the texts', { count: 3 }, { count: 3 }],
  ['other texts, left unchanged', { name: '0048213', day: '31/12/2026' }, { name: '0048213', day: '31/12/2026' }],
])('formats %s for a text', (_, values, expected) => {
  expect(formatValues(values as never, 'es')).toEqual(expected)
})

test('formats values for the language of the reader', () => {
  expect(formatValues({ amountCents: 123_456, powerWatts: 3450 }, 'en')).toEqual({
    amountCents: '€1,234.56',
    powerWatts: '3.45\u00a0kW',
  })
})
