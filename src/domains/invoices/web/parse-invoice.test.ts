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
    amountDueCents: 2000,
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

test('an invoice that is paid in parts is due by its next part', () => {
  const wire = wireInvoice({ next_part: { amount: 15.23, due_date: '2026-12-10' } })
  expect(parseInvoice(wire)).toMatchObject({
    ...{ status: 'in_parts', dueOn: '2026-12-10', amountDueCents: 1523, amountPendingCents: 4569 },
  })
})

const partOf = (amount: number) =>
  parseInvoice(wireInvoice({ next_part: { amount, due_date: '2026-12-10' }, transfer_enabled: true }))

test.each([
  [
    'the next part of an invoice',
    partOf(15.23),
    { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 1523, isPart: true, isTransferable: true },
  ],
  [
    'the whole while the next part of its plan pays older ones',
    partOf(0),
    { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 4569, isTransferable: true },
  ],
  [
    'the last part as the rest',
    partOf(45.69),
    { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 4569, isTransferable: true },
  ],
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
