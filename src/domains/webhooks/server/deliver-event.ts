import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { decryptText } from '#kit/server/encrypted-text.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import {
  classifyOutcome,
  type DeliveryOutcome,
  findNextTryAt,
  isEndpointDead,
  type OffReason,
  retryAfterSecondsOf,
} from '../rules.ts'
import { type ClaimedDelivery, markDelivered, markFailed } from './delivery-store.ts'
import { deactivateEndpoint } from './endpoint-store.ts'
import { postEvent } from './post-event.ts'
import { signHeaders } from './webhook-signature.ts'

export type DeliverDeps = {
  db: Kysely<DB>
  /** The keys that decrypt the secrets of endpoints. */
  encryptionKeys: KeyRing
  /** Whether events may be sent to private addresses. */
  allowsPrivate: boolean
  /** Returns the users who are notified when an endpoint is switched off. */
  operators: (db: Database) => Promise<readonly number[]>
  clock: () => Date
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** Published after each attempt: an event was delivered, failed for now, or was given up. */
export const webhookTried = eventChannel<{ outcome: 'delivered' | 'failed' | 'given_up' }>('webhook')

/**
 * Sends a signed event to an endpoint and stores the outcome. Failed deliveries are retried with growing pauses for
 * three days, no earlier than the endpoint requests. An endpoint that replies that it is gone, or that accepts nothing
 * during all attempts of one event, is switched off.
 */
export async function deliverEvent(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const { db, clock, log, allowsPrivate } = deps
  const { eventId, url, endpointId, tries } = delivery
  const body = eventBodyOf(delivery)
  const headers = signHeaders({ id: eventId, body, at: clock() }, decryptSecrets(deps, delivery))
  const startedAt = performance.now()
  const outcome = await postEvent({ url, headers, body }, { allowsPrivate })
  const result = { ...delivery, outcome, durationMs: Math.round(performance.now() - startedAt), now: clock() }
  const { now } = result
  const outcomeKind = classifyOutcome(outcome)
  if (outcomeKind === 'delivered') {
    await markDelivered(db, result)
    return webhookTried.publish({ outcome: 'delivered' })
  }
  const retryAfterSeconds = retryAfterSecondsOf(outcome, now)
  const nextTry =
    outcomeKind === 'gone' ? undefined : findNextTryAt({ ...delivery, now, chance: Math.random(), retryAfterSeconds })
  await db.transaction().execute(async (db) => {
    await markFailed(db, { ...result, nextTryAt: nextTry })
    if (outcomeKind === 'gone') await switchOffEndpoint({ ...deps, db }, { endpointId, reason: 'gone', now })
    else if (!nextTry && isEndpointDead({ ...delivery, lastDeliveredAt: await findLastDeliveredAt(db, endpointId) }))
      await switchOffEndpoint({ ...deps, db }, { endpointId, reason: 'failing', now })
  })
  webhookTried.publish({ outcome: nextTry ? 'failed' : 'given_up' })
  log.warn(
    { endpointId, eventId, tries, ...outcomeDetails(outcome) },
    nextTry ? 'webhook not taken' : 'webhook given up',
  )
}

/** Returns the body of an event, which is the same at each attempt. */
export function eventBodyOf({ type, happenedAt, data }: Pick<ClaimedDelivery, 'type' | 'happenedAt' | 'data'>): string {
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })
}

function decryptSecrets({ encryptionKeys, clock }: DeliverDeps, delivery: ClaimedDelivery): string[] {
  const { sealedSecret, previousSealedSecret: previous, previousUntil } = delivery
  const encrypted = [sealedSecret, ...(previous && previousUntil && clock() < previousUntil ? [previous] : [])]
  return encrypted.map((each) => {
    const secret = decryptText(each, encryptionKeys)
    if (secret === null) throw new Error(`The secret of the endpoint ${delivery.endpointId} cannot be decrypted.`)
    return secret
  })
}

async function findLastDeliveredAt(db: Database, endpointId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .where('endpoint_id', '=', endpointId)
    .select('last_delivered_at')
    .executeTakeFirst()
  return row?.last_delivered_at ?? null
}

/** Switches an endpoint off and notifies the operators. */
async function switchOffEndpoint(
  { db, operators }: Pick<DeliverDeps, 'operators'> & { db: Database },
  { endpointId, reason, now }: { endpointId: number; reason: Exclude<OffReason, 'operator'>; now: Date },
) {
  const url = await deactivateEndpoint(db, { endpointId, reason, now })
  if (url === undefined) return
  const subject = `webhook_endpoint:${endpointId}`
  await writeAudit(db, { action: 'webhook_endpoint_switched_off', subject, after: { reason } })
  // A path may be a secret.
  const values = { host: new URL(url).host, reason }
  const link = `/operator/webhooks/${endpointId}` as const
  for (const userId of await operators(db)) await queueMessage(db, { kind: 'webhooks.off', values, userId, link }, now)
}

function outcomeDetails(outcome: DeliveryOutcome) {
  return outcome.kind === 'replied' ? { status: outcome.code } : { reason: outcome.failure }
}
