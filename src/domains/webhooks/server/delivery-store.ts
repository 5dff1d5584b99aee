import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Outcome } from '../rules.ts'

/** An event on its way to an endpoint, and what this try needs to know of both. */
export type Delivery = {
  deliveryId: string
  endpointId: number
  url: string
  sealedSecret: string
  previousSealedSecret: string | null
  previousUntil: Date | null
  eventId: string
  type: string
  happenedAt: Date
  data: unknown
  /** When the first of its tries began. */
  triedSince: Date
  /** How many tries have begun, with this one. */
  tries: number
}

// Longer than any try lasts, so that one under way is nobody else's.
const leaseSeconds = 120

/** The endpoints that are on. */
export async function endpointsOn(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('webhook_endpoint').where('off_at', 'is', null).select('endpoint_id').execute()
  return rows.map(({ endpoint_id }) => endpoint_id)
}

/**
 * Takes what is due first for an endpoint that is on. The next try is set before this one begins, so that whatever breaks
 * off is tried again, and no two workers take the same.
 */
export async function claimDue(
  db: Database,
  { endpointId, most, now }: { endpointId: number; most: number; now: Date },
): Promise<Delivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000)
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select delivery_id from webhook_delivery
      where endpoint_id = ${endpointId} and state = 'waiting' and next_try_at <= ${now}
      order by next_try_at limit ${most} for update skip locked
    )
    update webhook_delivery set tries = tries + 1, last_try_at = ${now}, next_try_at = ${leasedUntil},
      tried_since = case when tries = 0 then ${now} else tried_since end
    from due, webhook_event, webhook_endpoint
    where webhook_delivery.delivery_id = due.delivery_id and webhook_event.event_id = webhook_delivery.event_id
      and webhook_endpoint.endpoint_id = webhook_delivery.endpoint_id and off_at is null
    returning webhook_delivery.delivery_id as "deliveryId", webhook_delivery.endpoint_id as "endpointId", url,
      sealed_secret as "sealedSecret", previous_sealed_secret as "previousSealedSecret",
      previous_until as "previousUntil", webhook_event.event_id as "eventId", type, happened_at as "happenedAt", data,
      tried_since as "triedSince", tries`.execute(db)
  return rows
}

type Tried = Pick<Delivery, 'deliveryId' | 'endpointId' | 'tries'> & {
  outcome: Outcome
  /** How long it took until the reply, or until it was clear that there is none. */
  durationMs: number
  /** When it was over. */
  now: Date
}

/** Notes that an event was taken, and that its endpoint lives. */
export async function markDelivered(db: Database, tried: Tried) {
  const { endpointId, now } = tried
  await noteTry(db, tried, sql`state = 'delivered'`)
  await db
    .updateTable('webhook_endpoint')
    .set({ last_delivered_at: now })
    .where('endpoint_id', '=', endpointId)
    .where((where) => where.or([where('last_delivered_at', 'is', null), where('last_delivered_at', '<', now)]))
    .execute()
}

/** Notes a try in vain, and when the next one begins; without one it is given up. */
export async function markFailed(db: Database, { again, ...tried }: Tried & { again?: Date }) {
  await noteTry(db, tried, again ? sql`next_try_at = ${again}` : sql`state = 'given_up'`)
}

/** Every try stays. What was asked for again meanwhile counts its tries anew, and a try from before says nothing of it. */
async function noteTry(db: Database, tried: Tried, change: RawBuilder<unknown>) {
  const { deliveryId, tries, outcome, durationMs, now } = tried
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

/** Sends one once more, as if it had just happened. */
export async function sendAgain(db: Database, { deliveryId, now }: { deliveryId: string; now: Date }) {
  await db.updateTable('webhook_delivery').set(fromAnew(now)).where('delivery_id', '=', deliveryId).execute()
}

/** Sends once more whatever has not reached an endpoint of what happened since; answers how much. */
export async function sendFailedAgain(
  db: Database,
  { endpointId, since, now }: { endpointId: number; since: Date; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set(fromAnew(now))
    .where('endpoint_id', '=', endpointId)
    .where('state', 'in', ['given_up', 'held'])
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function fromAnew(now: Date) {
  return {
    state: 'waiting',
    tries: 0,
    tried_since: now,
    next_try_at: now,
    failure: null,
    reply_code: null,
  }
}
