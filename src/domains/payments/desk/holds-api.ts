import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { providerDeadlineSeconds } from '../provider-deadline.ts'
import { holdKinds } from './rules.ts'

const operatorAccess = {
  versions: [1],
  access: 'operator',
  roles: ['care', 'money'],
  deadlineSeconds: providerDeadlineSeconds,
} as const

const PaymentHold = z.object({
  id: z.string(),
  /** What had too many payment attempts. */
  per: z.enum(holdKinds),
  /** The network, or the provider's fingerprint of the card; null for users. */
  value: z.nullable(z.string()),
  /** The user of the last attempt; null if the account no longer exists. */
  user: z.nullable(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  /** The attempts that reached the provider and those refused since. */
  tries: z.number(),
  since: z.string(),
  until: z.string(),
  /** Version of the hold. Further attempts do not change it; a longer wait does. */
  version: z.number(),
})
export type PaymentHold = z.output<typeof PaymentHold>

export const listPaymentHolds = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/payment-holds',
  personalData: true,
  query: z.strictObject({ offset: listQuery.offset, limit: listQuery.limit }),
  reply: z.object({ items: z.array(PaymentHold), total: z.number() }),
  summary: 'Lists users, networks and cards that must wait before another payment by card',
})

export const releasePaymentHold = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/payment-holds/:id/release',
  freshAuthentication: true,
  body: z.strictObject({ version: z.int() }),
  reply: 'nothing',
  summary: 'Ends the wait of a user, a network or a card, and resets its attempts',
})
