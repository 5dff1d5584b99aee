import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { changeStates } from '#domains/changes/api.ts'
import { retailerMoves } from '#domains/changes/rules.ts'
import { call } from '#kit/call.ts'
import { namedKinds, refusers, requestFilters } from './rules.ts'

/** What only operators read, and what only they do. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['care'] } as const
const act = { method: 'POST', versions: [1], access: 'operator', roles: ['care'], reply: 'nothing' } as const

const Reason = z.nullable(z.enum(['withdrawn', 'expired', 'distributor']))

const QueuedChange = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(changeStates),
  reason: Reason,
  customer: z.object({ id: z.number(), name: z.string() }),
  contract: z.string(),
  requested_at: z.string(),
  updated_at: z.string(),
})
export type QueuedChange = z.output<typeof QueuedChange>

export const listChangeRequests = call({
  ...read,
  path: '/operator/requests',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z._default(z.enum(requestFilters), 'open'),
    kind: z.optional(z.enum(namedKinds)),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(QueuedChange), total: z.number() }),
  summary: 'Changes that customers have asked for, those that have not moved for longest first',
})

export const readChangeRequest = call({
  ...read,
  path: '/operator/requests/:id',
  personalData: true,
  reply: z.object({
    id: z.number(),
    kind: z.string(),
    state: z.enum(changeStates),
    reason: Reason,
    /** Why it was refused, in the words of the operator who did it. */
    note: z.nullable(z.string()),
    requested_at: z.string(),
    updated_at: z.string(),
    requested_by: z.nullable(z.string()),
    customer: z.object({ id: z.number(), name: z.string(), tax_id: z.string() }),
    contract: z.object({ name: z.string(), cups: z.string(), full_address: z.string() }),
    /** Of a change of power, what is asked for and what stands, in kW, P1 first. */
    power: z.nullable(
      z.object({ asked: z.array(z.number()), present: z.array(z.number()), phone: z.nullable(z.string()) }),
    ),
    /** Of a change of account, the new one. */
    printable_iban: z.nullable(z.string()),
    /** Of any other, what is asked for by the names that the customer's call has for it. */
    details: z.array(z.object({ name: z.string(), value: z.string() })),
    documents: z.array(z.object({ id: z.string(), kind: z.enum(['original', 'signed', 'file']), name: z.string() })),
    moves: z.array(z.enum(retailerMoves)),
  }),
  summary: 'A change that a customer has asked for, with its documents and what can be done with it',
})
export type ReadChangeRequest = z.output<typeof readChangeRequest.reply>

export const acceptChange = call({
  ...act,
  path: '/operator/requests/:id/accept',
  refusals: { change_not_movable: 409 },
  summary: 'Sends a change to the distributor; the customer is told',
})

export const finishChange = call({
  ...act,
  path: '/operator/requests/:id/done',
  refusals: { change_not_movable: 409 },
  summary: 'Makes of the contract what a sent change asks for; the customer is told',
})

export const refuseChange = call({
  ...act,
  path: '/operator/requests/:id/refuse',
  body: z.strictObject({
    /** Who does not want it: the mail to the customer says so. */
    by: z._default(z.enum(refusers), 'retailer'),
    note: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(500)),
  }),
  refusals: { change_not_movable: 409 },
  summary: 'Brings a change to nothing, with the reason; the customer is told',
})
