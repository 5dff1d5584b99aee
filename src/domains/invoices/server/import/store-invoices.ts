import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Invoice } from '#db/tables.ts'
import { insertRows, upsertRows } from '#kit/server/bulk-rows.ts'
import { conflict, type LineFate, type LineRefusal, unknownReference } from '#kit/server/told-line.ts'
import type { Files } from '#outside/files/files.ts'
import type { Cents } from '#vocabulary/money.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
import type { InvoiceContent } from '../../invoice-content.ts'
import { countedEnergyWh } from '../../invoice-status.ts'
import { periodsContradiction } from './invoice-contradictions.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { owed } from './owed.ts'
import { knownMultipointInvoices } from './store-multipoint-invoices.ts'

/**
 * Keeps invoices by their number, with their histories and documents, within a transaction; each number once. An invoice
 * stays with its contract, and what was paid for it here stays paid. Answers what became of each.
 */
export async function storeInvoices(
  db: Database,
  invoices: readonly InvoiceLine[],
  { files }: { files: Files },
): Promise<LineFate[]> {
  await sql`select pg_advisory_xact_lock(hashtext('import invoices'))`.execute(db)
  const contracts = await knownContracts(
    db,
    invoices.map(({ contract }) => contract),
  )
  const known = await knownInvoices(
    db,
    invoices.flatMap(({ number, rectifies }) => (rectifies === null ? [number] : [number, rectifies])),
  )
  const gathering = await knownMultipointInvoices(
    db,
    invoices.flatMap(({ multipointInvoice }) => multipointInvoice ?? []),
  )
  const alongside = new Map(invoices.filter(({ rectifies }) => rectifies === null).map((told) => [told.number, told]))
  const customerOf = (number: string) =>
    known.get(number)?.customerId ?? contracts.get(alongside.get(number)?.contract ?? '')?.customerId
  const checked = invoices.map((invoice) => ({
    invoice,
    fate: contradiction(invoice, { contracts, known, gathering, customerOf }),
  }))
  const sound = checked.filter(({ fate }) => fate === undefined).map(({ invoice }) => invoice)
  const documents = await keptDocuments(sound, files)
  for (const batch of [sound.filter(({ rectifies }) => rectifies === null), sound.filter(({ rectifies }) => rectifies)])
    await storeBatch(db, batch, { contracts, gathering, documents })
  return checked.map(({ fate }) => fate ?? { changed: true })
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

/** The invoices that gather others, by number. */
type Gathering = Awaited<ReturnType<typeof knownMultipointInvoices>>

async function knownContracts(db: Database, names: readonly string[]): Promise<Map<string, KnownContract>> {
  const rows = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .where(sql<boolean>`contract.name = any(${names})`)
    .select(['contract.name', 'customer_id as customerId', 'contract_id as contractId', 'contract.energy', 'tariff'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('productName'))
    .execute()
  return new Map(rows.map(({ name, ...contract }) => [name, contract]))
}

/** The invoices that stand here already, held until the transaction ends, so that no payment comes in between. */
async function knownInvoices(db: Database, numbers: readonly string[]): Promise<Map<string, KnownInvoice>> {
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

function contradiction(
  invoice: InvoiceLine,
  {
    contracts,
    known,
    gathering,
    customerOf,
  }: {
    contracts: ReadonlyMap<string, KnownContract>
    known: ReadonlyMap<string, KnownInvoice>
    gathering: Gathering
    /** Whose an invoice is that stands here or comes along. */
    customerOf: (number: string) => number | undefined
  },
): LineFate | undefined {
  const { number, contract, rectifies, multipointInvoice, documents } = invoice
  const holder = contracts.get(contract)
  if (!holder) return unknownReference('contract', because('contract_unknown', { key: contract }))
  const before = known.get(number)
  if (before && (before.customerId !== holder.customerId || before.contractId !== holder.contractId))
    return conflict('contract', because('invoice_of_another_contract', { key: number }))
  const periods = periodsContradiction(invoice, { energy: holder.energy, tariff: invoice.tariff ?? holder.tariff })
  if (periods) return invalid(periods[0].join('.'), periods[1])
  const broken = documents.find(({ type, base64 }) => !isOf(type, base64))
  if (broken) return invalid('documents', because('document_broken', { type: broken.type }))
  if (multipointInvoice !== null && gathering.get(multipointInvoice)?.customerId !== holder.customerId)
    return unknownReference('multipointInvoice', because('multipoint_not_theirs', { key: multipointInvoice }))
  if (rectifies === null) return undefined
  if (customerOf(rectifies) !== holder.customerId)
    return unknownReference('rectifies', because('invoice_not_theirs', { key: rectifies }))
}

function invalid(member: string, reason: ToldReason): { refusal: LineRefusal } {
  return { refusal: { code: 'invalid', member, reason } }
}

/** Whether a document begins as one of its type does. */
function isOf(type: 'pdf' | 'signed_xml', base64: string): boolean {
  const beginning = Buffer.from(base64.slice(0, 64), 'base64').toString('latin1')
  return type === 'pdf' ? beginning.startsWith('%PDF-') : /^(ï»¿)?\s*</.test(beginning)
}

/** The keys under which the documents are kept, by number. */
async function keptDocuments(invoices: readonly InvoiceLine[], files: Files) {
  const kept = new Map<string, { type: string; fileKey: string }[]>()
  for (const { number, documents } of invoices) {
    const keys = []
    for (const { type, base64 } of documents)
      keys.push({ type, fileKey: await files.put(Buffer.from(base64, 'base64')) })
    kept.set(number, keys)
  }
  return kept
}

type Kept = {
  contracts: ReadonlyMap<string, KnownContract>
  gathering: Gathering
  documents: ReadonlyMap<string, { type: string; fileKey: string }[]>
}

async function storeBatch(db: Database, invoices: readonly InvoiceLine[], { contracts, gathering, documents }: Kept) {
  if (invoices.length === 0) return
  const numbersBefore = invoices.flatMap(({ number, rectifies }) =>
    rectifies === null ? [number] : [number, rectifies],
  )
  const before = await knownInvoices(db, numbersBefore)
  const rows = invoices.map((invoice) =>
    invoiceRow(invoice, { contract: contracts.get(invoice.contract)!, known: before, gathering }),
  )
  await upsertRows(db, { table: 'invoice', key: ['number'], rows })
  const stored = await knownInvoices(
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
  const papers = invoices.flatMap((invoice) =>
    documents.get(invoice.number)!.map(({ type, fileKey }) => ({
      ...keyOf(invoice),
      document_type: type,
      file_key: fileKey,
    })),
  )
  await upsertRows(db, { table: 'invoice_document', key: ['customer_id', 'invoice_id', 'document_type'], rows: papers })
}

type HistoryRow = { customer_id: number; invoice_id: number; changed_on: string; pending_state: string }

/** What happened to an invoice is added to; nothing of it is taken away. */
async function storeHistory(db: Database, told: readonly HistoryRow[]) {
  const { rows: there } = await sql<HistoryRow>`
    select customer_id, invoice_id, changed_on, pending_state from invoice_pending_state
    where (customer_id, invoice_id) in (
      select customer_id, invoice_id
      from json_to_recordset(${JSON.stringify(told)}::json) as told (customer_id integer, invoice_id integer)
    )`.execute(db)
  const textOf = ({ customer_id, invoice_id, changed_on, pending_state }: HistoryRow) =>
    `${customer_id} ${invoice_id} ${changed_on} ${pending_state}`
  const known = new Set(there.map(textOf))
  const fresh = new Map(told.map((row) => [textOf(row), row]))
  await insertRows(db, {
    table: 'invoice_pending_state',
    rows: [...fresh].flatMap(([text, row]) => (known.has(text) ? [] : [row])),
  })
}

function invoiceRow(
  invoice: InvoiceLine,
  {
    contract,
    known,
    gathering,
  }: { contract: KnownContract; known: ReadonlyMap<string, KnownInvoice>; gathering: Gathering },
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
  const { amountPendingCents, paidStatus } = owed(invoice, known.get(invoice.number))
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
      invoice.multipointInvoice === null ? null : gathering.get(invoice.multipointInvoice)!.invoiceId,
    transfer: invoice.transfer,
    content: content as unknown as Insertable<Invoice>['content'],
  } satisfies Insertable<Invoice>
}
