import * as z from 'zod/mini'
import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { AssigneeFilter } from '#kit/backoffice/assignee-filter.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { caseFilters, categoryPattern, quarterPattern } from './rules.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

/** The filters of the list, which its export has as well. */
export const caseQuery = {
  q: listQuery.q,
  state: z._default(z.enum(caseFilters), 'open'),
  category: z.optional(z.string().check(z.regex(categoryPattern))),
  assignee: AssigneeFilter,
}

const exported = { method: 'GET', versions: [1], access: 'operator', roles: ['care'], reply: 'file' } as const

export const exportCases = call({
  ...exported,
  path: '/operator/cases/export.csv',
  personalData: true,
  query: z.strictObject(caseQuery),
  summary: 'Exports the cases that match a search as CSV; each export is recorded with its operator',
})

export const downloadYearReport = call({
  ...exported,
  path: '/operator/cases/year-report.csv',
  query: z.strictObject({ year: z.coerce.number().check(z.int(), z.minimum(2020), z.maximum(2100)) }),
  summary: 'Returns the report of a year: cases by subject, times, terms, cases opened again and satisfaction',
})

export const downloadComplaintTable = call({
  ...exported,
  path: '/operator/cases/complaints.csv',
  query: z.strictObject({ quarter: z.string().check(z.regex(quarterPattern)) }),
  summary: 'Returns the complaints of a quarter by type',
})

export const downloadCaseFile = call({
  method: 'GET',
  path: '/operator/cases/:id/attachments/:attachmentId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: downloadRefusals,
  summary: 'Downloads a file attached to a message of a case',
})

export const downloadCaseReceipt = call({
  method: 'GET',
  path: '/operator/cases/:id/receipt',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary: 'Downloads the receipt of a case as its customer sees it',
})

export const downloadAnswerLetter = call({
  method: 'GET',
  path: '/operator/cases/:id/answer.pdf',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary: 'Downloads the last answer to a case as a letter',
})
