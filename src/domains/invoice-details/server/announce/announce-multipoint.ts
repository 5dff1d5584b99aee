import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, MultipointInvoice } from '#db/tables.ts'
import {
  endMultipointAnnouncement,
  multipointAnnouncementQueue,
} from '#domains/invoice-records/server/announcement-store.ts'
import { sendTimeOf } from '#domains/messages/quiet-hours.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createQueueWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import { toPayOf } from './to-pay.ts'

type AnnounceDeps = { db: Kysely<DB>; clock: () => Date }
type MultipointRow = Selectable<MultipointInvoice>

/** Starts the job that writes to customers about their new multipoint invoices. Any number of workers may run it. */
export function startMultipointAnnouncementJobs({ watch, log, ...deps }: AnnounceDeps & WatchedJobDeps): PollingLoop {
  return startQueueJob(multipointAnnouncementQueue, createMultipointAnnouncementWorker({ ...deps, log }), {
    ...{ name: 'announce multipoint invoices', watch, clock: deps.clock, log },
  })
}

/** Creates the worker that announces multipoint invoices: each once, in one mail for all of its invoices. */
export function createMultipointAnnouncementWorker({
  db,
  clock,
  log,
}: AnnounceDeps & Pick<WatchedJobDeps, 'log'>): QueueWorker<MultipointRow> {
  return createQueueWorker({
    ...{ db, queue: multipointAnnouncementQueue, clock },
    work: (row) => db.transaction().execute((transaction) => announce(transaction, row, clock())),
    async onFailure({ multipoint_invoice_id: multipointId }, error) {
      log.error({ multipointId, error: error.message }, 'multipoint invoice not announced')
    },
  })
}

async function announce(db: Database, row: MultipointRow, now: Date) {
  const { customer_id: customerId, multipoint_invoice_id: multipointId, number } = row
  if (!(await endMultipointAnnouncement(db, { customerId, multipointId }))) return
  const message: NewMessage = {
    kind: 'invoice-details.multipoint',
    ...{ customerId, link: invoiceAddress(number) },
    values: {
      ...{ number, firstDay: row.starts_on, lastDay: row.ends_on, dueOn: row.due_on },
      ...{ amountCents: row.amount_total_cents, toPay: toPayOf(row) },
    },
    sendAt: sendTimeOf(now, 'Europe/Madrid'),
  }
  await queueMessage(db, message, now)
}
