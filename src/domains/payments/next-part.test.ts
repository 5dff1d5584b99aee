import { expect, test } from 'vitest'
import { dueAmountOf } from './next-part.ts'

const owed = { amountPendingCents: 6_000, dueOn: '2026-12-10' }

test.each([
  ['all of it without a plan', null, [6_000, '2026-12-10', 0]],
  ['the next part, by its day', { amountCents: 2_000, dueOn: '2027-01-10' }, [2_000, '2027-01-10', 4_000]],
  ['the last part', { amountCents: 6_000, dueOn: '2027-02-10' }, [6_000, '2027-02-10', 0]],
  ['all of it if the next part pays other invoices', { amountCents: 0, dueOn: '2027-01-10' }, [6_000, '2027-01-10', 0]],
])('of an invoice is to be paid %s', (_case, part, [amountCents, dueOn, remainingCents]) =>
  expect(dueAmountOf(owed, part)).toEqual({ amountCents, dueOn, remainingCents }),
)
