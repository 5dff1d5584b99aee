import { expect, test } from 'vitest'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { parseInvoice, parseMultipointInvoice } from './parse-invoice.ts'
import { payingItemOf } from './payment/invoice-to-pay.ts'

test('parses an invoice into cents and watt hours, with its status and history', () => {
  const history = [{ change_date: '2026-10-06', pending_state: { ov_description: 'Emitida' } }]
  const wire = wireInvoice({ amount_pending: 20, pending_state_history: history })
  expect(parseInvoice(wire)).toEqual({
    id: 7,
    itemKind: 'invoice',
    number: 'FE26/157374',
    issuedOn: '2026-10-06',
    startsOn: '2026-09-03',
    endsOn: '2026-10-02',
    month: '2026-09-01',
    dueOn: '2026-10-26',
    amountTotalCents: 4569,
    amountPendingCents: 2000,
    energyWh: 190_125,
    rectificativeType: 'N',
    status: 'partly_paid',
    contractName: '0048213',
    address: 'Carrer de Provença, 214 - Barcelona',
    joint: null,
    isPayable: true,
    isTransferable: false,
    documents: ['pdf', 'signed_pdf', 'curve_csv'],
    history: [{ on: '2026-10-06', what: 'Emitida' }],
  })
})

test('converts amounts to exact cents, although floats cannot represent them', () => {
  const { amountTotalCents, amountPendingCents } = parseInvoice(
    wireInvoice({ amount_total: 8.2, amount_pending: -1.15 }),
  )
  expect([amountTotalCents, amountPendingCents]).toEqual([820, -115])
})

test('represents a cancelling invoice with negative amount and energy', () => {
  const wire = wireInvoice({ rectificative_type: 'A', paid_status: 'pending_transfer', amount_total: -45.69 })
  expect(parseInvoice(wire)).toMatchObject({ status: 'pending_refund', amountTotalCents: -4569, energyWh: -190_125 })
})

test('a multipoint invoice belongs to the month of issue, has no contract and no energy', () => {
  expect(parseMultipointInvoice(wireMultipointInvoice())).toMatchObject({
    id: 9,
    itemKind: 'multipoint_invoice',
    startsOn: null,
    endsOn: null,
    month: '2026-10-01',
    energyWh: null,
    contractName: null,
    address: 'Carrer Major, 1 - Vic',
    status: 'waiting_for_transfer',
    history: [],
  })
})

test.each([
  [
    'the rest of an invoice',
    parseInvoice(wireInvoice({ amount_pending: 20 })),
    { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 2000, isTransferable: false },
  ],
  [
    'a multipoint invoice as such',
    parseMultipointInvoice(wireMultipointInvoice({ transfer_enabled: true })),
    { id: 9, kind: 'multipoint_invoice', number: 'FM26/7', amountCents: 9138, isTransferable: true },
  ],
])('the item to be paid is %s', (_, invoice, expected) => {
  expect(payingItemOf(invoice)).toEqual(expected)
})
