import { wireInvoice } from '#domains/invoices/web/invoice-testing.ts'
import type { InvoicePageDetails } from '../api.ts'

type ElectricityDetails = Extract<InvoicePageDetails, { tariff: string }>

/** Returns the details of an unpaid invoice as the API returns them, with these overrides. */
export function wireDetails(overrides: Partial<ElectricityDetails> = {}): ElectricityDetails {
  const days = { first_day: '2026-09-03', last_day: '2026-10-02' }
  return {
    kind: 'electricity',
    invoice: wireInvoice({ number: 'FE26/157374' }),
    contract_id: 7,
    product: 'Tarifa',
    tariff: '2.0TD',
    powers: [4.6, 4.6],
    lines: [
      {
        ...days,
        ...{ kind: 'energy', period: 1, quantity: '60', unit: 'kWh', days: null, unit_price: '0.2', amount: 12 },
        ...{ is_regulated: false, label: null, ends_on: null },
      },
      {
        ...days,
        ...{
          kind: 'vat',
          period: null,
          quantity: '12.00',
          unit: 'percent',
          days: null,
          unit_price: '21',
          amount: 2.52,
        },
        ...{ is_regulated: true, label: null, ends_on: null },
      },
    ],
    energy_by_period: [60, 0, 0],
    exported_energy: 0,
    readings: null,
    comparator_url: null,
    particulars: [{ fact: 'other', label: 'Número de contador', value: '042123456' }],
    has_hours: false,
    before: {
      ...{ number: 'FE26/1', start_date: '2026-08-03', end_date: '2026-09-02', amount_total: 35.69, difference: 10 },
      steps: [
        { cause: 'use', amount: 13.5 },
        { cause: 'days', amount: -3.5 },
      ],
    },
    year_before: null,
    corrects: null,
    corrected_by: [],
    plan: null,
    plan_offer: null,
    ...overrides,
  }
}
