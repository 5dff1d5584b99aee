import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { signatureHeader, signed } from './signature.ts'

type Needs = {
  db: Kysely<DB>
  clock: () => Date
  webhookSecret: string
  /** Where the portal takes reports. */
  address: () => string
  post?: typeof fetch
}

const atOnce = 20
const longestAnswerSeconds = 5
const longestPauseSeconds = 3_600

/**
 * Sends the reports that are due, as a provider does: until they are taken, with longer and longer pauses, and therefore
 * at least once. True when there were any.
 */
export async function deliverReports({ db, clock, webhookSecret, address, post = fetch }: Needs): Promise<boolean> {
  const due = await claimDue(db, clock())
  for (const { event_id, payload } of due) {
    const body = JSON.stringify(payload)
    const taken = await isTaken(post, address(), {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signed(body, { secret: webhookSecret, now: clock() }),
      },
      signal: AbortSignal.timeout(longestAnswerSeconds * 1000),
      redirect: 'error',
    })
    if (taken)
      await db.updateTable('sandbox_webhook').set({ delivered_at: clock() }).where('event_id', '=', event_id).execute()
  }
  return due.length > 0
}

// Claimed by moving the next try ahead, so that a delivery that breaks off is one that comes again.
async function claimDue(db: Kysely<DB>, now: Date) {
  return db
    .updateTable('sandbox_webhook')
    .set({
      failures: sql`failures + 1`,
      deliver_at: sql`${now}::timestamptz + least(power(2, failures) * 5, ${longestPauseSeconds}) * interval '1 second'`,
    })
    .where('event_id', 'in', (rows) =>
      rows
        .selectFrom('sandbox_webhook')
        .select('event_id')
        .where('delivered_at', 'is', null)
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id', 'payload'])
    .execute()
}

async function isTaken(post: typeof fetch, address: string, request: RequestInit): Promise<boolean> {
  try {
    return (await post(address, request)).ok
  } catch {
    return false
  }
}
