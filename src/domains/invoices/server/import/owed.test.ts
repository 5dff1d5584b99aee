import { expect, test } from 'vitest'
import { owed } from './owed.ts'

const cases: [
  reason: string,
  told: [total: number, pending: number, status: string],
  before: [paidHere: number, status: string] | undefined,
  expected: [pending: number, status: string],
][] = [
  ['a new invoice is as it is told', [100, 100, 'unpaid'], undefined, [100, 'unpaid']],
  ['one that nobody has paid here too', [100, 100, 'unpaid'], [0, 'pending_remesa'], [100, 'unpaid']],
  ['what was paid here is not owed again', [100, 100, 'unpaid'], [100, 'paid'], [0, 'paid']],
  ['nor is a part of it', [100, 100, 'unpaid'], [40, 'unpaid'], [60, 'unpaid']],
  ['the other system knows of it', [100, 60, 'unpaid'], [40, 'unpaid'], [60, 'unpaid']],
  ['and of more, which was paid elsewhere', [100, 10, 'unpaid'], [40, 'unpaid'], [10, 'unpaid']],
  ['it says that all is paid', [100, 0, 'paid'], [40, 'unpaid'], [0, 'paid']],
  [
    'what was paid twice waits for a person',
    [100, 100, 'unpaid'],
    [130, 'manual_verification_required'],
    [0, 'manual_verification_required'],
  ],
  ['a correction gives back', [-100, -100, 'pending_transfer'], undefined, [-100, 'pending_transfer']],
  ['an invoice that has grown is owed for the rest', [150, 150, 'unpaid'], [100, 'paid'], [50, 'unpaid']],
]
test.each(cases)('%s', (_, [amountTotalCents, amountPendingCents, paidStatus], before, [pending, status]) => {
  const told = { amountTotalCents, amountPendingCents, paidStatus }
  const stood = before && { paidHereCents: before[0], paidStatus: before[1] }
  expect(owed(told, stood)).toEqual({ amountPendingCents: pending, paidStatus: status })
})
