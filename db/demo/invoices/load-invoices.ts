import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Invoice } from '#db/tables.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import { sumCents } from '#vocabulary/money.ts'
import type { BilledMonth, DemoCalendar } from '../calendar.ts'
import type { DemoHolder } from '../cast/demo-holder.ts'
import { loadCardPayments } from './card-payments.ts'
import { type ContractedSupply, contractedSupplies } from './contracted-supplies.ts'
import { fateOf } from './fate.ts'
import { invoiceNumbers } from './invoice-numbers.ts'
import { meteredEnergy } from './metered-energy.ts'
import { corrections, type InvoiceDraft, monthInvoices } from './month-invoices.ts'
import { openWallets, type Wallets } from './wallets.ts'

/** A holder while its bills are made. */
type Billed = { holder: DemoHolder; contracted: ContractedSupply[]; wallets: Wallets; wrong: StoredDraft[] }
export type StoredDraft = InvoiceDraft & { invoiceId: number }

/**
 * Makes the bills of all months from what the database knows of use and prices, and stores them with their histories.
 * Answers the wallets of each holder as the bills have left them. `onShare` hears which part of the months is done.
 */
export async function loadInvoices(
  db: Database,
  {
    holders,
    calendar,
    onShare,
  }: { holders: readonly DemoHolder[]; calendar: DemoCalendar; onShare: (done: number) => void },
): Promise<Map<DemoHolder, Wallets>> {
  const energyOf = await meteredEnergy(db)
  const numbers = invoiceNumbers()
  const billed: Billed[] = []
  for (const holder of holders)
    billed.push({
      holder,
      contracted: await contractedSupplies(db, holder),
      wallets: openWallets(holder.wallets),
      wrong: [],
    })

  for (const [index, month] of calendar.months.entries()) {
    onShare(index / calendar.months.length)
    for (const each of billed) {
      const { holder, contracted, wallets } = each
      const drafts = monthInvoices(contracted, month, { holder, energyOf, wallets, calendar })
      const multipointId = holder.multipoint ? await storeMultipoint(drafts, holder, month) : null
      const stored = await store(drafts, multipointId)
      wallets.book(
        stored.map(({ contracted: { supply }, ...stored }) => ({ ...stored, contract: supply.contract })),
        month,
      )
      await loadCardPayments(db, stored, holder)
      for (const draft of each.wrong)
        await store(corrections(draft, month, { energyOf, calendar }), null, draft.invoiceId)
      each.wrong = stored.filter(({ contracted: { supply } }) => supply.stories[month.age] === 'wrongPower')
    }
  }
  return new Map(billed.map(({ holder, wallets }) => [holder, wallets]))

  async function store(
    drafts: readonly InvoiceDraft[],
    multipointId: number | null,
    rectifies: number | null = null,
  ): Promise<StoredDraft[]> {
    const rows = drafts.map((draft) => ({
      ...invoiceRow(draft),
      number: numbers(seriesOf(draft), draft.issuedOn),
      multipoint_invoice_id: multipointId,
      rectifies_invoice_id: rectifies,
    }))
    const ids = await insertRows(db, { table: 'invoice', rows, returning: ['invoice_id'] })
    const stored = drafts.map((draft, index) => ({ ...draft, invoiceId: ids[index]!.invoice_id }))
    await insertRows(db, { table: 'invoice_pending_state', rows: stored.flatMap(historyRows) })
    return stored
  }

  async function storeMultipoint(drafts: readonly InvoiceDraft[], holder: DemoHolder, month: BilledMonth) {
    const totalCents = sumCents(drafts.map(({ bill }) => bill.totalCents))
    const story = holder.multipoint!.stories[month.age]
    const paysByTransfer = holder.iban === null
    const { paidStatus, pendingCents } = fateOf({ story, month, totalCents, paysByTransfer, today: calendar.today })
    const row = {
      customer_id: drafts[0]!.contracted.customerId,
      number: numbers('FM', month.issuedOn),
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
}

function seriesOf({ type, contracted }: InvoiceDraft) {
  if (type !== 'N') return 'FR'
  return contracted.energy === 'gas' ? 'FG' : 'FE'
}

function invoiceRow({ contracted, month, issuedOn, dueOn, type, bill, fate }: InvoiceDraft) {
  return {
    customer_id: contracted.customerId,
    contract_id: contracted.contractId,
    energy: contracted.energy,
    issued_on: issuedOn,
    starts_on: month.firstDay,
    ends_on: month.lastDay,
    due_on: dueOn,
    amount_total_cents: bill.totalCents,
    amount_pending_cents: fate.pendingCents,
    energy_wh: bill.content.energyWhByPeriod.reduce((sum, wh) => sum + wh, 0),
    paid_status: fate.paidStatus,
    rectificative_type: type,
    content: bill.content as unknown as Insertable<Invoice>['content'],
  } satisfies Partial<Insertable<Invoice>>
}

function historyRows({ contracted, invoiceId, fate }: StoredDraft) {
  return fate.history.map(({ day, state }) => ({
    customer_id: contracted.customerId,
    invoice_id: invoiceId,
    changed_on: day,
    pending_state: state,
  }))
}
