import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { rejectionCodePattern, rejectionReasons, switchStepNames } from '../../switch-steps.ts'
import { switchFilters } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['care', 'sales'] } as const

const ListedSwitch = z.object({
  contract: z.object({ id: z.number(), name: z.string() }),
  customer: NamedRef,
  requested_on: z.iso.date(),
  due_on: z.iso.date(),
  clock: z.enum(['running', 'late', 'paused']),
  /** The last step that was reported; null where the distributor was not asked yet. */
  step: z.nullable(z.enum(switchStepNames)),
  happened_on: z.nullable(z.iso.date()),
  /** The code of a rejection and what it means. */
  rejection: z.nullable(z.object({ code: z.string(), reason: z.enum(rejectionReasons) })),
})
export type ListedSwitch = z.output<typeof ListedSwitch>

export const listSwitches = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/switches',
  personalData: true,
  query: z.strictObject({ ...listQuery, state: z._default(z.enum(switchFilters), 'rejected') }),
  reply: z.object({ items: z.array(ListedSwitch), total: z.number() }),
  summary: 'Lists the switches that are under way, by the day on which they are due',
})

export const recordStep = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/customers/:id/contracts/:contractId/switch-steps',
  body: z.strictObject({
    step: z.enum(switchStepNames),
    happened_on: z.iso.date('not_day'),
    /** Required for a rejection, and for nothing else. */
    code: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.regex(rejectionCodePattern, 'not_code'))),
  }),
  reply: 'nothing',
  refusals: { switch_over: 409, step_known: 409, invalid: 400 },
  summary: 'Records what the distributor reports of a switch: sent, accepted, rejected with its code, or ended',
})
