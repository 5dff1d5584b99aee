import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import {
  deliveryFailures,
  deliveryStates,
  eventRetentionDays,
  eventTypes,
  maxDescriptionLength,
  maxUrlLength,
} from '../rules.ts'
import { deliveryFilters } from './rules.ts'

/** Access of calls that read; only operators may use them. */
const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['administrator'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: ['administrator'] } as const
/** Access of calls that decide where data is sent and with which secret it is signed. */
const sensitiveWriteAccess = { ...writeAccess, freshAuthentication: true } as const

const WebhookEndpoint = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  /** Null for all types. */
  event_types: z.nullable(z.array(z.string())),
  off: z.nullable(z.object({ at: z.string(), reason: z.literal(['operator', 'gone', 'failing']) })),
  waiting: z.number(),
  /** Deliveries that are no longer tried: given up, or held while the endpoint was off. */
  failed: z.number(),
  last_delivered_at: z.nullable(z.string()),
  /** Until when events are also signed with the previous secret. */
  both_secrets_until: z.nullable(z.string()),
  created_at: z.string(),
  version: z.number(),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The editable fields of an endpoint. */
const endpointFields = {
  url: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxUrlLength)),
  description: z.string().check(z.trim(), z.maxLength(maxDescriptionLength)),
  event_types: z.nullable(
    z.array(z.enum(eventTypes)).check(z.minLength(1, 'required'), z.maxLength(eventTypes.length)),
  ),
}

export const listEndpoints = call({
  ...readAccess,
  path: '/operator/webhooks',
  reply: z.object({ items: z.array(WebhookEndpoint) }),
  summary: 'Lists the webhook endpoints with their delivery status',
})

export const readEndpoint = call({
  ...readAccess,
  path: '/operator/webhooks/:id',
  reply: WebhookEndpoint,
  summary: 'Returns a webhook endpoint',
})

export const addEndpoint = call({
  ...sensitiveWriteAccess,
  path: '/operator/webhooks',
  hasSecrets: true,
  body: z.strictObject(endpointFields),
  /** The secret is only ever returned here. */
  reply: z.object({ id: z.number(), secret: z.string() }),
  refusals: { invalid: 400, too_many_endpoints: 409 },
  summary: 'Adds a webhook endpoint',
})

export const changeEndpoint = call({
  ...sensitiveWriteAccess,
  path: '/operator/webhooks/:id',
  body: z.strictObject({ ...endpointFields, version: z.int().check(z.minimum(0), z.maximum(2_147_483_646)) }),
  reply: 'nothing',
  refusals: { invalid: 400, endpoint_changed: 409 },
  summary: 'Changes the URL and the event types of an endpoint',
})

export const switchEndpoint = call({
  ...sensitiveWriteAccess,
  path: '/operator/webhooks/:id/switch',
  body: z.strictObject({ on: z.boolean() }),
  reply: 'nothing',
  summary: 'Switches an endpoint on or off; events are held while it is off',
})

export const removeEndpoint = call({
  ...sensitiveWriteAccess,
  path: '/operator/webhooks/:id/remove',
  reply: 'nothing',
  summary: 'Deletes an endpoint with all its deliveries',
})

export const rotateEndpointSecret = call({
  ...sensitiveWriteAccess,
  path: '/operator/webhooks/:id/secret',
  hasSecrets: true,
  reply: z.object({ secret: z.string(), both_secrets_until: z.string() }),
  summary: 'Gives an endpoint a new secret, shown only once; the previous one also signs for a day',
})

export const testEndpoint = call({
  ...writeAccess,
  path: '/operator/webhooks/:id/test',
  reply: z.object({ delivery_id: z.number() }),
  refusals: { endpoint_off: 409 },
  summary: 'Sends an endpoint a test event without content',
})

export const redeliverSince = call({
  ...writeAccess,
  path: '/operator/webhooks/:id/redeliver',
  body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(eventRetentionDays)) }),
  reply: z.object({ count: z.number() }),
  refusals: { endpoint_off: 409 },
  summary: 'Sends an endpoint all undelivered events of the last days again',
})

const WebhookDelivery = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  happened_at: z.string(),
  endpoint: z.object({ id: z.number(), url: z.string(), is_off: z.boolean() }),
  state: z.enum(deliveryStates),
  tries: z.number(),
  last_try_at: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
  reply_code: z.nullable(z.number()),
  failure: z.nullable(z.enum(deliveryFailures)),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const listDeliveries = call({
  ...readAccess,
  path: '/operator/webhook_deliveries',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
    endpoint: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    state: z._default(z.enum(deliveryFilters), 'all'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(WebhookDelivery), total: z.number() }),
  summary: 'Searches deliveries by event type, event id or customer number, with their endpoints, newest first',
})

const DeliveryTry = z.object({
  id: z.number(),
  at: z.string(),
  /** The duration in milliseconds; null if unknown. */
  duration_ms: z.nullable(z.number()),
  reply_code: z.nullable(z.number()),
  /** The beginning of the reply, with possible personal data removed. */
  reply_cut: z.nullable(z.string()),
  failure: z.nullable(z.enum(deliveryFailures)),
})
export type DeliveryTry = z.output<typeof DeliveryTry>

export const readDelivery = call({
  ...readAccess,
  path: '/operator/webhook_deliveries/:id',
  personalData: true,
  reply: z.extend(WebhookDelivery, {
    /** The exact request body. */
    body: z.string(),
    /** All attempts, newest first, including those before a requeue. */
    history: z.array(DeliveryTry),
  }),
  summary: 'Returns a delivery with its content and the response to each attempt',
})
export type DeliveryDetails = z.output<typeof readDelivery.reply>

export const redeliverDelivery = call({
  ...writeAccess,
  path: '/operator/webhook_deliveries/:id/redeliver',
  reply: 'nothing',
  refusals: { endpoint_off: 409 },
  summary: 'Sends an event to its endpoint again, with the same id',
})
