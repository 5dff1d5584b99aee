import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export const caseTypesKey = ['case-types']

/** Everything that cases can be about. */
export function caseTypesQuery(send: Send) {
  return queryOptions({
    queryKey: caseTypesKey,
    queryFn: async ({ signal }) => {
      const { listCaseTypes } = await import('../api.ts')
      return send(listCaseTypes, { signal })
    },
  })
}
