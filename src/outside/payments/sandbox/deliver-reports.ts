import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, SandboxWebhook } from '#db/tables.ts'
import { createQueueWorker, workOnDue } from '#kit/server/queue-runner.ts'
import { doublingPauses, updateRow, type WorkQueue } from '#kit/server/work-queue.ts'
import { signatureHeader, signReport } from './signature.ts'

type DeliveryDeps = {
  db: Kysely<DB>
  clock: () => Date
  webhookSecret: string
  /** The address at which the portal receives reports. */
  address: () => string
  post?: typeof fetch
}

const answerTimeoutSeconds = 5

type Delivery = Selectable<SandboxWebhook>

/** The reports that wait to be delivered. */
export const sandboxDeliveryQueue: WorkQueue<Delivery> = {
  table: 'sandbox_webhook',
  key: ['event_id'],
  due: 'deliver_at',
  waiting: sql`delivered_at is null`,
  tries: 'failures',
  pausesSeconds: doublingPauses(5, 3_600),
}

/**
 * Creates the worker that sends the waiting reports like a provider: until they are accepted, with increasing delays,
 * and therefore at least once.
 */
export function createDeliveryWorker({ db, clock, webhookSecret, address, post = fetch }: DeliveryDeps) {
  return createQueueWorker<Delivery>({
    ...{ db, clock, queue: sandboxDeliveryQueue },
    async work(row) {
      const body = JSON.stringify(row.payload)
      const isDelivered = await postReport(post, address(), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signReport(body, { secret: webhookSecret, now: clock() }),
        },
        signal: AbortSignal.timeout(answerTimeoutSeconds * 1000),
        redirect: 'error',
      })
      if (isDelivered) await updateRow(db, sandboxDeliveryQueue, { row, set: { delivered_at: clock() } })
    },
  })
}

/** Sends the reports that are due. Returns whether there were any. */
export function deliverReports(deps: DeliveryDeps): Promise<boolean> {
  return workOnDue(createDeliveryWorker(deps))
}

async function postReport(post: typeof fetch, address: string, request: RequestInit): Promise<boolean> {
  try {
    return (await post(address, request)).ok
  } catch {
    return false
  }
}
