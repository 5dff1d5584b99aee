import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { seal } from '#domains/session/server/sealed-text.ts'
import { bothSecretsHours, type EventType, mostEndpoints, type OffReason, testType } from '../rules.ts'
import { makeWebhookSecret } from './signature.ts'

/** Where the retailer is told, and of what; null for all types. */
export type EndpointGiven = { url: string; description: string; eventTypes: EventType[] | null }

/** Adds an endpoint with a secret of its own, which is only ever seen here; undefined where there are too many. */
export async function addEndpoint(
  db: Database,
  { url, description, eventTypes, sealingKeys, now }: EndpointGiven & { sealingKeys: KeyRing; now: Date },
): Promise<{ endpointId: number; secret: string } | undefined> {
  const secret = makeWebhookSecret()
  const { rows } = await sql<{ endpointId: number }>`
    insert into webhook_endpoint (url, description, event_types, sealed_secret, created_at)
    select ${url}, ${description}, ${eventTypes}::text[], ${seal(secret, sealingKeys)}, ${now}::timestamptz
    where (select count(*) from webhook_endpoint) < ${mostEndpoints}
    returning endpoint_id as "endpointId"`.execute(db)
  return rows[0] && { endpointId: rows[0].endpointId, secret }
}

/** Changes what stands in this version; false where somebody else has changed it since. */
export async function changeEndpoint(
  db: Database,
  { endpointId, version, url, description, eventTypes }: EndpointGiven & { endpointId: number; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ url, description, event_types: eventTypes, version: version + 1 })
    .where('endpoint_id', '=', endpointId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives an endpoint a new secret, which is only ever seen here. The one from before signs as well until `previousUntil`. */
export async function rotateSecret(
  db: Database,
  { endpointId, sealingKeys, now }: { endpointId: number; sealingKeys: KeyRing; now: Date },
): Promise<{ secret: string; previousUntil: Date }> {
  const secret = makeWebhookSecret()
  const previousUntil = new Date(now.getTime() + bothSecretsHours * 3_600_000)
  await db
    .updateTable('webhook_endpoint')
    .set((row) => ({
      previous_sealed_secret: row.ref('sealed_secret'),
      previous_until: previousUntil,
      sealed_secret: seal(secret, sealingKeys),
    }))
    .where('endpoint_id', '=', endpointId)
    .execute()
  return { secret, previousUntil }
}

/** Switches an endpoint off and holds what waits for it; undefined where it was off. @returns its address. */
export async function switchOff(
  db: Database,
  { endpointId, reason, now }: { endpointId: number; reason: OffReason; now: Date },
): Promise<string | undefined> {
  const off = await db
    .updateTable('webhook_endpoint')
    .set({ off_at: now, off_reason: reason })
    .where('endpoint_id', '=', endpointId)
    .where('off_at', 'is', null)
    .returning('url')
    .executeTakeFirst()
  if (!off) return undefined
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'held' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
  return off.url
}

/** Switches an endpoint on; what was held stays so until it is asked for. False where it was on. */
export async function switchOn(db: Database, endpointId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ off_at: null, off_reason: null })
    .where('endpoint_id', '=', endpointId)
    .where('off_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes an endpoint away with all its deliveries. */
export async function removeEndpoint(db: Database, endpointId: number) {
  await db.deleteFrom('webhook_endpoint').where('endpoint_id', '=', endpointId).execute()
}

/** Sends an endpoint an event that says nothing, whatever it listens to. @returns the id of its delivery. */
export async function sendTest(db: Database, { endpointId, now }: { endpointId: number; now: Date }): Promise<string> {
  const event = { event_id: randomUUID(), type: testType, happened_at: now, data: '{}' }
  await db.insertInto('webhook_event').values(event).execute()
  const { delivery_id } = await db
    .insertInto('webhook_delivery')
    .values({
      event_id: event.event_id,
      endpoint_id: endpointId,
      state: 'waiting',
      created_at: now,
      tried_since: now,
      next_try_at: now,
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow()
  return delivery_id
}
