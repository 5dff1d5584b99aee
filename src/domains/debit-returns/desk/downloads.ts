import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { returnCauses } from '../return-reasons.ts'
import { returnFilters } from './rules.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

/** The filters of the list, which an export has as well. */
export const returnQuery = {
  state: z._default(z.enum(returnFilters), 'unmatched'),
  cause: z.optional(z.enum(returnCauses)),
}

export const exportReturns = call({
  method: 'GET',
  path: '/operator/debit-returns/export.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['money'],
  query: z.strictObject({ q: listQuery.q, ...returnQuery }),
  reply: 'file',
  summary: 'Exports the returned debits that match a search as CSV; each export is recorded with its operator',
})
