import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import { isPayable } from '#domains/payments/rules.ts'
import { type ImportedTransfer, type TransferSettings, transferDetails } from '#domains/payments/transfer.ts'
import { standingOf } from '../invoice-status.ts'
import type { FoundInvoice, FoundMultipointInvoice, GatheredInvoice, InvoiceSurroundings } from './document-store.ts'
import type { InvoiceDocument, InvoiceHead, InvoicePayment, MultipointDocument } from './invoice-to-draw.ts'

export type Retailer = Pick<CustomerSettings['organization'], 'name' | 'nif' | 'address' | 'phone' | 'email'> & {
  transfers: TransferSettings
}

/** What the document of an invoice shows, from its row and what surrounds it. */
export function composeInvoice(
  invoice: FoundInvoice,
  { months, yearBefore, rectified, distributor }: InvoiceSurroundings,
  retailer: Retailer,
): InvoiceDocument {
  const { content, rectificative_type: type } = invoice
  return {
    ...headOf(invoice, retailer, { name: invoice.payer_name, taxId: invoice.payer_tax_id }),
    energy: invoice.energy === 'gas' ? 'gas' : 'electricity',
    supply: {
      cups: invoice.cups,
      address: `${invoice.supply_street}, ${invoice.supply_city}`,
      contract: invoice.contract_name,
      tariff: content.tariff,
      product: content.productName,
      powerWatts: content.powerWatts,
      distributor: { name: distributor?.name ?? '—', breakdownPhone: distributor?.breakdown_phone ?? null },
    },
    lines: content.lines,
    months: months.map((month) => ({
      firstDay: month.starts_on,
      energyWh: month.content.energyWhByPeriod,
      surplusWh: month.content.surplusWh,
    })),
    yearBefore: yearBefore
      ? { totalCents: yearBefore.amount_total_cents, energyWh: Number(yearBefore.energy_wh) }
      : null,
    rectification: type === 'N' ? null : { type, number: rectified?.number ?? null },
  }
}

/** What the document of a multipoint invoice shows. */
export function composeMultipointInvoice(
  invoice: FoundMultipointInvoice,
  gathered: GatheredInvoice[],
  retailer: Retailer,
): MultipointDocument {
  return {
    ...headOf({ ...invoice, ...notOfOneSupply }, retailer, {
      name: invoice.holder_name,
      taxId: invoice.holder_tax_id,
    }),
    points: gathered.map((point) => ({
      town: point.supply_city,
      address: `${point.supply_street}, ${point.supply_city}`,
      cups: point.cups,
      invoiceNumber: point.number,
      energyWh: Number(point.energy_wh),
      totalCents: point.amount_total_cents,
      lines: point.content.lines,
    })),
  }
}

const notOfOneSupply = {
  rectificative_type: 'N',
  iban: null,
  contract_name: null,
  multipoint_invoice_id: null,
} as const satisfies Partial<Row>

type Row = Pick<
  FoundInvoice,
  | 'number'
  | 'issued_on'
  | 'starts_on'
  | 'ends_on'
  | 'due_on'
  | 'amount_total_cents'
  | 'amount_pending_cents'
  | 'paid_status'
  | 'rectificative_type'
  | 'iban'
  | 'multipoint_invoice_id'
> & { contract_name: string | null; transfer: ImportedTransfer | null }

function headOf(row: Row, retailer: Retailer, holder: InvoiceHead['holder']): InvoiceHead {
  return {
    number: row.number,
    issuedOn: row.issued_on,
    firstDay: row.starts_on,
    lastDay: row.ends_on,
    retailer: {
      name: retailer.name,
      taxId: retailer.nif || null,
      address: retailer.address || null,
      phone: retailer.phone || null,
      email: retailer.email || null,
    },
    holder,
    totalCents: row.amount_total_cents,
    payment: paymentOf(row),
    transfer: transferOf(row, retailer),
  }
}

function transferOf(row: Row, { name, transfers }: Retailer) {
  const owed = { paidStatus: row.paid_status, amountPendingCents: row.amount_pending_cents }
  const isGathered = row.multipoint_invoice_id !== null
  const item = {
    number: row.number,
    contractName: row.contract_name,
    amountPendingCents: row.amount_pending_cents,
    isPayable: isPayable({ ...owed, rectificativeType: row.rectificative_type, isGathered }),
    transfer: row.transfer,
  }
  return transferDetails(item, transfers, name)
}

function paymentOf(row: Row): InvoicePayment {
  if (row.paid_status === 'manual_verification_required') return { state: 'checking' }
  const accountEnding = row.iban?.slice(-4) ?? ''
  const standing = standingOf({
    paidStatus: row.paid_status,
    rectificativeType: row.rectificative_type,
    amountTotalCents: row.amount_total_cents,
    amountPendingCents: row.amount_pending_cents,
  })
  switch (standing) {
    case 'will_be_charged':
      return { state: 'directDebit', on: row.due_on, accountEnding }
    case 'waiting_for_transfer':
      return { state: 'transfer', until: row.due_on }
    case 'pending_refund':
      return { state: 'refund', accountEnding }
    case 'paid':
    case 'refunded':
      return { state: standing }
    case 'partly_paid':
    case 'unpaid':
      return { state: 'unpaid', dueOn: row.due_on, pendingCents: row.amount_pending_cents }
  }
}
