import { expect, test } from 'vitest'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { payingItemOf } from './invoice-to-pay.ts'
import { readInvoice, readMultipointInvoice } from './read-invoice.ts'

test('an invoice is read in cents and watt hours, with how it stands and what has happened to it', () => {
  const history = [{ change_date: '2026-10-06', pending_state: { ov_description: 'Emitida' } }]
  const wire = wireInvoice({ amount_pending: 20, pending_state_history: history })
  expect(readInvoice(wire)).toEqual({
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
    standing: 'partly_paid',
    contractName: '0048213',
    address: 'Carrer de Provença, 214 - Barcelona',
    joint: null,
    isPayable: true,
    isTransferable: false,
    documents: ['pdf', 'signed_pdf', 'curve_csv'],
    history: [{ on: '2026-10-06', what: 'Emitida' }],
  })
})

test('amounts become the cents that they are, though no float holds them', () => {
  const { amountTotalCents, amountPendingCents } = readInvoice(
    wireInvoice({ amount_total: 8.2, amount_pending: -1.15 }),
  )
  expect([amountTotalCents, amountPendingCents]).toEqual([820, -115])
})

test('one that cancels another is told as money and energy given back', () => {
  const wire = wireInvoice({ rectificative_type: 'A', paid_status: 'pending_transfer', amount_total: -45.69 })
  expect(readInvoice(wire)).toMatchObject({ standing: 'pending_refund', amountTotalCents: -4569, energyWh: -190_125 })
})

test('a multipoint invoice is of the month in which it was issued, of no contract and without energy', () => {
  expect(readMultipointInvoice(wireMultipointInvoice())).toMatchObject({
    id: 9,
    itemKind: 'multipoint_invoice',
    startsOn: null,
    endsOn: null,
    month: '2026-10-01',
    energyWh: null,
    contractName: null,
    address: 'Carrer Major, 1 - Vic',
    standing: 'waiting_for_transfer',
    history: [],
  })
})

test.each([
  [
    'what is left of an invoice',
    readInvoice(wireInvoice({ amount_pending: 20 })),
    { id: 7, kind: 'invoice', number: 'FE26/157374', amountCents: 2000, isTransferable: false },
  ],
  [
    'a multipoint one as such',
    readMultipointInvoice(wireMultipointInvoice({ transfer_enabled: true })),
    { id: 9, kind: 'multipoint_invoice', number: 'FM26/7', amountCents: 9138, isTransferable: true },
  ],
])('%s is what is paid', (_, invoice, expected) => {
  expect(payingItemOf(invoice)).toEqual(expected)
})
