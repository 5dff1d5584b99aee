import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { type EventType, urlProblem } from '#domains/webhooks/rules.ts'
import { sendAgain, sendFailedAgain } from '#domains/webhooks/server/delivery-store.ts'
import {
  addEndpoint as add,
  changeEndpoint as change,
  removeEndpoint as remove,
  rotateSecret,
  sendTest,
  switchOff,
  switchOn,
} from '#domains/webhooks/server/endpoint-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { leadsInside } from '#kit/server/public-address.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  addEndpoint,
  changeEndpoint,
  listDeliveries,
  listEndpoints,
  readDelivery,
  readEndpoint,
  redeliver,
  redeliverSince,
  removeEndpoint,
  rotateEndpointSecret,
  switchEndpoint,
  testEndpoint,
} from '../api.ts'
import { deliveriesIn, endpointsIn, findDelivery } from './webhook-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  sealingKeys: KeyRing
  /** Whether endpoints may be at private addresses. */
  allowsPrivate: boolean
  clock: () => Date
}

/** The desk where the retailer's systems are named that are told what happens, and how telling them fares is seen. */
export function webhookDeskRoutes({ serve, db, sealingKeys, allowsPrivate, clock }: Needs) {
  const find = async ({ params: { id } }: { params: { id: string } }) => (await endpointsIn(db, clock(), id))[0]
  const subjectOf = (id: number) => `webhook_endpoint:${id}`

  /** What is wrong with the address of an endpoint, by its field. */
  function urlFields(url: string): { url: string[] } | undefined {
    const problem = urlProblem(url, { allowsPrivate })
    if (problem) return { url: [problem] }
    return !allowsPrivate && leadsInside(new URL(url)) ? { url: ['url_private'] } : undefined
  }

  serve(listEndpoints, async () => ({ items: await endpointsIn(db, clock()) }))
  serve(readEndpoint, { find, act: async ({ subject }) => subject })

  serve(addEndpoint, async ({ actor, body, request }, refuse) => {
    const fields = urlFields(body.url)
    if (fields) throw refuse('invalid', { fields })
    return db.transaction().execute(async (db) => {
      const added = await add(db, { ...givenIn(body), sealingKeys, now: clock() })
      if (!added) throw refuse('too_many_endpoints')
      await writeAudit(db, {
        action: 'webhook_endpoint_added',
        actorUserId: actor.userId,
        subject: subjectOf(added.endpointId),
        after: toldOf(body),
        requestId: request.id,
      })
      return { id: added.endpointId, secret: added.secret }
    })
  })

  serve(changeEndpoint, {
    find,
    async act({ actor, subject, body, request }, refuse) {
      const fields = urlFields(body.url)
      if (fields) throw refuse('invalid', { fields })
      await db.transaction().execute(async (db) => {
        const { version } = body
        const isChanged = await change(db, { ...givenIn(body), endpointId: subject.id, version })
        if (!isChanged) {
          const [current = null] = await endpointsIn(db, clock(), String(subject.id))
          throw refuse('endpoint_changed', { extra: { current } })
        }
        await writeAudit(db, {
          action: 'webhook_endpoint_changed',
          actorUserId: actor.userId,
          subject: subjectOf(subject.id),
          before: toldOf(subject),
          after: toldOf(body),
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  serve(switchEndpoint, {
    find,
    async act({ actor, subject, body: { on }, request }) {
      await db.transaction().execute(async (db) => {
        const { id: endpointId } = subject
        const isChanged = on
          ? await switchOn(db, endpointId)
          : (await switchOff(db, { endpointId, reason: 'operator', now: clock() })) !== undefined
        if (!isChanged) return
        await writeAudit(db, {
          action: on ? 'webhook_endpoint_switched_on' : 'webhook_endpoint_switched_off',
          actorUserId: actor.userId,
          subject: subjectOf(endpointId),
          before: { off: subject.off?.reason ?? null },
          after: { off: on ? null : 'operator' },
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  serve(removeEndpoint, {
    find,
    async act({ actor, subject, request }) {
      await db.transaction().execute(async (db) => {
        await remove(db, subject.id)
        await writeAudit(db, {
          action: 'webhook_endpoint_removed',
          actorUserId: actor.userId,
          subject: subjectOf(subject.id),
          before: toldOf(subject),
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  serve(rotateEndpointSecret, {
    find,
    act: ({ actor, subject, request }) =>
      db.transaction().execute(async (db) => {
        const made = await rotateSecret(db, { endpointId: subject.id, sealingKeys, now: clock() })
        await writeAudit(db, {
          action: 'webhook_secret_rotated',
          actorUserId: actor.userId,
          subject: subjectOf(subject.id),
          requestId: request.id,
        })
        return { secret: made.secret, both_secrets_until: made.previousUntil.toISOString() }
      }),
  })

  serve(testEndpoint, {
    find,
    async act({ actor, subject, request }, refuse) {
      if (subject.off) throw refuse('endpoint_off')
      const delivery_id = await db.transaction().execute(async (db) => {
        await writeAudit(db, {
          action: 'webhook_tested',
          actorUserId: actor.userId,
          subject: subjectOf(subject.id),
          requestId: request.id,
        })
        return sendTest(db, { endpointId: subject.id, now: clock() })
      })
      return { delivery_id }
    },
  })

  serve(redeliverSince, {
    find,
    async act({ actor, subject, body: { days }, request }, refuse) {
      if (subject.off) throw refuse('endpoint_off')
      const now = clock()
      const since = new Date(now.getTime() - days * 86_400_000)
      return db.transaction().execute(async (db) => {
        const count = await sendFailedAgain(db, { endpointId: subject.id, since, now })
        await writeAudit(db, {
          action: 'webhooks_redelivered',
          actorUserId: actor.userId,
          subject: subjectOf(subject.id),
          after: { since: since.toISOString(), count },
          requestId: request.id,
        })
        return { count }
      })
    },
  })

  const findOne = ({ params: { id } }: { params: { id: string } }) => findDelivery(db, id)
  serve(listDeliveries, ({ query }) => deliveriesIn(db, query))
  serve(readDelivery, { find: findOne, act: async ({ subject }) => subject })

  serve(redeliver, {
    find: findOne,
    async act({ actor, subject, request }, refuse) {
      if (subject.endpoint.is_off) throw refuse('endpoint_off')
      await db.transaction().execute(async (db) => {
        await sendAgain(db, { deliveryId: subject.id, now: clock() })
        await writeAudit(db, {
          action: 'webhooks_redelivered',
          actorUserId: actor.userId,
          subject: subjectOf(subject.endpoint.id),
          after: { event: subject.event_id },
          requestId: request.id,
        })
      })
      return undefined
    },
  })
}

type Given = { url: string; description: string; event_types: EventType[] | null }

function givenIn({ url, description, event_types: eventTypes }: Given) {
  return { url, description, eventTypes }
}

/** What the audit log keeps of an endpoint: of its address the host, since a path may be a secret of its own. */
function toldOf({ url, event_types: eventTypes }: { url: string; event_types: readonly string[] | null }) {
  return { host: new URL(url).host, eventTypes }
}
