import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export const savedFiltersKey = ['saved-filters']

/** Query for the filters that the operator has saved for a list. */
export function savedFiltersQuery(send: Send, path: string) {
  return queryOptions({
    queryKey: [...savedFiltersKey, path],
    queryFn: async ({ signal }) =>
      (await send((await import('../api.ts')).listSavedFilters, { query: { path }, signal })).items,
    staleTime: 60_000,
  })
}
