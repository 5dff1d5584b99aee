import { expect, test } from 'vitest'
import {
  calculateRetainedUntil,
  type ErasureObstacle,
  erasureObstacles,
  findErasureObstacles,
  type LastRelevantDays,
} from './erasure-rules.ts'

test.each<[reason: string, LastRelevantDays, books: string | null, claims: string | null]>([
  ['a day early in a year', { booked: '2024-01-01', claimable: '2024-01-01' }, '2030-12-31', '2029-01-01'],
  ['the last day of a year', { booked: '2024-12-31', claimable: '2024-12-31' }, '2030-12-31', '2029-12-31'],
  ['books that end after the contract', { booked: '2025-01-02', claimable: '2024-12-31' }, '2031-12-31', '2029-12-31'],
  ['a leap day', { booked: '2024-02-29', claimable: '2024-02-29' }, '2030-12-31', '2029-02-28'],
  ['a contract without invoices', { booked: null, claimable: '2024-05-05' }, null, '2029-05-05'],
  ['an account without any data', { booked: null, claimable: null }, null, null],
])('%s is retained as long as the law requires', (_, last, books, claims) => {
  expect(calculateRetainedUntil(last)).toEqual({ books, claims })
})

const none = Object.fromEntries(erasureObstacles.map((each) => [each, 0])) as Record<ErasureObstacle, number>

test.each<[reason: string, Partial<typeof none>, ErasureObstacle[]]>([
  ['nothing is in progress', {}, []],
  ['a contract is in force', { open_contracts: 1 }, ['open_contracts']],
  ['an invoice is owed', { unpaid_invoices: 2 }, ['unpaid_invoices']],
  [
    'a claim is open and a payment in progress',
    { open_cases: 1, payments_under_way: 1 },
    ['payments_under_way', 'open_cases'],
  ],
])('finds the obstacles where %s', (_, counts, expected) => {
  expect(findErasureObstacles({ ...none, ...counts })).toEqual(expected)
})
