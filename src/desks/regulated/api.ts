import * as z from 'zod/mini'
import { approvalRefusals, orApproval, WaitingApproval } from '#desks/approvals/requested.ts'
import { Version } from '#desks/common/version.ts'
import { figureGroups } from '#domains/figures/groups.ts'
import { call } from '#kit/call.ts'
import { figureRoles } from './roles.ts'

const longestSource = 300

const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const write = { method: 'POST', versions: [1], access: 'operator', roles: figureRoles } as const

const Row = z.object({
  valid_from: z.string(),
  /** The first day on which it no longer holds; null while no end is known. */
  valid_to: z.nullable(z.string()),
  /** Exact decimals: one, one for each period, or a percentage and up to how many kW. */
  values: z.array(z.string()),
  source: z.string(),
  /** It stands in for one that could not be confirmed. */
  is_provisional: z.boolean(),
  standing: z.literal(['past', 'in_force', 'planned']),
  /** Of what an operator has entered; null where the product knows it by itself. */
  version: z.nullable(z.number()),
})
export type FigureRow = z.output<typeof Row>

const kind = {
  name: z.string(),
  group: z.literal(figureGroups),
  unit: z.string(),
  shape: z.literal(['single', 'periods', 'reduced_rate']),
  tariff: z.nullable(z.string()),
  /** Of how many numbers a value consists. */
  count: z.number(),
}

const ListedFigure = z.object({ ...kind, present: z.nullable(Row), next: z.nullable(Row) })
export type ListedFigure = z.output<typeof ListedFigure>

export const listFigures = call({
  ...read,
  path: '/operator/regulated',
  reply: z.object({ items: z.array(ListedFigure) }),
  summary: 'Every regulated figure with what holds and what comes next',
})

const ReadFigure = z.object({
  ...kind,
  rows: z.array(Row),
  today: z.string(),
  waiting_approval: z.nullable(WaitingApproval),
})
export type ReadFigure = z.output<typeof ReadFigure>

export const readFigure = call({
  ...read,
  path: '/operator/regulated/:name',
  reply: ReadFigure,
  summary: 'A regulated figure with all values that it has had and is to have, the newest first',
})

const Day = z.iso.date('not_day')
/** A value as it is entered. */
export const entered = {
  valid_from: Day,
  valid_to: z.nullable(Day),
  values: z.array(z.string().check(z.trim(), z.maxLength(20))).check(z.maxLength(6)),
  source: z.string().check(z.trim(), z.minLength(5, 'source_needed'), z.maxLength(longestSource)),
}

export const planFigure = call({
  ...write,
  path: '/operator/regulated/:name',
  body: z.strictObject(entered),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, figure_exists: 409 },
  summary: 'Asks another operator to approve the next value of a figure, which bills are counted with from its day on',
})

export const changeFigure = call({
  ...write,
  path: '/operator/regulated/:name/:from',
  body: z.strictObject({ ...entered, version: Version }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, figure_in_force: 409, figure_changed: 409, figure_exists: 409 },
  summary: 'Asks another operator to approve a change of a value that does not hold yet',
})

export const withdrawFigure = call({
  ...write,
  path: '/operator/regulated/:name/:from/withdraw',
  body: z.strictObject({ version: Version }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, figure_in_force: 409, figure_changed: 409 },
  summary: 'Asks another operator to approve that a value that does not hold yet is withdrawn',
})
