import { expect, test } from 'vitest'
import { booked } from './payment-samples.ts'
import { readSummary } from './read-summary.ts'

test('a payment in the books is told in cents and as an instant', () => {
  expect(readSummary(booked)).toEqual({
    amountCents: 4569,
    at: new Date('2026-11-20T15:24:00Z'),
    invoiceNumber: 'FE26/157374',
    paidBy: 'anna@example.test',
    cardEnding: '4242',
    operation: 'pi_1',
    refundedCents: 0,
  })
  expect(readSummary({ ...booked, refunded_amount: 4.07 })?.refundedCents).toBe(407)
})

test.each([
  ['the server says so', { error: 'internal_error' as const }],
  ['no amount is known', { amount: null }],
  ['no time is known', { last_transaction_update_at: null }],
])('a payment is not in the books where %s', (_, given) => {
  expect(readSummary({ ...booked, ...given })).toBeNull()
})
