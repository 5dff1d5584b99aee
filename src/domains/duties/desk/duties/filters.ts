import * as z from 'zod/mini'
import { AssigneeFilter } from '#kit/backoffice/assignee-filter.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { type DutyKind, dutyKinds } from '../../kinds.ts'
import { dutyActors, dutyTimes } from './rules.ts'

// Separate from the calls, because the page links to the export before it needs to parse any reply.

export const DutyKindName = z.enum(Object.keys(dutyKinds) as [DutyKind, ...DutyKind[]])

/** The filters of the list, and of its export. */
export const dutyFilters = {
  q: listQuery.q,
  when: z.optional(z.enum(dutyTimes)),
  kind: z.optional(DutyKindName),
  /** The name of a law, or `promise`. */
  law: z.optional(z.string().check(z.maxLength(100))),
  actor: z.optional(z.enum(dutyActors)),
  assignee: AssigneeFilter,
}
