import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ImportSource } from '../rules.ts'

export const importsKey = ['imports']

/** What a list of imports is narrowed to, as its address says. */
export type ImportsView = { q: string; source?: ImportSource; offset: number }

const lookEveryMilliseconds = 2_000

/** A page of the imports, looked at again while one of them is under way. */
export function importsQuery(send: Send, view: ImportsView) {
  return queryOptions({
    queryKey: [...importsKey, view],
    queryFn: async ({ signal }) => {
      const { listImports } = await import('../api.ts')
      return send(listImports, { query: { ...view, limit: pageSize }, signal })
    },
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting' || state === 'running') ? lookEveryMilliseconds : false,
  })
}
