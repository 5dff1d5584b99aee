import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { changeStates } from '../api.ts'
import { clockWaits, retailerMoves } from '../rules.ts'
import { changeRefusers, changeRequestFilters, namedChangeKinds } from './rules.ts'

/** Access of calls that read; only operators may use them. */
const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['care'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: ['care'], reply: 'nothing' } as const

const Reason = z.nullable(z.enum(['withdrawn', 'expired', 'distributor']))

const ListedChangeRequest = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(changeStates),
  reason: Reason,
  customer: NamedRef,
  contract: z.string(),
  requested_at: z.string(),
  updated_at: z.string(),
})
export type ListedChangeRequest = z.output<typeof ListedChangeRequest>

export const listChangeRequests = call({
  ...readAccess,
  path: '/operator/requests',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z._default(z.enum(changeRequestFilters), 'open'),
    kind: z.optional(z.enum(namedChangeKinds)),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedChangeRequest), total: z.number() }),
  summary: 'Lists the changes that customers requested, those without progress for longest first',
})

export const readChangeRequest = call({
  ...readAccess,
  path: '/operator/requests/:id',
  personalData: true,
  reply: z.object({
    id: z.number(),
    kind: z.string(),
    state: z.enum(changeStates),
    reason: Reason,
    /** The reason that the operator gave for a refusal. */
    note: z.nullable(z.string()),
    requested_at: z.string(),
    updated_at: z.string(),
    requested_by: z.nullable(z.string()),
    customer: z.object({ id: z.number(), name: z.string(), tax_id: z.string() }),
    contract: z.object({ name: z.string(), cups: z.string(), full_address: z.string() }),
    /** For a change of power: the requested and the current power in kW, P1 first. */
    power: z.nullable(
      z.object({ asked: z.array(z.number()), present: z.array(z.number()), phone: z.nullable(z.string()) }),
    ),
    /** For a change of account: the new IBAN. */
    printable_iban: z.nullable(z.string()),
    /** For any other change: the requested values by their field names in the customer's call. */
    details: z.array(z.object({ name: z.string(), value: z.string() })),
    documents: z.array(z.object({ id: z.string(), kind: z.enum(['original', 'signed', 'file']), name: z.string() })),
    /** Whether the clock of a power change stands still; null where it does not. */
    clock: z.nullable(z.literal('paused')),
    moves: z.array(z.enum(retailerMoves)),
  }),
  summary: 'Returns a change that a customer requested, with its documents and the available actions',
})
export type ChangeRequestDetails = z.output<typeof readChangeRequest.reply>

export const acceptChange = call({
  ...writeAccess,
  path: '/operator/requests/:id/accept',
  refusals: { change_not_movable: 409 },
  summary: 'Sends a change to the distributor; the customer is notified',
})

export const finishChange = call({
  ...writeAccess,
  path: '/operator/requests/:id/done',
  refusals: { change_not_movable: 409 },
  summary: 'Applies a sent change to the contract; the customer is notified',
})

export const pauseChange = call({
  ...writeAccess,
  path: '/operator/requests/:id/pause',
  body: z.strictObject({ waits_for: z.enum(clockWaits) }),
  refusals: { change_not_movable: 409 },
  summary: 'Stops the clock of a power change while the customer or the distributor is waited for',
})

export const resumeChange = call({
  ...writeAccess,
  path: '/operator/requests/:id/resume',
  refusals: { change_not_movable: 409 },
  summary: 'Starts the clock of a power change again; what was left of the term is counted',
})

export const refuseChange = call({
  ...writeAccess,
  path: '/operator/requests/:id/refuse',
  body: z.strictObject({
    /** Who refuses the change, as stated in the mail to the customer. */
    by: z._default(z.enum(changeRefusers), 'retailer'),
    note: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(500)),
  }),
  refusals: { change_not_movable: 409 },
  summary: 'Cancels a change with a reason; the customer is notified',
})
