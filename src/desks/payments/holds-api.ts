import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { call } from '#kit/call.ts'
import { holdKinds } from './rules.ts'

const operators = { versions: [1], access: 'operator', roles: ['care', 'money'] } as const

const PaymentHold = z.object({
  id: z.string(),
  /** What there were too many tries of. */
  per: z.enum(holdKinds),
  /** The network, or what the provider knows the card by; null for users. */
  value: z.nullable(z.string()),
  /** Who tried last; null where the account is gone. */
  user: z.nullable(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  /** Those that reached the provider and those that were refused since. */
  tries: z.number(),
  since: z.string(),
  until: z.string(),
  /** Of the wait: trying on does not change it, waiting longer does. */
  version: z.number(),
})
export type PaymentHold = z.output<typeof PaymentHold>

export const listPaymentHolds = call({
  ...operators,
  method: 'GET',
  path: '/operator/payment-holds',
  personalData: true,
  query: z.strictObject({ offset: listQuery.offset, limit: listQuery.limit }),
  reply: z.object({ items: z.array(PaymentHold), total: z.number() }),
  summary: 'Users, networks and cards that have to wait before a payment by card is tried again',
})

export const releasePaymentHold = call({
  ...operators,
  method: 'POST',
  path: '/operator/payment-holds/:id/release',
  freshAuthentication: true,
  body: z.strictObject({ version: z.int() }),
  reply: 'nothing',
  summary: 'Ends the wait of a user, a network or a card, whose tries are counted anew',
})
