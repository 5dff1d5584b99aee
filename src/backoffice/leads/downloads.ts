import * as z from 'zod/mini'
import { leadKinds } from '#domains/lead-records/lead-kinds.ts'
import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { handlings, leadStates } from './rules.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

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
    /** Only leads that await a check by a person. */
    check: z.optional(z.literal('awaited')),
  }),
  reply: 'file',
  summary: 'Exports the same leads as CSV; each export is recorded with its operator',
})

export const downloadLeadFile = call({
  method: 'GET',
  path: '/operator/leads/:id/files/:fileId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Downloads a file that was sent with a lead; each download is recorded with its operator',
})
