import * as z from 'zod/mini'
import { AssigneeFilter } from '#kit/backoffice/assignee-filter.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { revisionKinds, revisionStates } from '../rules.ts'

// Separate from the calls, because the page names its filters and its export before it needs to parse any reply.

/** The roles, besides administrators, that act on revisions. */
export const revisionRoles = ['sales'] as const satisfies readonly OperatorRole[]

/** The filters of the list by what operators have to do: letters to post, or notices that were not sent or were late. */
export const progressFilters = ['to_post', 'not_sent'] as const

/** The filters of the list and of its export. */
export const revisionFilters = {
  kind: z.optional(z.enum(revisionKinds)),
  state: z.optional(z.enum(revisionStates)),
  progress: z.optional(z.enum(progressFilters)),
  assignee: AssigneeFilter,
}

/**
 * What operators do with several revisions: take them over, assign them to a colleague, leave them to others, or stop what
 * has not been sent.
 */
export const revisionActs = ['take', 'assign', 'release', 'stop'] as const
export type RevisionAct = (typeof revisionActs)[number]

export const maxRevisionsAtOnce = 100
