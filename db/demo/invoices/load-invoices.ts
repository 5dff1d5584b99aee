import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Invoice } from '#db/tables.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import { sumCents } from '#vocabulary/money.ts'
import type { BilledMonth, DemoCalendar } from '../calendar.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { billOutcomeOf } from './bill-outcome.ts'
import { loadCardPayments } from './card-payments.ts'
import { type ContractedSupply, readContractedSupplies } from './contracted-supplies.ts'
import { createInvoiceNumbering } from './invoice-numbering.ts'
import { readMeteredEnergy } from './metered-energy.ts'
import { createCorrections, createMonthInvoices, type InvoiceDraft, isNoticedIn } from './month-invoices.ts'
import { createWallets, type DemoWallets } from './wallets.ts'

/** A holder during billing. */
type BilledHolder = {
  holder: DemoHolder
  contracted: ContractedSupply[]
  wallets: DemoWallets
  wrongInvoices: StoredDraft[]
}
export type StoredDraft = InvoiceDraft & { invoiceId: number }

/** After how many months there are enough invoices to plan for. */
const plannedMonths = 4

/**
 * Computes the bills of all months from the stored consumption and prices, and stores them with their histories.
 * Returns the wallets of each holder after billing. `onShare` receives which part of the months is done.
 */
export async function loadInvoices(
  db: Database,
  {
    holders,
    calendar,
    onShare,
  }: { holders: readonly DemoHolder[]; calendar: DemoCalendar; onShare: (done: number) => void },
): Promise<Map<DemoHolder, DemoWallets>> {
  const energyOf = await readMeteredEnergy(db)
  const storage = { db, calendar, nextNumber: createInvoiceNumbering() }
  const billedHolders: BilledHolder[] = []
  for (const holder of holders)
    billedHolders.push({
      holder,
      contracted: await readContractedSupplies(db, holder),
      wallets: createWallets(holder.wallets),
      wrongInvoices: [],
    })

  // PostgreSQL plans once how it checks the references to invoices. Planned for the first few hundred, it would go over all
  // invoices of the holder, who has thousands.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
  for (const [index, month] of calendar.months.entries()) {
    onShare(index / calendar.months.length)
    for (const each of billedHolders) {
      const { holder, contracted, wallets } = each
      const drafts = createMonthInvoices(contracted, month, { holder, energyOf, wallets, calendar })
      const multipointId = holder.multipoint ? await storeMultipoint(storage, drafts, holder, month) : null
      const stored = await storeInvoices(storage, drafts, { multipointId })
      wallets.book(
        stored.map(({ contracted: { supply }, ...stored }) => ({ ...stored, contract: supply.contract })),
        month,
      )
      await loadCardPayments(db, stored, holder)
      for (const draft of each.wrongInvoices.filter((wrong) => isNoticedIn(month, wrong)))
        await storeInvoices(storage, createCorrections(draft, month, { energyOf, calendar }), {
          rectifies: draft.invoiceId,
        })
      each.wrongInvoices.push(
        ...stored.filter(({ contracted: { supply } }) => supply.scenarios[month.age] === 'wrongPower'),
      )
    }
    if (index === plannedMonths) await sql`set local plan_cache_mode = auto`.execute(db)
  }
  return new Map(billedHolders.map(({ holder, wallets }) => [holder, wallets]))
}

function seriesOf({ type, contracted }: InvoiceDraft) {
  if (type !== 'N') return 'FR'
  return contracted.energy === 'gas' ? 'FG' : 'FE'
}

function invoiceRow({ contracted, month, issuedOn, dueOn, type, bill, outcome, correction }: InvoiceDraft) {
  return {
    customer_id: contracted.customerId,
    contract_id: contracted.contractId,
    energy: contracted.energy,
    issued_on: issuedOn,
    starts_on: month.firstDay,
    ends_on: month.lastDay,
    due_on: dueOn,
    amount_total_cents: bill.totalCents,
    amount_pending_cents: outcome.pendingCents,
    energy_wh: bill.content.energyWhByPeriod.reduce((sum, wh) => sum + wh, 0),
    paid_status: outcome.paidStatus,
    rectificative_type: type,
    correction: correction ?? null,
    content: bill.content as unknown as Insertable<Invoice>['content'],
  } satisfies Partial<Insertable<Invoice>>
}

function historyRows({ contracted, invoiceId, outcome }: StoredDraft) {
  return outcome.history.map(({ day, state }) => ({
    customer_id: contracted.customerId,
    invoice_id: invoiceId,
    changed_on: day,
    pending_state: state,
  }))
}

type InvoiceStorage = { db: Database; calendar: DemoCalendar; nextNumber: ReturnType<typeof createInvoiceNumbering> }
type InvoiceRelations = { multipointId?: number | null; rectifies?: number | null }

async function storeInvoices(
  { db, nextNumber }: InvoiceStorage,
  drafts: readonly InvoiceDraft[],
  { multipointId = null, rectifies = null }: InvoiceRelations,
): Promise<StoredDraft[]> {
  const rows = drafts.map((draft) => ({
    ...invoiceRow(draft),
    number: nextNumber(seriesOf(draft), draft.issuedOn),
    multipoint_invoice_id: multipointId,
    rectifies_invoice_id: rectifies,
  }))
  const ids = await insertRows(db, { table: 'invoice', rows, returning: ['invoice_id'] })
  const stored = drafts.map((draft, index) => ({ ...draft, invoiceId: ids[index]!.invoice_id }))
  await insertRows(db, { table: 'invoice_pending_state', rows: stored.flatMap(historyRows) })
  return stored
}

async function storeMultipoint(
  { db, calendar, nextNumber }: InvoiceStorage,
  drafts: readonly InvoiceDraft[],
  holder: DemoHolder,
  month: BilledMonth,
) {
  const totalCents = sumCents(drafts.map(({ bill }) => bill.totalCents))
  const scenario = holder.multipoint!.scenarios[month.age]
  const paysByTransfer = holder.iban === null
  const { paidStatus, pendingCents } = billOutcomeOf({
    scenario,
    month,
    totalCents,
    paysByTransfer,
    today: calendar.today,
  })
  const row = {
    customer_id: drafts[0]!.contracted.customerId,
    number: nextNumber('FM', month.issuedOn),
    issued_on: month.issuedOn,
    starts_on: month.firstDay,
    ends_on: month.lastDay,
    due_on: month.dueOn,
    invoicing_address: holder.fiscalAddress,
    amount_total_cents: totalCents,
    amount_pending_cents: pendingCents,
    paid_status: paidStatus,
  }
  const [stored] = await insertRows(db, {
    table: 'multipoint_invoice',
    rows: [row],
    returning: ['multipoint_invoice_id'],
  })
  return stored!.multipoint_invoice_id
}
