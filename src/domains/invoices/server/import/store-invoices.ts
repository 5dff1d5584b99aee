import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Invoice } from '#db/tables.ts'
import {
  insertPendingStateRows,
  storeInvoiceDocumentRows,
  storeInvoiceRows,
} from '#domains/invoice-records/server/invoice-store.ts'
import {
  type LineRefusal,
  type LineResult,
  refuseConflict,
  refuseUnknownReference,
} from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { InvoiceContent } from '../../invoice-content.ts'
import { countedEnergyWh } from '../../invoice-status.ts'
import { computeAmountOwed } from './amount-owed.ts'
import { findPeriodsContradiction } from './invoice-contradictions.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { findKnownMultipointInvoices } from './store-multipoint-invoices.ts'

/**
 * Saves invoices by their number, within a transaction; each number once. An invoice stays with its contract, and what
 * was paid for it in the portal stays paid. Returns the result of each line.
 */
export async function storeInvoices(
  db: Database,
  invoices: readonly InvoiceLine[],
  { files }: { files: Files },
): Promise<LineResult[]> {
  await sql`select pg_advisory_xact_lock(hashtext('import invoices'))`.execute(db)
  const contracts = await findKnownContracts(
    db,
    invoices.map(({ contract }) => contract),
  )
  const known = await findKnownInvoices(
    db,
    invoices.flatMap(({ number, rectifies }) => (rectifies === null ? [number] : [number, rectifies])),
  )
  const multipointInvoices = await findKnownMultipointInvoices(
    db,
    invoices.flatMap(({ multipointInvoice }) => multipointInvoice ?? []),
  )
  const alongside = new Map(
    invoices.filter(({ rectifies }) => rectifies === null).map((invoice) => [invoice.number, invoice]),
  )
  const customerOf = (number: string) =>
    known.get(number)?.customerId ?? contracts.get(alongside.get(number)?.contract ?? '')?.customerId
  const checked = invoices.map((invoice) => ({
    invoice,
    refusal: findContradiction(invoice, { contracts, known, multipointInvoices, customerOf }),
  }))
  const accepted = checked.filter(({ refusal }) => refusal === undefined).map(({ invoice }) => invoice)
  const documents = await storeDocuments(accepted, files)
  for (const batch of [
    accepted.filter(({ rectifies }) => rectifies === null),
    accepted.filter(({ rectifies }) => rectifies),
  ])
    await storeBatch(db, batch, { contracts, multipointInvoices, documents })
  return checked.map(({ refusal }) => refusal ?? { changed: true })
}

type KnownContract = {
  customerId: number
  contractId: number
  energy: string
  tariff: string
  productName: string
}
type KnownInvoice = {
  invoiceId: number
  customerId: number
  contractId: number
  paidHereCents: Cents
  paidStatus: string
}

/** The known multipoint invoices, by number. */
type MultipointInvoices = Awaited<ReturnType<typeof findKnownMultipointInvoices>>

async function findKnownContracts(db: Database, names: readonly string[]): Promise<Map<string, KnownContract>> {
  const rows = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .where(sql<boolean>`contract.name = any(${names})`)
    .select(['contract.name', 'customer_id as customerId', 'contract_id as contractId', 'contract.energy', 'tariff'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('productName'))
    .execute()
  return new Map(rows.map(({ name, ...contract }) => [name, contract]))
}

/**
 * Returns the invoices that are already stored, locked until the transaction ends, so that no payment happens in
 * between.
 */
async function findKnownInvoices(db: Database, numbers: readonly string[]): Promise<Map<string, KnownInvoice>> {
  const { rows } = await sql<KnownInvoice & { number: string }>`
    with held as (select * from invoice where number = any(${numbers}) order by number for update)
    select number, held.invoice_id as "invoiceId", held.customer_id as "customerId", contract_id as "contractId",
      paid_status as "paidStatus",
      case when exists (
        select from multipoint_invoice gathering join payment_entry entry using (customer_id)
        where customer_id = held.customer_id and gathering.multipoint_invoice_id = held.multipoint_invoice_id
          and item_kind = 'multipoint_invoice' and item_id = held.multipoint_invoice_id
          and gathering.amount_pending_cents = 0
      ) then amount_total_cents else coalesce((
        select sum(amount_cents) from payment_entry entry
        where entry.customer_id = held.customer_id and item_kind = 'invoice' and item_id = held.invoice_id
      ), 0)::int end as "paidHereCents"
    from held`.execute(db)
  return new Map(rows.map(({ number, ...invoice }) => [number, invoice]))
}

function findContradiction(
  invoice: InvoiceLine,
  {
    contracts,
    known,
    multipointInvoices,
    customerOf,
  }: {
    contracts: ReadonlyMap<string, KnownContract>
    known: ReadonlyMap<string, KnownInvoice>
    multipointInvoices: MultipointInvoices
    /** Returns the holder of an invoice that is already stored or part of this import. */
    customerOf: (number: string) => number | undefined
  },
): LineResult | undefined {
  const { number, contract, rectifies, multipointInvoice, documents } = invoice
  const holder = contracts.get(contract)
  if (!holder) return refuseUnknownReference('contract', rejectionReason('contract_unknown', { key: contract }))
  const before = known.get(number)
  if (before && (before.customerId !== holder.customerId || before.contractId !== holder.contractId))
    return refuseConflict('contract', rejectionReason('invoice_of_another_contract', { key: number }))
  const periods = findPeriodsContradiction(invoice, { energy: holder.energy, tariff: invoice.tariff ?? holder.tariff })
  if (periods) return invalid(periods[0].join('.'), periods[1])
  const broken = documents.find(({ type, base64 }) => !isDocumentOfType(type, base64))
  if (broken) return invalid('documents', rejectionReason('document_broken', { type: broken.type }))
  if (multipointInvoice !== null && multipointInvoices.get(multipointInvoice)?.customerId !== holder.customerId)
    return refuseUnknownReference(
      'multipointInvoice',
      rejectionReason('multipoint_not_theirs', { key: multipointInvoice }),
    )
  if (rectifies === null) return undefined
  if (customerOf(rectifies) !== holder.customerId)
    return refuseUnknownReference('rectifies', rejectionReason('invoice_not_theirs', { key: rectifies }))
}

function invalid(member: string, reason: RejectionReason): { refusal: LineRefusal } {
  return { refusal: { code: 'invalid', member, reason } }
}

/** Checks whether a document begins like one of its type. */
function isDocumentOfType(type: 'pdf' | 'signed_xml', base64: string): boolean {
  const beginning = Buffer.from(base64.slice(0, 64), 'base64').toString('latin1')
  return type === 'pdf' ? beginning.startsWith('%PDF-') : /^(ï»¿)?\s*</.test(beginning)
}

/** Stores the documents and returns their file keys by invoice number. */
async function storeDocuments(invoices: readonly InvoiceLine[], files: Files) {
  const keysByNumber = new Map<string, { type: string; fileKey: string }[]>()
  for (const { number, documents } of invoices) {
    const keys = []
    for (const { type, base64 } of documents)
      keys.push({ type, fileKey: await files.put(Buffer.from(base64, 'base64')) })
    keysByNumber.set(number, keys)
  }
  return keysByNumber
}

type BatchContext = {
  contracts: ReadonlyMap<string, KnownContract>
  multipointInvoices: MultipointInvoices
  documents: ReadonlyMap<string, { type: string; fileKey: string }[]>
}

async function storeBatch(
  db: Database,
  invoices: readonly InvoiceLine[],
  { contracts, multipointInvoices, documents }: BatchContext,
) {
  if (invoices.length === 0) return
  const numbersBefore = invoices.flatMap(({ number, rectifies }) =>
    rectifies === null ? [number] : [number, rectifies],
  )
  const before = await findKnownInvoices(db, numbersBefore)
  const rows = invoices.map((invoice) =>
    buildInvoiceRow(invoice, { contract: contracts.get(invoice.contract)!, known: before, multipointInvoices }),
  )
  await storeInvoiceRows(db, rows)
  const stored = await findKnownInvoices(
    db,
    invoices.map(({ number }) => number),
  )
  const keyOf = ({ number }: InvoiceLine) => {
    const { customerId, invoiceId } = stored.get(number)!
    return { customer_id: customerId, invoice_id: invoiceId }
  }
  const states = invoices.flatMap((invoice) =>
    invoice.history.map(({ day, state }) => ({ ...keyOf(invoice), changed_on: day, pending_state: state })),
  )
  await storeHistory(db, states)
  const documentRows = invoices.flatMap((invoice) =>
    documents.get(invoice.number)!.map(({ type, fileKey }) => ({
      ...keyOf(invoice),
      document_type: type,
      file_key: fileKey,
    })),
  )
  await storeInvoiceDocumentRows(db, documentRows)
}

type HistoryRow = { customer_id: number; invoice_id: number; changed_on: string; pending_state: string }

/** Adds to the history of an invoice. Existing entries are never removed. */
async function storeHistory(db: Database, history: readonly HistoryRow[]) {
  const { rows: stored } = await sql<HistoryRow>`
    select customer_id, invoice_id, changed_on, pending_state from invoice_pending_state
    where (customer_id, invoice_id) in (
      select customer_id, invoice_id
      from json_to_recordset(${JSON.stringify(history)}::json) as told (customer_id integer, invoice_id integer)
    )`.execute(db)
  const textOf = ({ customer_id, invoice_id, changed_on, pending_state }: HistoryRow) =>
    `${customer_id} ${invoice_id} ${changed_on} ${pending_state}`
  const known = new Set(stored.map(textOf))
  const fresh = new Map(history.map((row) => [textOf(row), row]))
  await insertPendingStateRows(
    db,
    [...fresh].flatMap(([text, row]) => (known.has(text) ? [] : [row])),
  )
}

function buildInvoiceRow(
  invoice: InvoiceLine,
  {
    contract,
    known,
    multipointInvoices,
  }: { contract: KnownContract; known: ReadonlyMap<string, KnownInvoice>; multipointInvoices: MultipointInvoices },
) {
  const { rectificativeType } = invoice
  const energyWhByPeriod = invoice.energyWhByPeriod.map((energyWh) => countedEnergyWh({ rectificativeType, energyWh }))
  const content: InvoiceContent = {
    lines: invoice.lines.map((line) => ({ ...line, figure: null })),
    energyWhByPeriod,
    surplusWh: invoice.surplusWh,
    powerWatts: invoice.powerWatts,
    tariff: invoice.tariff ?? contract.tariff,
    productName: invoice.productName ?? contract.productName,
  }
  const { amountPendingCents, paidStatus } = computeAmountOwed(invoice, known.get(invoice.number))
  return {
    customer_id: contract.customerId,
    contract_id: contract.contractId,
    energy: contract.energy,
    number: invoice.number,
    issued_on: invoice.issuedOn,
    starts_on: invoice.startsOn,
    ends_on: invoice.endsOn,
    due_on: invoice.dueOn,
    amount_total_cents: invoice.amountTotalCents,
    amount_pending_cents: amountPendingCents,
    paid_status: paidStatus,
    energy_wh: energyWhByPeriod.reduce((sum, wh) => sum + wh, 0),
    rectificative_type: rectificativeType,
    rectifies_invoice_id: invoice.rectifies === null ? null : known.get(invoice.rectifies)!.invoiceId,
    multipoint_invoice_id:
      invoice.multipointInvoice === null ? null : multipointInvoices.get(invoice.multipointInvoice)!.invoiceId,
    transfer: invoice.transfer,
    content: content as unknown as Insertable<Invoice>['content'],
  } satisfies Insertable<Invoice>
}
