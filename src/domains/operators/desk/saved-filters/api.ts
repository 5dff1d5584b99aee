import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: 'everyOperator' } as const

/** The path of a list page of the back office. */
const ListPath = z.string().check(z.regex(/^\/operator(\/[a-z-]+)+$/), z.maxLength(100))

const SavedFilter = z.object({
  id: z.string(),
  name: z.string(),
  /** The filters as the query of the list's address. */
  query: z.string(),
})
export type SavedFilter = z.output<typeof SavedFilter>

export const listSavedFilters = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/saved-filters',
  query: z.strictObject({ path: ListPath }),
  reply: z.object({ items: z.array(SavedFilter) }),
  summary: 'Lists the filters of a list that the operator has saved, by name',
})

export const saveFilter = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/saved-filters',
  body: z.strictObject({
    path: ListPath,
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(60)),
    query: z.string().check(z.maxLength(500)),
  }),
  reply: z.object({ id: z.string() }),
  refusals: { filters_full: 409 },
  summary: 'Saves the filters of a list under a name; the same name replaces them',
})

export const removeFilter = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/saved-filters/:id/remove',
  reply: 'nothing',
  summary: 'Removes filters that the operator has saved',
})
