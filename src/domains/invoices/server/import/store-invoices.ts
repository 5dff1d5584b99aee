import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Invoice } from '#db/tables.ts'
import { reachKind } from '#domains/collections/correction-rules.ts'
import { loadNorms } from '#domains/duties/server/load-norms.ts'
import {
  insertPendingStateRows,
  type NumberedInvoiceId,
  storeInvoiceDocumentRows,
  storeInvoiceRows,
} from '#domains/invoice-records/server/invoice-store.ts'
import { lockInvoiceImports } from '#domains/invoice-records/server/lock-imports.ts'
import { computePerObject } from '#kit/compute-per-object.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { BillCorrection } from '#vocabulary/bill-correction.ts'
import type { InvoiceContent } from '../../invoice-content.ts'
import { countedEnergyWh } from '../../invoice-status.ts'
import { computeAmountOwed } from './amount-owed.ts'
import { correctionOf } from './correction-line.ts'
import { openDebitDuties } from './debit-duties.ts'
import { findComparatorAddresses } from './find-comparator-addresses.ts'
import type { InvoiceLine } from './invoice-line.ts'
import {
  findContradiction,
  findKnownContracts,
  findKnownInvoices,
  type KnownContract,
  type KnownInvoice,
  type MultipointInvoices,
} from './known-invoices.ts'
import { lockInvoicesToImport } from './lock-invoices.ts'
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
  const prepared = await prepareInvoices(db, invoices, { files })
  await prepared.store(prepared.accepted)
  return prepared.finish()
}

/** Invoices of an import that were compared with what is stored, and can be stored in parts. */
export type PreparedInvoices = {
  /** Those that are not refused. */
  accepted: readonly InvoiceLine[]
  /** Returns the row that such an invoice is stored as. */
  rowOf(invoice: InvoiceLine): InvoiceRow
  /** Returns whether such an invoice says what it corrects, or is stored as a correction. */
  isCorrection(invoice: InvoiceLine): boolean
  /**
   * Stores a part of them. One that corrects another is stored with or after it.
   * @returns those that are new or have changed.
   */
  store(part: readonly InvoiceLine[]): Promise<NumberedInvoiceId[]>
  /** Ends the import once all parts are stored. @returns the result of each line. */
  finish(): Promise<LineResult[]>
}

/** Locks what an import of invoices changes, and compares it with them, within a transaction; each number once. */
export async function prepareInvoices(
  db: Database,
  invoices: readonly InvoiceLine[],
  { files }: { files: Files },
): Promise<PreparedInvoices> {
  await lockInvoiceImports(db)
  const contracts = await findKnownContracts(
    db,
    invoices.map(({ contract }) => contract),
  )
  const numbers = numbersOf(invoices)
  await lockInvoicesToImport(db, 'invoice', numbers)
  const known = await findKnownInvoices(db, numbers)
  const multipointNumbers = invoices.flatMap(({ multipointInvoice }) => multipointInvoice ?? [])
  await lockInvoicesToImport(db, 'multipoint_invoice', multipointNumbers)
  const multipointInvoices = await findKnownMultipointInvoices(db, multipointNumbers)
  const alongside = new Map(
    invoices.filter(({ rectifies }) => rectifies === null).map((invoice) => [invoice.number, invoice]),
  )
  const customerOf = (number: string) =>
    known.get(number)?.customerId ?? contracts.get(alongside.get(number)?.contract ?? '')?.customerId
  const hasCorrections = invoices.some(({ correction }) => correction !== null)
  const correctionNorms = hasCorrections ? await loadNorms(db, [reachKind]) : []
  const checked = invoices.map((invoice) => ({
    invoice,
    refusal: findContradiction(invoice, { contracts, known, multipointInvoices, customerOf, correctionNorms }),
  }))
  const accepted = checked.filter(({ refusal }) => refusal === undefined).map(({ invoice }) => invoice)
  const documents = await storeDocuments(accepted, files)
  const comparatorAddresses = await findComparatorAddresses(accepted)
  const context = { contracts, multipointInvoices, documents, comparatorAddresses }
  const rowOf = computePerObject((invoice: InvoiceLine) => buildInvoiceRow(invoice, { ...context, known }))
  return {
    accepted,
    rowOf,
    isCorrection: (invoice) => correctionIn(invoice, known) !== null,
    async store(part) {
      const corrected = part.filter(({ rectifies }) => rectifies === null)
      const corrections = part.filter(({ rectifies }) => rectifies !== null)
      const written = await storeBatch(db, corrected, { documents, rowOf })
      // What they correct may have been stored with them.
      if (corrections.length === 0) return written
      const stored = { ...context, known: await findKnownInvoices(db, numbersOf(corrections)) }
      const rowOfCorrection = (invoice: InvoiceLine) => buildInvoiceRow(invoice, stored)
      return [...written, ...(await storeBatch(db, corrections, { documents, rowOf: rowOfCorrection }))]
    },
    async finish() {
      await openDebitDuties(
        db,
        accepted.map((invoice) => ({ invoice, before: known.get(invoice.number) })),
        new Date(),
      )
      return checked.map(({ refusal }) => refusal ?? { changed: true })
    },
  }
}

/** Returns the numbers of invoices and of those that they correct. */
function numbersOf(invoices: readonly InvoiceLine[]): string[] {
  return invoices.flatMap(({ number, rectifies }) => (rectifies === null ? [number] : [number, rectifies]))
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
  documents: ReadonlyMap<string, { type: string; fileKey: string }[]>
  rowOf(invoice: InvoiceLine): InvoiceRow
}

async function storeBatch(
  db: Database,
  invoices: readonly InvoiceLine[],
  { documents, rowOf }: BatchContext,
): Promise<NumberedInvoiceId[]> {
  if (invoices.length === 0) return []
  const written = await storeInvoiceRows(
    db,
    invoices.map((invoice) => {
      const row = rowOf(invoice)
      return { ...row, content: row.content as unknown as Insertable<Invoice>['content'] }
    }),
  )
  const withMore = invoices.filter(({ number, history }) => history.length > 0 || documents.get(number)!.length > 0)
  if (withMore.length === 0) return written
  const stored = await findKnownInvoices(db, numbersOf(withMore))
  const keyOf = ({ number }: InvoiceLine) => {
    const { customerId, invoiceId } = stored.get(number)!
    return { customer_id: customerId, invoice_id: invoiceId }
  }
  const states = withMore.flatMap((invoice) =>
    invoice.history.map(({ day, state }) => ({ ...keyOf(invoice), changed_on: day, pending_state: state })),
  )
  await storeHistory(db, states)
  const documentRows = withMore.flatMap((invoice) =>
    documents.get(invoice.number)!.map(({ type, fileKey }) => ({
      ...keyOf(invoice),
      document_type: type,
      file_key: fileKey,
    })),
  )
  await storeInvoiceDocumentRows(db, documentRows)
  return written
}

type HistoryRow = { customer_id: number; invoice_id: number; changed_on: string; pending_state: string }

/** Adds to the history of an invoice. Existing entries are never removed. */
async function storeHistory(db: Database, history: readonly HistoryRow[]) {
  const { rows: stored } = await sql<HistoryRow>`
    select customer_id, invoice_id, changed_on, pending_state from invoice_pending_state
    where (customer_id, invoice_id) in (
      select customer_id, invoice_id
      from json_to_recordset(${JSON.stringify(history)}::json) as imported (customer_id bigint, invoice_id bigint)
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

function billLineOf({ label, endsOn, ...line }: InvoiceLine['lines'][number]): BillLine {
  return { ...line, figure: null, ...(label !== null && { label }), ...(endsOn !== null && { endsOn }) }
}

type RowContext = {
  contracts: ReadonlyMap<string, KnownContract>
  known: ReadonlyMap<string, KnownInvoice>
  multipointInvoices: MultipointInvoices
  comparatorAddresses: ReadonlyMap<string, string>
}

/** The columns that an import writes. */
export type InvoiceRow = ReturnType<typeof buildInvoiceRow>

function buildInvoiceRow(
  invoice: InvoiceLine,
  { contracts, known, multipointInvoices, comparatorAddresses }: RowContext,
) {
  const { rectificativeType } = invoice
  const contract = contracts.get(invoice.contract)!
  const comparatorAddress = comparatorAddresses.get(invoice.number)
  const energyWhByPeriod = invoice.energyWhByPeriod.map((energyWh) => countedEnergyWh({ rectificativeType, energyWh }))
  const content: InvoiceContent = {
    lines: invoice.lines.map(billLineOf),
    energyWhByPeriod,
    surplusWh: invoice.surplusWh,
    powerWatts: invoice.powerWatts,
    ...(invoice.maximumPowerWatts.length > 0 && { maximumPowerWatts: invoice.maximumPowerWatts }),
    ...(invoice.reactiveVarhByPeriod.length > 0 && { reactiveVarhByPeriod: invoice.reactiveVarhByPeriod }),
    ...(invoice.meterNumber !== null && { meterNumber: invoice.meterNumber }),
    ...(invoice.cau !== null && { cau: invoice.cau }),
    ...(comparatorAddress !== undefined && { comparatorAddress }),
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
    correction: correctionIn(invoice, known),
    content,
  } satisfies Omit<Insertable<Invoice>, 'content'> & { content: InvoiceContent }
}

/** What an operator has entered stays as long as the other system does not tell. */
function correctionIn(
  { number, correction }: InvoiceLine,
  known: ReadonlyMap<string, KnownInvoice>,
): BillCorrection | null {
  return correction ? correctionOf(correction) : (known.get(number)?.correction ?? null)
}
