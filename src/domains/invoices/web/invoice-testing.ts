import type { Invoice, MultipointInvoice } from '../api.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** An invoice that is paid, for tests; say only what matters. */
export function invoice(told: Partial<ReadInvoice>): ReadInvoice {
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
    standing: 'paid',
    contractName: '1',
    address: 'Carrer Major, 1',
    isPayable: false,
    isTransferable: false,
    joint: null,
    documents: [],
    history: [],
    ...told,
  }
}

/** An unpaid invoice as the call tells it; say only what matters. */
export function wireInvoice(told: Partial<Invoice> = {}): Invoice {
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
    ...told,
  }
}

/** The same of one that gathers others. */
export function wireMultipointInvoice(told: Partial<MultipointInvoice> = {}): MultipointInvoice {
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
    ...told,
  }
}
