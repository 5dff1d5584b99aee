import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { signatureHeader, signReport } from './signature.ts'

type DeliveryDeps = {
  db: Kysely<DB>
  clock: () => Date
  webhookSecret: string
  /** The address at which the portal receives reports. */
  address: () => string
  post?: typeof fetch
}

const batchSize = 20
const answerTimeoutSeconds = 5
const maxPauseSeconds = 3_600

/**
 * Sends the reports that are due like a provider: until they are accepted, with increasing delays, and therefore at
 * least once. Returns true if there were any.
 */
export async function deliverReports({
  db,
  clock,
  webhookSecret,
  address,
  post = fetch,
}: DeliveryDeps): Promise<boolean> {
  const due = await claimDue(db, clock())
  for (const { event_id, payload } of due) {
    const body = JSON.stringify(payload)
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
    if (isDelivered)
      await db.updateTable('sandbox_webhook').set({ delivered_at: clock() }).where('event_id', '=', event_id).execute()
  }
  return due.length > 0
}

// A report is claimed by postponing its next attempt, so that a delivery that is interrupted is repeated.
async function claimDue(db: Kysely<DB>, now: Date) {
  return db
    .updateTable('sandbox_webhook')
    .set({
      failures: sql`failures + 1`,
      deliver_at: sql`${now}::timestamptz + least(power(2, failures) * 5, ${maxPauseSeconds}) * interval '1 second'`,
    })
    .where('event_id', 'in', (rows) =>
      rows
        .selectFrom('sandbox_webhook')
        .select('event_id')
        .where('delivered_at', 'is', null)
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id', 'payload'])
    .execute()
}

async function postReport(post: typeof fetch, address: string, request: RequestInit): Promise<boolean> {
  try {
    return (await post(address, request)).ok
  } catch {
    return false
  }
}
