import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { bothSecretsHours, type EventType, maxEndpoints, type OffReason, testEventType } from '../rules.ts'
import { createWebhookSecret } from './webhook-signature.ts'

/** The URL, description and event types of an endpoint; null for all types. */
export type EndpointFields = { url: string; description: string; eventTypes: EventType[] | null }

/** Adds an endpoint with its own secret, which is only ever returned here. Returns undefined if there are too many. */
export async function insertEndpoint(
  db: Database,
  { url, description, eventTypes, encryptionKeys, now }: EndpointFields & { encryptionKeys: KeyRing; now: Date },
): Promise<{ endpointId: number; secret: string } | undefined> {
  const secret = createWebhookSecret()
  const { rows } = await sql<{ endpointId: number }>`
    insert into webhook_endpoint (url, description, event_types, sealed_secret, created_at)
    select ${url}, ${description}, ${eventTypes}::text[], ${encryptText(secret, encryptionKeys)}, ${now}::timestamptz
    where (select count(*) from webhook_endpoint) < ${maxEndpoints}
    returning endpoint_id as "endpointId"`.execute(db)
  return rows[0] && { endpointId: rows[0].endpointId, secret }
}

/** Updates an endpoint if its version still matches. Returns false on a conflict. */
export async function updateEndpoint(
  db: Database,
  { endpointId, version, url, description, eventTypes }: EndpointFields & { endpointId: number; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ url, description, event_types: eventTypes, version: version + 1 })
    .where('endpoint_id', '=', endpointId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives an endpoint a new secret, which is only ever returned here. The previous one also signs until `previousUntil`.
 */
export async function rotateSecret(
  db: Database,
  { endpointId, encryptionKeys, now }: { endpointId: number; encryptionKeys: KeyRing; now: Date },
): Promise<{ secret: string; previousUntil: Date }> {
  const secret = createWebhookSecret()
  const previousUntil = new Date(now.getTime() + bothSecretsHours * msPerHour)
  await db
    .updateTable('webhook_endpoint')
    .set((row) => ({
      previous_sealed_secret: row.ref('sealed_secret'),
      previous_until: previousUntil,
      sealed_secret: encryptText(secret, encryptionKeys),
    }))
    .where('endpoint_id', '=', endpointId)
    .execute()
  return { secret, previousUntil }
}

/** Switches an endpoint off and holds its waiting deliveries. @returns its URL, or undefined if it was already off. */
export async function deactivateEndpoint(
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

/** Switches an endpoint on. Held deliveries stay held until they are requeued. Returns false if it was already on. */
export async function activateEndpoint(db: Database, endpointId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ off_at: null, off_reason: null })
    .where('endpoint_id', '=', endpointId)
    .where('off_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an endpoint with all its deliveries. */
export async function deleteEndpoint(db: Database, endpointId: number) {
  await db.deleteFrom('webhook_endpoint').where('endpoint_id', '=', endpointId).execute()
}

/** Queues an empty test event for an endpoint, regardless of its types. @returns the id of its delivery. */
export async function queueTestEvent(
  db: Database,
  { endpointId, now }: { endpointId: number; now: Date },
): Promise<number> {
  const event = { event_id: randomUUID(), type: testEventType, happened_at: now, data: '{}' }
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
