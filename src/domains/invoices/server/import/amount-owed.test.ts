import { expect, test } from 'vitest'
import { computeAmountOwed } from './amount-owed.ts'

const cases: [
  reason: string,
  imported: [total: number, pending: number, status: string],
  before: [paidHere: number, status: string, isInParts?: true] | undefined,
  expected: [pending: number, status: string],
][] = [
  ['takes a new invoice as imported', [100, 100, 'unpaid'], undefined, [100, 'unpaid']],
  ['takes an invoice without a payment here as imported', [100, 100, 'unpaid'], [0, 'pending_remesa'], [100, 'unpaid']],
  ['does not owe again what was paid here', [100, 100, 'unpaid'], [100, 'paid'], [0, 'paid']],
  ['does not owe again a part that was paid here', [100, 100, 'unpaid'], [40, 'unpaid'], [60, 'unpaid']],
  ['does not subtract a payment that the other system knows of', [100, 60, 'unpaid'], [40, 'unpaid'], [60, 'unpaid']],
  ['accepts a further payment elsewhere', [100, 10, 'unpaid'], [40, 'unpaid'], [10, 'unpaid']],
  ['accepts that everything is paid', [100, 0, 'paid'], [40, 'unpaid'], [0, 'paid']],
  [
    'leaves a double payment for manual verification',
    [100, 100, 'unpaid'],
    [130, 'manual_verification_required'],
    [0, 'manual_verification_required'],
  ],
  [
    'takes a correction that gives money back as imported',
    [-100, -100, 'pending_transfer'],
    undefined,
    [-100, 'pending_transfer'],
  ],
  ['collects no parts by direct debit', [100, 100, 'pending_remesa'], [0, 'unpaid', true], [100, 'unpaid']],
  ['takes parts that are paid as imported', [100, 0, 'paid'], [40, 'unpaid', true], [0, 'paid']],
  ['owes the rest of an invoice that has grown', [150, 150, 'unpaid'], [100, 'paid'], [50, 'unpaid']],
]
test.each(cases)('%s', (_, [amountTotalCents, amountPendingCents, paidStatus], before, [pending, status]) => {
  const importedAmounts = { amountTotalCents, amountPendingCents, paidStatus }
  const stood = before && { paidHereCents: before[0], paidStatus: before[1], ...(before[2] && { isInParts: true }) }
  expect(computeAmountOwed(importedAmounts, stood)).toEqual({ amountPendingCents: pending, paidStatus: status })
})
