import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import type { RetailerEvent } from '#domains/webhooks/events.ts'
import { eventRetentionDays } from '#domains/webhooks/rules.ts'
import { createWebhookSecret } from '#domains/webhooks/server/webhook-signature.ts'
import { encryptText } from '#kit/server/encrypted-text.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { demoUuidOf } from './invoices/card-payments.ts'

const secondMs = 1_000

type PastEvent = RetailerEvent & { at: Date }

/**
 * Creates a webhook endpoint that received the payments and cases of the last weeks until an operator switched it off:
 * a demo calls no other system, and deliveries caused by its visitors are held.
 */
export async function loadWebhooks(db: Database, { now }: { now: Date }) {
  const offAt = new Date(now.getTime() - 2 * msPerDay)
  const since = new Date(now.getTime() - (eventRetentionDays - 1) * msPerDay)
  const events = [...(await findSettledPayments(db, since)), ...(await findOpenedCases(db, since))]
  const [last] = events
    .map(({ at }) => at)
    .filter((at) => at < offAt)
    .sort((one, other) => other.getTime() - one.getTime())
  const { endpoint_id } = await db
    .insertInto('webhook_endpoint')
    .values({
      url: 'https://erp.demo-energia.example/webhooks',
      description: 'Facturación y atención',
      sealed_secret: encryptText(createWebhookSecret(), await readKeyRing(db, 'sealing')),
      off_at: offAt,
      off_reason: 'operator',
      last_delivered_at: last ?? null,
      created_at: since,
    })
    .returning('endpoint_id')
    .executeTakeFirstOrThrow()
  for (const { type, data, at } of events) {
    const event_id = demoUuidOf(`webhook ${type} ${JSON.stringify(data)}`)
    const customer_id = 'customer_id' in data ? data.customer_id : null
    await db
      .insertInto('webhook_event')
      .values({ event_id, type, happened_at: at, customer_id, data: JSON.stringify(data) })
      .execute()
    const lastAttempt = { last_try_at: new Date(at.getTime() + secondMs), tries: 1, reply_code: 204 }
    await db
      .insertInto('webhook_delivery')
      .values({
        ...{ event_id, endpoint_id, created_at: at, tried_since: at, next_try_at: at },
        ...(at < offAt ? { state: 'delivered', ...lastAttempt } : { state: 'held' }),
      })
      .execute()
  }
  await sql`
    insert into webhook_try (delivery_id, tried_at, duration_ms, reply_code)
    select delivery_id, last_try_at, 60 + delivery_id % 7 * 23, reply_code from webhook_delivery where state = 'delivered'
    order by delivery_id`.execute(db)
}

async function findSettledPayments(db: Database, since: Date): Promise<PastEvent[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .where('state', '=', 'succeeded')
    .where('updated_at', '>=', since)
    .orderBy('updated_at')
    .orderBy('payment_attempt_id')
    .select(['payment_attempt_id as payment_id', 'item_kind', 'item_id', 'amount_cents', 'platform', 'customer_id'])
    .select('updated_at as at')
    .execute()
  return rows.map(({ amount_cents, at, ...row }) => ({
    type: 'payment.settled',
    data: { ...row, amount: amount_cents / 100 },
    at,
  }))
}

async function findOpenedCases(db: Database, since: Date): Promise<PastEvent[]> {
  const rows = await db
    .selectFrom('support_case')
    .where('opened_at', '>=', since)
    .orderBy('case_id')
    .select(['case_id', 'case_type', 'due_on', 'customer_id', 'contract_id', 'opened_at'])
    .execute()
  return rows.map(({ opened_at: at, ...data }) => ({ type: 'case.opened', data, at }))
}
