import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { debtFilters } from './rules.ts'

// Separate from the other calls, because pages link to files before they need to parse any reply.

/** The filter of the list, which its export has as well. */
export const debtQuery = { step: z._default(z.enum(debtFilters), 'open') }

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
