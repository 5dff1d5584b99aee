import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RetailerEvent } from '../events.ts'

/**
 * Publishes an event to the retailer's systems: one delivery for each endpoint that subscribes to its type. Within a
 * transaction it takes effect only on commit; a job sends the deliveries. Nothing is stored without subscribers.
 */
export async function queueEvent(db: Database, event: RetailerEvent, at: Date) {
  await queueEvents(db, [event], at)
}

/** Publishes many events in one statement. */
export async function queueEvents(db: Database, events: readonly RetailerEvent[], at: Date) {
  if (events.length === 0) return
  // Many events are not sent to the database where no system listens.
  if (events.length > 1 && !(await hasEndpoints(db))) return
  const rows = events.map(({ type, data }) => ({
    event_id: randomUUID(),
    ...{ type, data, customer_id: 'customer_id' in data ? data.customer_id : null },
  }))
  await sql`
    with queued as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as queued (event_id uuid, type text, customer_id bigint, data jsonb)
    ), listening as (
      select queued.event_id, endpoint_id, off_at
      from queued join webhook_endpoint on event_types is null or type = any(event_types)
    ), event as (
      insert into webhook_event (event_id, type, happened_at, customer_id, data)
      select event_id, type, ${at}::timestamptz, customer_id, data
      from queued where event_id in (select event_id from listening)
      returning event_id, happened_at
    )
    insert into webhook_delivery (event_id, endpoint_id, state, created_at, tried_since, next_try_at)
    select event_id, endpoint_id, case when off_at is null then 'waiting' else 'held' end, happened_at, happened_at, happened_at
    from event join listening using (event_id)`.execute(db)
}

async function hasEndpoints(db: Database): Promise<boolean> {
  return (await db.selectFrom('webhook_endpoint').select('endpoint_id').limit(1).executeTakeFirst()) !== undefined
}
