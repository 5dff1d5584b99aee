import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { faultKinds } from '../bill-check.ts'
import { holdRoles } from './roles.ts'
import { holdActs, holdFilters, maxBulkCount } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator' } as const

const BillHold = z.object({
  id: z.number(),
  number: z.string(),
  customer: NamedRef,
  state: z.enum(['held', 'released', 'given_back', 'replaced', 'sent']),
  /** In euros. */
  amount: z.number(),
  /** What it has too much, in euros; too little where negative. */
  difference: z.number(),
  faults: z.array(z.enum(faultKinds)),
  held_on: z.string(),
  decided_by: z.nullable(NamedRef),
})
export type BillHold = z.output<typeof BillHold>

export const listHeldBills = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/held-bills',
  personalData: true,
  roles: ['care', 'money'],
  query: z.strictObject({
    ...listQuery,
    state: z._default(z.enum(holdFilters), 'held'),
    fault: z.optional(z.enum(faultKinds)),
  }),
  reply: z.object({
    items: z.array(BillHold),
    total: z.number(),
    /** How many bills of this state have each kind of fault, the most frequent first. */
    by_fault: z.array(z.object({ fault: z.enum(faultKinds), count: z.number() })),
  }),
  summary:
    'Lists bills that their check holds back, or that turned wrong after they were sent, with their faults, the newest first',
})

export const decideHeldBills = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/held-bills/acts',
  roles: holdRoles,
  body: z.strictObject({
    act: z.enum(holdActs),
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1, 'required'), z.maxLength(maxBulkCount)),
  }),
  reply: z.object({
    /** How many of them the act changed; it passes over those to which it does not apply. */
    changed: z.number(),
  }),
  summary: 'Releases held bills to their customers, or gives them back to be corrected',
})
