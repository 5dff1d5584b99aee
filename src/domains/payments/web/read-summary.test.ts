import { expect, test } from 'vitest'
import type { TransactionSummary } from '../api.ts'
import { booked } from './payment-samples.ts'
import { readSummary } from './read-summary.ts'

test('converts a settled payment to cents and an instant', () => {
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

test.each<[reason: string, summary: TransactionSummary]>([
  ['the server reports an error', { ...booked, error: 'internal_error' }],
  ['the amount is unknown', { ...booked, amount: null }],
  ['the time is unknown', { ...booked, last_transaction_update_at: null }],
])('returns null for an unsettled payment: %s', (_, summary) => {
  expect(readSummary(summary)).toBeNull()
})
