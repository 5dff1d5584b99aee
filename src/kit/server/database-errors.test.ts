import { expect, test } from 'vitest'
import { constraintOf } from './database-errors.ts'

test.each([
  ['the database itself', { constraint: 'invoice_number_key', message: 'anything' }, 'invoice_number_key'],
  [
    'another node, for a part of its table',
    { message: 'duplicate key value violates unique constraint "one_entry_per_invoice_102106"' },
    'one_entry_per_invoice',
  ],
  [
    'an exception of our own SQL',
    { message: 'It violates constraint "battery_is_shared_once".' },
    'battery_is_shared_once',
  ],
  ['an error about something else', { message: 'division by zero' }, undefined],
])('the violated constraint is known from %s', (_, error, name) => {
  expect(constraintOf(error)).toBe(name)
})
