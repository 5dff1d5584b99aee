import type { Invoice, MultipointInvoice } from '../api.ts'
import type { InvoiceModel } from './parse-invoice.ts'

/** Returns a paid invoice for tests, with these overrides. */
export function sampleInvoice(overrides: Partial<InvoiceModel>): InvoiceModel {
  return {
    id: 1,
    itemKind: 'invoice',
    number: 'FE26/1',
    issuedOn: '2026-10-05',
    startsOn: '2026-09-01',
    endsOn: '2026-09-30',
    month: '2026-09-01',
    dueOn: '2026-10-25',
    amountTotalCents: 5000,
    amountPendingCents: 0,
    energyWh: 200_000,
    rectificativeType: 'N',
    status: 'paid',
    contractName: '1',
    address: 'Carrer Major, 1',
    isPayable: false,
    isTransferable: false,
    joint: null,
    documents: [],
    history: [],
    ...overrides,
    amountDueCents: overrides.amountDueCents ?? overrides.amountPendingCents ?? 0,
  }
}

/** Returns an unpaid invoice as the API returns it, with these overrides. */
export function wireInvoice(overrides: Partial<Invoice> = {}): Invoice {
  return {
    id: 7,
    invoice_id: 7,
    number: 'FE26/157374',
    date: '2026-10-06',
    start_date: '2026-09-03',
    end_date: '2026-10-02',
    due_date: '2026-10-26',
    amount_total: 45.69,
    amount_pending: 45.69,
    amount_to_pay: 45.69,
    energy_consumed: 190.125,
    paid_status: 'unpaid',
    rectificative_type: 'N',
    contract: { name: '0048213' },
    cups: { name: 'ES0031406083219007ZY0F', full_address: 'Carrer de Provença, 214 - Barcelona' },
    pending_state_history: [],
    online_payment: { payment_enabled: true, rel_object_type: 'invoice' },
    documents: ['pdf', 'signed_pdf', 'curve_csv'],
    ...overrides,
  }
}

/** Returns a multipoint invoice as the API returns it, with these overrides. */
export function wireMultipointInvoice(overrides: Partial<MultipointInvoice> = {}): MultipointInvoice {
  return {
    id: 9,
    number: 'FM26/7',
    date: '2026-10-06',
    due_date: '2026-10-26',
    address_invoice_id: 'Carrer Major, 1 - Vic',
    amount_total: 91.38,
    amount_pending: 91.38,
    amount_to_pay: 91.38,
    paid_status: 'pending_transfer',
    online_payment: { payment_enabled: true, rel_object_type: 'multipoint_invoice' },
    documents: ['pdf', 'signed_pdf', 'curve_csv'],
    ...overrides,
  }
}
