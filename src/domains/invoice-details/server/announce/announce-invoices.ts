import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, InvoiceAnnouncement } from '#db/tables.ts'
import { presentPlanOfInvoice } from '#domains/collections/server/present-plan.ts'
import { announcementQueue, endAnnouncement } from '#domains/invoice-records/server/announcement-store.ts'
import { sendTimeOf } from '#domains/messages/quiet-hours.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createQueueWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import { compareBills } from '#vocabulary/bill-bridge/bill-bridge.ts'
import { timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { Reason } from '../../reason-sentence.ts'
import { type ComparedInvoice, findComparedInvoices, findCorrections, findInvoiceToAnnounce } from '../invoice-store.ts'
import { billOf } from '../present.ts'
import { writeReason } from './announcement-reason.ts'
import { toPayOf } from './to-pay.ts'

type AnnounceDeps = { db: Kysely<DB>; clock: () => Date }
type AnnouncementRow = Selectable<InvoiceAnnouncement>

const concurrency = 4

/** Starts the job that writes to customers about their new invoices. Any number of workers may run it. */
export function startAnnouncementJobs({ watch, log, ...deps }: AnnounceDeps & WatchedJobDeps): PollingLoop {
  return startQueueJob(announcementQueue, createAnnouncementWorker({ ...deps, log }), {
    ...{ name: 'announce invoices', watch, clock: deps.clock, log },
  })
}

/** Creates the worker that announces invoices, each once: its message and its state are one transaction. */
export function createAnnouncementWorker({
  db,
  clock,
  log,
}: AnnounceDeps & Pick<WatchedJobDeps, 'log'>): QueueWorker<AnnouncementRow> {
  return createQueueWorker({
    ...{ db, queue: announcementQueue, clock, concurrency },
    work: (row) => db.transaction().execute((transaction) => announce(transaction, row, clock())),
    async onFailure(row, error, { isLast }) {
      log.error({ invoiceId: row.invoice_id, error: error.message }, 'invoice not announced')
      if (isLast) await endAnnouncement(db, keyOf(row), 'failed')
    },
  })
}

async function announce(db: Database, row: AnnouncementRow, now: Date) {
  const invoice = await findInvoiceToAnnounce(db, keyOf(row))
  // It was held again since it came in: its release announces it.
  if (!(await endAnnouncement(db, keyOf(row), invoice ? 'sent' : 'held')) || !invoice) return
  const { before, yearBefore } = await findComparedInvoices(db, invoice)
  const reason = reasonOf(before, invoice, 'before') ?? reasonOf(yearBefore, invoice, 'year')
  const { corrects } = await findCorrections(db, invoice)
  const { plan_offer } = await presentPlanOfInvoice(db, keyOf(row), now)
  const { customer_id: customerId, contract_id: contractId, number, contract } = invoice
  const message: NewMessage = {
    kind: 'invoice-details.arrived',
    ...{ customerId, contractId, link: invoiceAddress(number) },
    values: {
      ...{ number, contract, address: `${invoice.supply_street}, ${invoice.supply_city}` },
      ...{ firstDay: invoice.starts_on, lastDay: invoice.ends_on, dueOn: invoice.due_on },
      ...{ amountCents: invoice.amount_total_cents, toPay: toPayOf(invoice), ...writeReason(reason) },
      ...(corrects && { type: invoice.rectificative_type, corrected: corrects.number }),
      ...(plan_offer && { parts: plan_offer.parts.length }),
    },
    sendAt: sendTimeOf(now, timeZoneOfTariffZone(zoneOfProvince(invoice.province_code))),
  }
  await queueMessage(db, message, now)
}

/** Returns how an invoice differs from an earlier one; null without one. */
function reasonOf(before: ComparedInvoice | undefined, after: ComparedInvoice, than: Reason['than']): Reason | null {
  if (!before) return null
  const bridge = compareBills(billOf(before), billOf(after))
  return {
    ...{ than, differenceCents: after.amount_total_cents - before.amount_total_cents },
    steps: bridge?.steps ?? [],
  }
}

function keyOf({ customer_id, invoice_id }: AnnouncementRow) {
  return { customerId: customer_id, invoiceId: invoice_id }
}
