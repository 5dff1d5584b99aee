import * as z from 'zod/mini'
import { AssigneeFilter } from '#kit/backoffice/assignee-filter.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { debtFilters } from './rules.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

/** The filters of the list, which its export has as well. */
export const debtQuery = { step: z._default(z.enum(debtFilters), 'open'), assignee: AssigneeFilter }

export const exportDebts = call({
  method: 'GET',
  path: '/operator/debts/export.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['money'],
  query: z.strictObject({ q: listQuery.q, ...debtQuery }),
  reply: 'file',
  summary: 'Exports the debts that match a search as CSV; each export is recorded with its operator',
})

const fileAccess = {
  ...({ method: 'GET', versions: [1], access: 'operator', roles: ['money'] } as const),
  ...({ personalData: true, reply: 'file' } as const),
}

export const exportCommunityList = call({
  ...fileAccess,
  path: '/operator/debts/communities/:code/list.csv',
  summary:
    'Exports the supply points of a community whose households were demanded to pay, without those that have paid',
})

export const downloadDebtLetters = call({
  ...fileAccess,
  path: '/operator/debts/letters.zip',
  summary:
    'Returns the demands and announcements of which nothing is known yet as PDFs, with a list of their addresses',
})

export const downloadDebtPaper = call({
  ...fileAccess,
  roles: ['care', 'money'],
  path: '/operator/debts/papers/:id/pdf',
  summary: 'Returns a demand of payment, or the announcement of a suspension, as its customer received it',
})
