import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RetailerEvent } from '../events.ts'

/**
 * Publishes an event to the retailer's systems: one delivery for each endpoint that subscribes to its type. Within a
 * transaction it takes effect only on commit; a job sends the deliveries. Nothing is stored without subscribers.
 */
export async function queueEvent(db: Database, { type, data }: RetailerEvent, at: Date) {
  const customerId = 'customer_id' in data ? data.customer_id : null
  await sql`
    with listening as (
      select endpoint_id, off_at from webhook_endpoint where event_types is null or ${type} = any(event_types)
    ), event as (
      insert into webhook_event (event_id, type, happened_at, customer_id, data)
      select ${randomUUID()}::uuid, ${type}, ${at}::timestamptz, ${customerId}::bigint, ${JSON.stringify(data)}::jsonb
      where exists (select from listening)
      returning event_id, happened_at
    )
    insert into webhook_delivery (event_id, endpoint_id, state, created_at, tried_since, next_try_at)
    select event_id, endpoint_id, case when off_at is null then 'waiting' else 'held' end, happened_at, happened_at, happened_at
    from event, listening`.execute(db)
}
