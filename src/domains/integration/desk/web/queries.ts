import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ImportSource } from '../rules.ts'

export const importsKey = ['imports']

/** The filters of the import list, from the page URL. */
export type ImportsView = { q: string; source?: ImportSource; offset: number }

const refetchIntervalMs = 2_000

/** Query for a page of imports, refetched while one of them is in progress. */
export function importsQuery(send: Send, view: ImportsView) {
  return queryOptions({
    queryKey: [...importsKey, view],
    queryFn: async ({ signal }) => {
      const { listImports } = await import('../api.ts')
      return send(listImports, { query: { ...view, limit: pageSize }, signal })
    },
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting' || state === 'running') ? refetchIntervalMs : false,
  })
}
