import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { isPrivateDestination } from '#kit/server/public-address.ts'
import type { Serve } from '#kit/server/serve.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { type EventType, findUrlProblem } from '../../rules.ts'
import { requeueDelivery, requeueFailedDeliveries } from '../../server/delivery-store.ts'
import {
  activateEndpoint,
  insertEndpoint as add,
  updateEndpoint as change,
  deactivateEndpoint,
  queueTestEvent,
  deleteEndpoint as remove,
  rotateSecret,
} from '../../server/endpoint-store.ts'
import {
  addEndpoint,
  changeEndpoint,
  listDeliveries,
  listEndpoints,
  readDelivery,
  readEndpoint,
  redeliverDelivery,
  redeliverSince,
  removeEndpoint,
  rotateEndpointSecret,
  switchEndpoint,
  testEndpoint,
} from '../api.ts'
import { findDeliveries, findDelivery, findEndpoints } from './webhook-store.ts'

type WebhookDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  encryptionKeys: KeyRing
  /** Whether endpoints may have private addresses. */
  allowsPrivate: boolean
  clock: () => Date
}

/** Registers the back-office routes for webhook endpoints and their deliveries. */
export function webhookDeskRoutes({ serve, db, encryptionKeys, allowsPrivate, clock }: WebhookDeskDeps) {
  const find = async ({ params: { id } }: { params: { id: string } }) => (await findEndpoints(db, clock(), id))[0]
  const subjectOf = (id: number) => `webhook_endpoint:${id}`

  /** Returns the problems of an endpoint URL as field errors. */
  function findUrlProblems(url: string): { url: string[] } | undefined {
    const problem = findUrlProblem(url, { allowsPrivate })
    if (problem) return { url: [problem] }
    return !allowsPrivate && isPrivateDestination(new URL(url)) ? { url: ['url_private'] } : undefined
  }

  serve(listEndpoints, async () => ({ items: await findEndpoints(db, clock()) }))
  serve(readEndpoint, { find, act: async ({ subject }) => subject })

  serve(addEndpoint, async ({ actor, body, request }, refuse) => {
    const fields = findUrlProblems(body.url)
    if (fields) throw refuse('invalid', { fields })
    return db.transaction().execute(async (db) => {
      const added = await add(db, { ...fromWireInput(body), encryptionKeys, now: clock() })
      if (!added) throw refuse('too_many_endpoints')
      await auditChange({
        ...{ db, actor, request },
        action: 'webhook_endpoint_added',
        subject: subjectOf(added.endpointId),
        after: auditedFields(body),
      })
      return { id: added.endpointId, secret: added.secret }
    })
  })

  serve(changeEndpoint, {
    find,
    async act({ actor, subject, body, request }, refuse) {
      const fields = findUrlProblems(body.url)
      if (fields) throw refuse('invalid', { fields })
      await db.transaction().execute(async (db) => {
        const { version } = body
        const isChanged = await change(db, { ...fromWireInput(body), endpointId: subject.id, version })
        if (!isChanged) {
          const [current = null] = await findEndpoints(db, clock(), String(subject.id))
          throw refuse('endpoint_changed', { extra: { current } })
        }
        await auditChange({
          ...{ db, actor, request },
          action: 'webhook_endpoint_changed',
          subject: subjectOf(subject.id),
          before: auditedFields(subject),
          after: auditedFields(body),
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
          ? await activateEndpoint(db, endpointId)
          : (await deactivateEndpoint(db, { endpointId, reason: 'operator', now: clock() })) !== undefined
        if (!isChanged) return
        await auditChange({
          ...{ db, actor, request },
          action: on ? 'webhook_endpoint_switched_on' : 'webhook_endpoint_switched_off',
          subject: subjectOf(endpointId),
          before: { off: subject.off?.reason ?? null },
          after: { off: on ? null : 'operator' },
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
        await auditChange({
          ...{ db, actor, request },
          action: 'webhook_endpoint_removed',
          subject: subjectOf(subject.id),
          before: auditedFields(subject),
        })
      })
      return undefined
    },
  })

  serve(rotateEndpointSecret, {
    find,
    act: ({ actor, subject, request }) =>
      db.transaction().execute(async (db) => {
        const rotated = await rotateSecret(db, { endpointId: subject.id, encryptionKeys, now: clock() })
        await auditChange({ db, actor, request, action: 'webhook_secret_rotated', subject: subjectOf(subject.id) })
        return { secret: rotated.secret, both_secrets_until: rotated.previousUntil.toISOString() }
      }),
  })

  serve(testEndpoint, {
    find,
    async act({ actor, subject, request }, refuse) {
      if (subject.off) throw refuse('endpoint_off')
      const delivery_id = await db.transaction().execute(async (db) => {
        await auditChange({ db, actor, request, action: 'webhook_tested', subject: subjectOf(subject.id) })
        return queueTestEvent(db, { endpointId: subject.id, now: clock() })
      })
      return { delivery_id }
    },
  })

  serve(redeliverSince, {
    find,
    async act({ actor, subject, body: { days }, request }, refuse) {
      if (subject.off) throw refuse('endpoint_off')
      const now = clock()
      const since = new Date(now.getTime() - days * msPerDay)
      return db.transaction().execute(async (db) => {
        const count = await requeueFailedDeliveries(db, { endpointId: subject.id, since, now })
        await auditChange({
          ...{ db, actor, request },
          action: 'webhooks_redelivered',
          subject: subjectOf(subject.id),
          after: { since: since.toISOString(), count },
        })
        return { count }
      })
    },
  })

  const findSubject = ({ params: { id } }: { params: { id: string } }) => findDelivery(db, id)
  serve(listDeliveries, ({ query }) => findDeliveries(db, query))
  serve(readDelivery, { find: findSubject, act: async ({ subject }) => subject })

  serve(redeliverDelivery, {
    find: findSubject,
    async act({ actor, subject, request }, refuse) {
      if (subject.endpoint.is_off) throw refuse('endpoint_off')
      await db.transaction().execute(async (db) => {
        await requeueDelivery(db, { deliveryId: subject.id, now: clock() })
        await auditChange({
          ...{ db, actor, request },
          action: 'webhooks_redelivered',
          subject: subjectOf(subject.endpoint.id),
          after: { event: subject.event_id },
        })
      })
      return undefined
    },
  })
}

type EndpointInput = { url: string; description: string; event_types: EventType[] | null }

function fromWireInput({ url, description, event_types: eventTypes }: EndpointInput) {
  return { url, description, eventTypes }
}

/**
 * Returns the fields of an endpoint for the audit log. Only the host of the URL is included, because its path may be a
 * secret.
 */
function auditedFields({ url, event_types: eventTypes }: { url: string; event_types: readonly string[] | null }) {
  return { host: new URL(url).host, eventTypes }
}
