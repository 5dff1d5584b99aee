import * as z from 'zod/mini'
import { approvalRefusals, PendingApproval, withApprovalReply } from '#domains/approvals/approval-reply.ts'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'
import { regulatedPriceGroups } from '../groups.ts'
import { regulatedPriceRoles } from './roles.ts'

const maxSourceLength = 300

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: regulatedPriceRoles } as const

const RegulatedPriceRow = z.object({
  valid_from: z.string(),
  /** The first day on which it no longer applies; null while no end is known. */
  valid_to: z.nullable(z.string()),
  /** Exact decimals: one, one per period, or a percentage and the maximum power in kW. */
  values: z.array(z.string()),
  source: z.string(),
  /** Whether it stands in for a value that could not be confirmed. */
  is_provisional: z.boolean(),
  /** The other value that it may turn out to be, and the day on which that is decided. */
  condition: z.nullable(z.object({ value: z.string(), decided_on: z.string() })),
  standing: z.literal(['past', 'in_force', 'planned']),
  /** Version of an operator's value; null for one built into the product. */
  version: z.nullable(z.number()),
})
export type RegulatedPriceRow = z.output<typeof RegulatedPriceRow>

const regulatedPriceFields = {
  name: z.string(),
  group: z.literal(regulatedPriceGroups),
  unit: z.string(),
  shape: z.literal(['single', 'periods', 'reduced_rate']),
  tariff: z.nullable(z.string()),
  /** How many numbers a value consists of. */
  count: z.number(),
}

const ListedRegulatedPrice = z.object({
  ...regulatedPriceFields,
  present: z.nullable(RegulatedPriceRow),
  next: z.nullable(RegulatedPriceRow),
})
export type ListedRegulatedPrice = z.output<typeof ListedRegulatedPrice>

export const listRegulatedPrices = call({
  ...readAccess,
  path: '/operator/regulated',
  reply: z.object({ items: z.array(ListedRegulatedPrice) }),
  summary: 'Lists every regulated price with its current and next value',
})

const RegulatedPriceDetails = z.object({
  ...regulatedPriceFields,
  rows: z.array(RegulatedPriceRow),
  today: z.string(),
  waiting_approval: z.nullable(PendingApproval),
})
export type RegulatedPriceDetails = z.output<typeof RegulatedPriceDetails>

export const readRegulatedPrice = call({
  ...readAccess,
  path: '/operator/regulated/:name',
  reply: RegulatedPriceDetails,
  summary: 'Returns a regulated price with all its past, current and planned values, newest first',
})

const Day = z.iso.date('not_day')
/** The fields of a value as entered. */
export const valueFields = {
  valid_from: Day,
  valid_to: z.nullable(Day),
  values: z.array(z.string().check(z.trim(), z.maxLength(20))).check(z.maxLength(6)),
  source: z.string().check(z.trim(), z.minLength(5, 'source_needed'), z.maxLength(maxSourceLength)),
}

export const planRegulatedPrice = call({
  ...writeAccess,
  path: '/operator/regulated/:name',
  body: z.strictObject(valueFields),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, figure_exists: 409 },
  summary:
    'Asks another operator to approve the next value of a regulated price, which bills use from its first day on',
})

export const changeRegulatedPrice = call({
  ...writeAccess,
  path: '/operator/regulated/:name/:from',
  body: z.strictObject({ ...valueFields, version: Version }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, figure_in_force: 409, figure_changed: 409, figure_exists: 409 },
  summary: 'Asks another operator to approve a change of a value that is not yet in force',
})

export const withdrawRegulatedPrice = call({
  ...writeAccess,
  path: '/operator/regulated/:name/:from/withdraw',
  body: z.strictObject({ version: Version }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, figure_in_force: 409, figure_changed: 409 },
  summary: 'Asks another operator to approve the withdrawal of a value that is not yet in force',
})
