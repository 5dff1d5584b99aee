import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { WebhookDelivery } from '#db/tables.ts'
import { claimDue, type WorkQueue } from '#kit/server/work-queue.ts'
import type { DeliveryOutcome } from '../rules.ts'

/** A claimed delivery with the data of its event and endpoint that an attempt needs. */
export type ClaimedDelivery = {
  deliveryId: number
  endpointId: number
  url: string
  sealedSecret: string
  previousSealedSecret: string | null
  previousUntil: Date | null
  eventId: string
  type: string
  happenedAt: Date
  data: unknown
  /** When its first attempt started. */
  triedSince: Date
  /** The number of attempts, including this one. */
  tries: number
}

/** The waiting deliveries. */
export const deliveryQueue: WorkQueue<Selectable<WebhookDelivery>> = {
  table: 'webhook_delivery',
  key: ['delivery_id'],
  due: 'next_try_at',
  waiting: sql`state = 'waiting'`,
  tries: 'tries',
  // Longer than any attempt, so that a running one is not claimed again.
  pausesSeconds: [120],
}

/** Selects when the next delivery to an endpoint that is on is due, with one look at the index for each endpoint. */
export const nextDeliveryQuery = sql`
  select min(next_try_at) from webhook_endpoint cross join lateral (
    select next_try_at from webhook_delivery
    where webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id and state = 'waiting'
    order by next_try_at limit 1
  ) as first_delivery where off_at is null`

/** Returns the endpoints that are on. */
export async function findActiveEndpoints(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('webhook_endpoint').where('off_at', 'is', null).select('endpoint_id').execute()
  return rows.map(({ endpoint_id }) => endpoint_id)
}

/**
 * Claims the deliveries due first for an endpoint that is on. The next attempt is scheduled before this one starts, so
 * that an aborted one is retried and no two workers claim the same delivery.
 */
export async function claimDueDeliveries(
  db: Database,
  { endpointId, limit, now }: { endpointId: number; limit: number; now: Date },
): Promise<ClaimedDelivery[]> {
  const claimed = await claimDue(db, deliveryQueue, {
    ...{ now, limit, where: sql`endpoint_id = ${endpointId}` },
    set: { last_try_at: now, tried_since: sql`case when tries = 0 then ${now} else tried_since end` },
  })
  if (claimed.length === 0) return []
  const { rows } = await sql<ClaimedDelivery>`
    select delivery_id as "deliveryId", endpoint_id as "endpointId", url, sealed_secret as "sealedSecret",
      previous_sealed_secret as "previousSealedSecret", previous_until as "previousUntil", event_id as "eventId", type,
      happened_at as "happenedAt", data, tried_since as "triedSince", tries
    from webhook_delivery join webhook_event using (event_id) join webhook_endpoint using (endpoint_id)
    where off_at is null and delivery_id = any(${claimed.map(({ delivery_id }) => delivery_id)})
    order by next_try_at`.execute(db)
  return rows
}

type TryResult = Pick<ClaimedDelivery, 'deliveryId' | 'endpointId' | 'tries'> & {
  outcome: DeliveryOutcome
  /** The time until the reply, or until it was clear that there is none. */
  durationMs: number
  /** When the attempt ended. */
  now: Date
}

/** Marks a delivery as delivered and its endpoint as alive. */
export async function markDelivered(db: Database, result: TryResult) {
  const { endpointId, now } = result
  await saveTry(db, result, sql`state = 'delivered'`)
  await db
    .updateTable('webhook_endpoint')
    .set({ last_delivered_at: now })
    .where('endpoint_id', '=', endpointId)
    .where((where) => where.or([where('last_delivered_at', 'is', null), where('last_delivered_at', '<', now)]))
    .execute()
}

/** Stores a failed attempt and the time of the next one; without one the delivery is given up. */
export async function markFailed(db: Database, { nextTryAt, ...result }: TryResult & { nextTryAt?: Date }) {
  await saveTry(db, result, nextTryAt ? sql`next_try_at = ${nextTryAt}` : sql`state = 'given_up'`)
}

/**
 * Stores an attempt; every one is kept. A delivery that was requeued meanwhile counts its attempts anew, so an earlier
 * attempt does not change its state.
 */
async function saveTry(db: Database, result: TryResult, change: RawBuilder<unknown>) {
  const { deliveryId, tries, outcome, durationMs, now } = result
  const { code, cut } = outcome.kind === 'replied' ? outcome : { code: null, cut: null }
  const failure = outcome.kind === 'failed' ? outcome.failure : null
  const triedAt = new Date(now.getTime() - durationMs)
  await sql`
    with noted as (
      insert into webhook_try (delivery_id, tried_at, duration_ms, reply_code, reply_cut, failure)
      select delivery_id, ${triedAt}::timestamptz, ${durationMs}::integer, ${code}::integer, ${cut || null}, ${failure}
      from webhook_delivery where delivery_id = ${deliveryId}
    )
    update webhook_delivery set ${change}, reply_code = ${code}, failure = ${failure}
    where delivery_id = ${deliveryId} and tries = ${tries}`.execute(db)
}

/** Sends a delivery again, as if its event had just happened. */
export async function requeueDelivery(db: Database, { deliveryId, now }: { deliveryId: number; now: Date }) {
  await db.updateTable('webhook_delivery').set(resetColumns(now)).where('delivery_id', '=', deliveryId).execute()
}

/** Requeues all failed deliveries of an endpoint since an instant. Returns their number. */
export async function requeueFailedDeliveries(
  db: Database,
  { endpointId, since, now }: { endpointId: number; since: Date; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set(resetColumns(now))
    .where('endpoint_id', '=', endpointId)
    .where('state', 'in', ['given_up', 'held'])
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function resetColumns(now: Date) {
  return {
    state: 'waiting',
    tries: 0,
    tried_since: now,
    next_try_at: now,
    failure: null,
    reply_code: null,
  }
}
