import type { Database } from '#db/database.ts'
import { openDuties, plainFacts } from '#domains/duties/server/duty-store.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { KnownInvoice } from './known-invoices.ts'

/** An invoice that was imported, and how it stood before. */
export type ImportedInvoice = {
  invoice: Pick<InvoiceLine, 'paidStatus' | 'dueOn' | 'amountTotalCents' | 'history'>
  before: KnownInvoice | undefined
}

/** A direct debit that was collected, and the day on which it was. */
type CollectedDebit = { debit: KnownInvoice; on: MarketDay }

/**
 * Opens what follows from direct debits that were collected, which is known from invoices that were at the bank and now
 * are paid: until when their payers may have them back, and when the mandate of the contract lapses.
 */
export async function openDebitDuties(db: Database, invoices: readonly ImportedInvoice[], now: Date): Promise<void> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const collected = invoices.flatMap((imported) => collectedDebitOf(imported, today))
  await openDuties(
    db,
    collected.map(({ debit, on }) => ({
      ...{ kind: 'debit_refund', subject: `invoice:${debit.invoiceId}`, ...partiesOf(debit, on) },
      facts: { ...plainFacts, topics: ['authorized'] },
    })),
  )
  // By day, so that the last use of a mandate counts.
  const lastUses = new Map(
    collected.sort((one, other) => (one.on < other.on ? -1 : 1)).map((use) => [use.debit.contractId, use]),
  )
  await openDuties(
    db,
    [...lastUses].map(([contractId, { debit, on }]) => ({
      ...{ kind: 'mandate', subject: `contract:${contractId}`, ...partiesOf(debit, on), facts: plainFacts },
    })),
  )
}

function collectedDebitOf({ invoice, before }: ImportedInvoice, today: MarketDay): CollectedDebit[] {
  const { paidStatus, dueOn, amountTotalCents, history } = invoice
  const wasAtBank = before?.paidStatus === 'pending_remesa' && before.paidHereCents <= 0
  if (!before || !wasAtBank || paidStatus !== 'paid' || amountTotalCents <= 0) return []
  const paidOn = history.findLast(({ state }) => state === 'paid')?.day
  return [{ debit: before, on: paidOn ?? (dueOn < today ? dueOn : today) }]
}

function partiesOf({ customerId, contractId }: KnownInvoice, on: MarketDay) {
  return { customerId, contractId, place: null, at: startOf(on, 'Europe/Madrid') }
}
