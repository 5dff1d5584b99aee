import { describe, expect, test } from 'vitest'
import { countedEnergyWh, invoiceStatusOf } from './invoice-status.ts'
import {
  type InvoiceStatus,
  type PaidStatus,
  paidStatuses,
  type RectificativeType,
  rectificativeTypes,
} from './rules.ts'

const owedInFull = { amountTotalCents: 4569, amountPendingCents: 4569 }

describe('the status of an invoice', () => {
  // Columns: the types in the order of `rectificativeTypes`, N A B R C G.
  const table: Record<PaidStatus, InvoiceStatus[]> = {
    pending_remesa: spread('will_be_charged', { A: 'pending_refund', B: 'pending_refund' }),
    pending_transfer: spread('waiting_for_transfer', { A: 'pending_refund', B: 'pending_refund' }),
    paid: spread('paid', { A: 'refunded' }),
    paid_without_transaction: spread('paid', { A: 'refunded' }),
    manual_verification_required: spread('paid', { A: 'refunded' }),
    unpaid: spread('unpaid'),
  }
  const rows = paidStatuses.flatMap((paidStatus) =>
    rectificativeTypes.map((type, place) => [paidStatus, type, table[paidStatus][place]!] as const),
  )

  test.each(rows)('%s of type %s is %s', (paidStatus, rectificativeType, expected) => {
    expect(invoiceStatusOf({ paidStatus, rectificativeType, ...owedInFull })).toBe(expected)
  })

  test.each<[number, InvoiceStatus, string]>([
    [4569, 'unpaid', 'nothing of it was paid'],
    [2000, 'partly_paid', 'some of it was paid'],
    [5000, 'partly_paid', 'costs were added to what is left'],
    [0, 'unpaid', 'the retailer has not booked it, though nothing is left'],
  ])('an unpaid invoice with %i of 4569 cents pending is %s: %s', (amountPendingCents, expected) => {
    const invoice = {
      paidStatus: 'unpaid',
      rectificativeType: 'N',
      amountTotalCents: 4569,
      amountPendingCents,
    } as const
    expect(invoiceStatusOf(invoice)).toBe(expected)
  })
})

test.each<[PaidStatus, InvoiceStatus]>([
  ['unpaid', 'in_parts'],
  ['pending_transfer', 'in_parts'],
  ['paid', 'paid'],
])('an invoice that is paid by a plan and whose paid status is %s is %s', (paidStatus, expected) => {
  const invoice = { paidStatus, rectificativeType: 'C', amountTotalCents: 6000, amountPendingCents: 4000 } as const
  expect(invoiceStatusOf({ ...invoice, isInParts: true })).toBe(expected)
})

test.each<[RectificativeType, number, number, string]>([
  ['N', 190_000, 190_000, 'what was used'],
  ['A', 190_000, -190_000, 'it takes back what it cancels'],
  ['A', -190_000, -190_000, 'also where the retailer has written the minus itself'],
  ['B', 190_000, -190_000, 'as one that is replaced by another does, whose energy would count twice'],
  ['R', 190_000, 190_000, 'it stands in the place of the cancelled one'],
])('an invoice of type %s with %i Wh counts as %i Wh: %s', (rectificativeType, energyWh, expected) => {
  expect(countedEnergyWh({ rectificativeType, energyWh })).toBe(expected)
})

function spread(usual: InvoiceStatus, other: Partial<Record<RectificativeType, InvoiceStatus>> = {}) {
  return rectificativeTypes.map((type) => other[type] ?? usual)
}
