import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { leadKinds } from '#domains/leads/rules.ts'
import { openingRefusals } from '#domains/uploads/opening-refusals.ts'
import { call } from '#kit/call.ts'
import { handlings, leadStates } from './rules.ts'

// Apart from the other calls, because pages link to files before they need to read any answer.

export const exportLeads = call({
  method: 'GET',
  path: '/operator/leads/export.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  query: z.strictObject({
    q: listQuery.q,
    kind: z.optional(z.enum(leadKinds)),
    state: z.optional(z.enum(leadStates)),
    handling: z.optional(z.enum(handlings)),
    /** Those that wait for a person to check them. */
    check: z.optional(z.literal('awaited')),
  }),
  reply: 'file',
  summary: 'The same leads as CSV; who exports them is recorded',
})

export const downloadLeadFile = call({
  method: 'GET',
  path: '/operator/leads/:id/files/:fileId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  reply: 'file',
  refusals: openingRefusals,
  summary: 'A file that was sent with a lead; who reads it is recorded',
})
