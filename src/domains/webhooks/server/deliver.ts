import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { unseal } from '#domains/session/server/sealed-text.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { happening } from '#kit/server/happening.ts'
import { isDead, meaningOf, nextTryAt, type OffReason, type Outcome, secondsAskedBy } from '../rules.ts'
import { type Delivery, markDelivered, markFailed } from './delivery-store.ts'
import { switchOff } from './endpoint-store.ts'
import { post } from './post.ts'
import { signedHeaders } from './signature.ts'

export type DeliveringNeeds = {
  db: Kysely<DB>
  /** Opens the secrets of endpoints. */
  sealingKeys: KeyRing
  /** Whether events may go to private addresses. */
  allowsPrivate: boolean
  /** The users who are told when an endpoint is switched off. */
  operators: (db: Database) => Promise<readonly number[]>
  clock: () => Date
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** An event was taken, is to be tried again, or was given up. */
export const webhookTried = happening<{ outcome: 'delivered' | 'failed' | 'given_up' }>('webhook')

/**
 * Sends an event to an endpoint, signed, and notes what came of it. What is not taken comes again later and later for three
 * days, and no earlier than the endpoint asks for. An endpoint that says it is gone, or has taken nothing in all the tries of
 * one event, is switched off.
 */
export async function deliver(needs: DeliveringNeeds, delivery: Delivery): Promise<void> {
  const { db, clock, log, allowsPrivate } = needs
  const { eventId, url, endpointId, tries } = delivery
  const body = bodyOf(delivery)
  const headers = signedHeaders({ id: eventId, body, at: clock() }, secretsOf(needs, delivery))
  const began = performance.now()
  const outcome = await post({ url, headers, body }, { allowsPrivate })
  const tried = { ...delivery, outcome, durationMs: Math.round(performance.now() - began), now: clock() }
  const { now } = tried
  const meaning = meaningOf(outcome)
  if (meaning === 'delivered') {
    await markDelivered(db, tried)
    return webhookTried.tell({ outcome: 'delivered' })
  }
  const askedSeconds = secondsAskedBy(outcome, now)
  const again = meaning === 'gone' ? undefined : nextTryAt({ ...delivery, now, chance: Math.random(), askedSeconds })
  await db.transaction().execute(async (db) => {
    await markFailed(db, { ...tried, again })
    if (meaning === 'gone') await giveEndpointUp({ ...needs, db }, { endpointId, reason: 'gone', now })
    else if (!again && isDead({ ...delivery, lastDeliveredAt: await lastDelivered(db, endpointId) }))
      await giveEndpointUp({ ...needs, db }, { endpointId, reason: 'failing', now })
  })
  webhookTried.tell({ outcome: again ? 'failed' : 'given_up' })
  log.warn({ endpointId, eventId, tries, ...told(outcome) }, again ? 'webhook not taken' : 'webhook given up')
}

/** What is sent, which is the same at each try. */
export function bodyOf({ type, happenedAt, data }: Pick<Delivery, 'type' | 'happenedAt' | 'data'>): string {
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })
}

function secretsOf({ sealingKeys, clock }: DeliveringNeeds, delivery: Delivery): string[] {
  const { sealedSecret, previousSealedSecret: previous, previousUntil } = delivery
  const sealed = [sealedSecret, ...(previous && previousUntil && clock() < previousUntil ? [previous] : [])]
  return sealed.map((each) => {
    const secret = unseal(each, sealingKeys)
    if (secret === null) throw new Error(`The secret of the endpoint ${delivery.endpointId} cannot be read.`)
    return secret
  })
}

async function lastDelivered(db: Database, endpointId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .where('endpoint_id', '=', endpointId)
    .select('last_delivered_at')
    .executeTakeFirst()
  return row?.last_delivered_at ?? null
}

/** Switches an endpoint off, and tells everybody who keeps the portal. */
async function giveEndpointUp(
  { db, operators }: Pick<DeliveringNeeds, 'operators'> & { db: Database },
  { endpointId, reason, now }: { endpointId: number; reason: Exclude<OffReason, 'operator'>; now: Date },
) {
  const url = await switchOff(db, { endpointId, reason, now })
  if (url === undefined) return
  const subject = `webhook_endpoint:${endpointId}`
  await writeAudit(db, { action: 'webhook_endpoint_switched_off', subject, after: { reason } })
  // A path may be a secret of its own.
  const values = { host: new URL(url).host, reason }
  const link = `/operator/webhooks/${endpointId}` as const
  for (const userId of await operators(db)) await queueMessage(db, { kind: 'webhooks.off', values, userId, link }, now)
}

function told(outcome: Outcome) {
  return outcome.kind === 'replied' ? { status: outcome.code } : { reason: outcome.failure }
}
