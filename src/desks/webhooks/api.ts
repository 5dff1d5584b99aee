import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import {
  deliveryStates,
  eventTypes,
  failures,
  keptDays,
  longestDescription,
  longestUrl,
} from '#domains/webhooks/rules.ts'
import { call } from '#kit/call.ts'
import { deliveryFilters } from './rules.ts'

/** What only operators read. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['administrator'] } as const
const act = { method: 'POST', versions: [1], access: 'operator', roles: ['administrator'] } as const
/** What decides where data goes, and by which secret it is known. */
const decide = { ...act, freshAuthentication: true } as const

const Endpoint = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  /** Null for all of them. */
  event_types: z.nullable(z.array(z.string())),
  off: z.nullable(z.object({ at: z.string(), reason: z.literal(['operator', 'gone', 'failing']) })),
  waiting: z.number(),
  /** What has not arrived and is not tried any more: given up, or held while it was off. */
  failed: z.number(),
  last_delivered_at: z.nullable(z.string()),
  /** Until when the secret from before signs as well. */
  both_secrets_until: z.nullable(z.string()),
  created_at: z.string(),
  version: z.number(),
})
export type Endpoint = z.output<typeof Endpoint>

/** What an operator writes of an endpoint. */
const EndpointForm = {
  url: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longestUrl)),
  description: z.string().check(z.trim(), z.maxLength(longestDescription)),
  event_types: z.nullable(
    z.array(z.enum(eventTypes)).check(z.minLength(1, 'required'), z.maxLength(eventTypes.length)),
  ),
}

export const listEndpoints = call({
  ...read,
  path: '/operator/webhooks',
  reply: z.object({ items: z.array(Endpoint) }),
  summary: 'Where the retailer is told what happens, and how that fares',
})

export const readEndpoint = call({
  ...read,
  path: '/operator/webhooks/:id',
  reply: Endpoint,
  summary: 'One endpoint of webhooks',
})

export const addEndpoint = call({
  ...decide,
  path: '/operator/webhooks',
  carriesSecrets: true,
  body: z.strictObject(EndpointForm),
  /** The secret is seen here and never again. */
  reply: z.object({ id: z.number(), secret: z.string() }),
  refusals: { invalid: 400, too_many_endpoints: 409 },
  summary: 'Adds an endpoint of webhooks',
})

export const changeEndpoint = call({
  ...decide,
  path: '/operator/webhooks/:id',
  body: z.strictObject({ ...EndpointForm, version: z.int().check(z.minimum(0), z.maximum(2_147_483_646)) }),
  reply: 'nothing',
  refusals: { invalid: 400, endpoint_changed: 409 },
  summary: 'Changes where an endpoint is and what it is told',
})

export const switchEndpoint = call({
  ...decide,
  path: '/operator/webhooks/:id/switch',
  body: z.strictObject({ on: z.boolean() }),
  reply: 'nothing',
  summary: 'Switches an endpoint on or off; what happens while it is off is held',
})

export const removeEndpoint = call({
  ...decide,
  path: '/operator/webhooks/:id/remove',
  reply: 'nothing',
  summary: 'Takes an endpoint away with all its deliveries',
})

export const rotateEndpointSecret = call({
  ...decide,
  path: '/operator/webhooks/:id/secret',
  carriesSecrets: true,
  reply: z.object({ secret: z.string(), both_secrets_until: z.string() }),
  summary: 'Gives an endpoint a new secret, seen here and never again; the one from before signs as well for a day',
})

export const testEndpoint = call({
  ...act,
  path: '/operator/webhooks/:id/test',
  reply: z.object({ delivery_id: z.string() }),
  refusals: { endpoint_off: 409 },
  summary: 'Sends an endpoint an event that says nothing',
})

export const redeliverSince = call({
  ...act,
  path: '/operator/webhooks/:id/redeliver',
  body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(keptDays)) }),
  reply: z.object({ count: z.number() }),
  refusals: { endpoint_off: 409 },
  summary: 'Sends an endpoint once more whatever has not arrived in the last days',
})

const Delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  happened_at: z.string(),
  endpoint: z.object({ id: z.number(), url: z.string(), is_off: z.boolean() }),
  state: z.enum(deliveryStates),
  tries: z.number(),
  last_try_at: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
  reply_code: z.nullable(z.number()),
  failure: z.nullable(z.enum(failures)),
})
export type Delivery = z.output<typeof Delivery>

export const listDeliveries = call({
  ...read,
  path: '/operator/webhook_deliveries',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
    endpoint: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
    state: z._default(z.enum(deliveryFilters), 'all'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(Delivery), total: z.number() }),
  summary:
    'What was told to which endpoint, the newest first, found by event type, id of the event or number of the customer',
})

const Try = z.object({
  id: z.string(),
  at: z.string(),
  /** How long it took, in milliseconds; null where that is not known. */
  duration_ms: z.nullable(z.number()),
  reply_code: z.nullable(z.number()),
  /** The beginning of the reply, without what may be somebody's. */
  reply_cut: z.nullable(z.string()),
  failure: z.nullable(z.enum(failures)),
})
export type Try = z.output<typeof Try>

export const readDelivery = call({
  ...read,
  path: '/operator/webhook_deliveries/:id',
  personalData: true,
  reply: z.extend(Delivery, {
    /** What is sent, as it is. */
    body: z.string(),
    /** Every try, the last first, also those from before it was sent once more. */
    history: z.array(Try),
  }),
  summary: 'One delivery, with what is sent and what came back of each try',
})
export type ReadDelivery = z.output<typeof readDelivery.reply>

export const redeliver = call({
  ...act,
  path: '/operator/webhook_deliveries/:id/redeliver',
  reply: 'nothing',
  refusals: { endpoint_off: 409 },
  summary: 'Sends an event to its endpoint once more, under the same id',
})
