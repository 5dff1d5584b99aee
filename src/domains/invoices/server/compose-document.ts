import { dueAmountOf, type NextPart } from '#domains/payments/next-part.ts'
import { isPayable } from '#domains/payments/rules.ts'
import { buildTransferDetails, type ImportedTransfer, type TransferSettings } from '#domains/payments/transfer.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { invoiceStatusOf } from '../invoice-status.ts'
import { composeComparatorAddress } from './compose-comparator-address.ts'
import { composeParticulars } from './compose-particulars.ts'
import type { InvoiceContext, InvoiceRecord, MemberInvoice, MultipointInvoiceRecord } from './document-store.ts'
import type {
  BilledReadings,
  InvoiceDocument,
  InvoiceHead,
  InvoicePayment,
  MultipointDocument,
} from './invoice-document-model.ts'

export type Retailer = Pick<
  Settings['organization'],
  'name' | 'nif' | 'address' | 'phone' | 'email' | 'marketCode' | 'energyOrigin'
> & {
  transfers: TransferSettings
}

/** Returns the content of an invoice document, from the invoice row and its context. */
export function composeInvoice(
  invoice: InvoiceRecord,
  { months, yearBefore, rectified, supplyPoint, nextPricesOn, nextPart }: InvoiceContext,
  sources: { retailer: Retailer; figures: RegulatedPrices; readings: BilledReadings | null },
): InvoiceDocument {
  const { content, rectificative_type: type } = invoice
  const { retailer, figures, readings } = sources
  return {
    ...composeHead({ ...invoice, nextPart }, retailer, { name: invoice.payer_name, taxId: invoice.payer_tax_id }),
    energy: invoice.energy === 'gas' ? 'gas' : 'electricity',
    supply: {
      cups: invoice.cups,
      address: `${invoice.supply_street}, ${invoice.supply_city}`,
      contract: invoice.contract_name,
      tariff: content.tariff,
      product: content.productName,
      powerWatts: content.powerWatts,
      distributor: { name: supplyPoint.distributor_name ?? '—', breakdownPhone: supplyPoint.breakdown_phone },
    },
    particulars: composeParticulars(invoice, {
      ...{ months, nextPricesOn, readings, figures },
      energyOrigin: retailer.energyOrigin,
    }),
    lines: content.lines,
    months: months.map((month) => ({
      firstDay: month.starts_on,
      energyWh: month.content.energyWhByPeriod,
      surplusWh: month.content.surplusWh,
    })),
    yearBefore: yearBefore ? { totalCents: yearBefore.amount_total_cents, energyWh: yearBefore.energy_wh } : null,
    comparatorAddress: composeComparatorAddress(invoice, {
      ...{ months, supplyPoint, nextPricesOn, figures },
      retailerCode: retailer.marketCode,
    }),
    rectification: type === 'N' ? null : { type, number: rectified?.number ?? null },
  }
}

/** Returns the content of a multipoint invoice document. */
export function composeMultipointInvoice(
  invoice: MultipointInvoiceRecord,
  members: MemberInvoice[],
  retailer: Retailer,
): MultipointDocument {
  return {
    ...composeHead({ ...invoice, ...multipointDefaults }, retailer, {
      name: invoice.holder_name,
      taxId: invoice.holder_tax_id,
    }),
    points: members.map((point) => ({
      town: point.supply_city,
      address: `${point.supply_street}, ${point.supply_city}`,
      cups: point.cups,
      invoiceNumber: point.number,
      energyWh: point.energy_wh,
      totalCents: point.amount_total_cents,
      lines: point.content.lines,
    })),
  }
}

const multipointDefaults = {
  rectificative_type: 'N',
  iban: null,
  contract_name: null,
  multipoint_invoice_id: null,
  nextPart: null,
} as const satisfies Partial<HeadRow>

type HeadRow = Pick<
  InvoiceRecord,
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
> & { contract_name: string | null; transfer: ImportedTransfer | null; nextPart: NextPart | null }

function composeHead(row: HeadRow, retailer: Retailer, holder: InvoiceHead['holder']): InvoiceHead {
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
    payment: composePayment(row),
    transfer: composeTransfer(row, retailer),
  }
}

function composeTransfer(row: HeadRow, { name, transfers }: Retailer) {
  const status = { paidStatus: row.paid_status, amountPendingCents: row.amount_pending_cents }
  const isGathered = row.multipoint_invoice_id !== null
  const item = {
    number: row.number,
    contractName: row.contract_name,
    amountCents: dueAmountOfRow(row).amountCents,
    isPayable: isPayable({ ...status, rectificativeType: row.rectificative_type, isPartOfMultipoint: isGathered }),
    transfer: row.transfer,
  }
  return buildTransferDetails(item, transfers, name)
}

function dueAmountOfRow({ amount_pending_cents: amountPendingCents, due_on: dueOn, nextPart }: HeadRow) {
  return dueAmountOf({ amountPendingCents, dueOn }, nextPart)
}

function composePayment(row: HeadRow): InvoicePayment {
  if (row.paid_status === 'manual_verification_required') return { state: 'checking' }
  const accountEnding = row.iban?.slice(-4) ?? ''
  const status = invoiceStatusOf({
    paidStatus: row.paid_status,
    rectificativeType: row.rectificative_type,
    amountTotalCents: row.amount_total_cents,
    amountPendingCents: row.amount_pending_cents,
    isInParts: row.nextPart !== null,
  })
  switch (status) {
    case 'will_be_charged':
      return { state: 'directDebit', on: row.due_on, accountEnding }
    case 'waiting_for_transfer':
      return { state: 'transfer', until: row.due_on }
    case 'pending_refund':
      return { state: 'refund', accountEnding }
    case 'paid':
    case 'refunded':
      return { state: status }
    case 'in_parts':
      return { state: 'inParts', ...dueAmountOfRow(row), isDue: row.nextPart!.amountCents > 0 }
    case 'partly_paid':
    case 'unpaid':
      return { state: 'unpaid', dueOn: row.due_on, pendingCents: row.amount_pending_cents }
  }
}
