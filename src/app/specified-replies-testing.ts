/* Replies with exactly the members in the specification (points 3 and 7), as another retailer's server returns them
   for the same calls: without any of our additions. */

const day = '2026-10-06'

export const contract = {
  id: 7,
  name: '0048213',
  type: 'electricity',
  state: 'activa',
  sign_date: '2024-02-03',
  amount_debt: 0,
  is_peninsula: true,
  atr_available: true,
  tariff: { name: '2.0TD' },
  pricelist: { name: 'TS-1', nom_comercial: 'Tarifa Solar' },
  cups: {
    name: 'ES0031406083219007ZY0F',
    full_address: 'Carrer de Provença, 214 - Barcelona',
    street: 'Carrer de Provença, 214',
    city: 'Barcelona',
    ref_catastral: '9872023VH5797S0001WX',
  },
  contracted_power_period: [
    { period: 'P1', power: 4.6 },
    { period: 'P2', power: 3.45 },
  ],
  waitingForSignature: [],
  owner_partner: { name: 'Anna Güell' },
  fiscal_partner: { name: 'Joan Güell', vat: '87654321X' },
  fiscal_address: { full_address: 'Carrer Major, 1, 08500 Vic' },
  bank_account: { id: 7, printable_iban: 'ES94 2080 5801 1012 3456 3157' },
  ref_catastral: null,
  invoice_online: 'email',
  notification_address: {
    id: 7,
    name: 'Anna Güell',
    full_address: 'Carrer Major, 1',
    email: 'anna@example.test',
    mobile: null,
  },
  no_cession_sips: { state: 'unactive', waiting_for_signature: false },
  dso: { name: 'e-distribución', website: 'https://www.edistribucion.com/' },
  dso_reference: null,
  dso_phone: '900 111 222',
  bateria_virtual: [
    {
      id: 3,
      bateria: { id: 5, name: 'Monedero 5' },
      pes: 1,
      pes_percentatge: 100,
      data_inici: '2025-01-01',
      data_final: null,
      gestio_descomptes: 'aplicar',
      total_descompte: 12.34,
      es_origen: true,
    },
  ],
  attachments: [
    {
      id: 4,
      name: 'Condiciones',
      created_date: day,
      size_text: '12 kB',
      filename: 'condiciones.pdf',
      category_name: 'Contrato',
    },
  ],
}

const { contracted_power_period: _, bateria_virtual: __, ...ofEitherEnergy } = contract

export const gasContract = {
  ...ofEitherEnergy,
  id: 8,
  name: 'G-17',
  type: 'gas',
  tariff: { name: 'RL.1' },
  pressio: '22 mbar',
  caudal: '6 m³/h',
}

export const invoice = {
  id: 7,
  invoice_id: 7,
  number: 'FE26/157374',
  date: day,
  start_date: '2026-09-03',
  end_date: '2026-10-02',
  amount_total: 45.69,
  amount_pending: 45.69,
  amount_to_pay: 45.69,
  energy_consumed: 190.125,
  paid_status: 'pending_remesa',
  rectificative_type: 'other',
  contract: { name: '0048213' },
  cups: { full_address: 'Carrer de Provença, 214 - Barcelona' },
  pending_state_history: [{ change_date: day, pending_state: { ov_description: 'Emitida' } }],
  online_payment: { payment_enabled: false, rel_object_type: 'invoice' },
}

export const multipointInvoice = {
  number: 'FM26/7',
  date: day,
  address_invoice_id: 'Carrer Major, 1 - Vic',
  amount_total: 91.38,
}

const interval = { date: '2026-10-01T00:00:00+02:00', activa: 120.5, exportada: 3.25, reactiva: null, period: 'P1' }

export const chartRecords = [interval]

export const chart = {
  curve: {
    date: [interval.date],
    period: [interval.period],
    activa: [interval.activa],
    exportada: [interval.exportada],
    reactiva: [interval.reactiva],
  },
  magnitudes: { elements: [{ name: 'activa', unit: 'kWh', total: 120.5 }] },
}

export const profile = { email: 'anna@example.test', name: 'Anna Güell', newsletter_url: 'https://example.test/news' }

export const transaction = {
  transaction_id: 'tx_1',
  amount: 45.69,
  currency: 'EUR',
  last_transaction_update_at: '2026-10-08T10:00:00Z',
  invoice_number: 'FE26/157374',
  invoice_concept: 'Electricidad',
  payment_method_id: 'pm_1',
  payment_type: 'credit_card',
  paid_by_user_email: 'anna@example.test',
  invoice_id: 7,
  error: null,
}

export const address = {
  id: 7,
  name: 'Anna Güell',
  full_address: 'Carrer Major, 1',
  email: 'anna@example.test',
  mobile: '+34600000101',
}

/** Returns a page of a list, in the format decided for invoices. */
export function pageOf(...items: readonly object[]) {
  return { items, n_items: items.length, offset: 0, limit: 100 }
}
