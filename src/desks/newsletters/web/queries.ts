import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'

export const newslettersKey = ['newsletters-kept']

/** What the list is narrowed to, as its address says. */
export type NewslettersView = { q: string; offset: number }

/** A page of the newsletters. */
export function newslettersQuery(send: Send, view: NewslettersView) {
  return queryOptions({
    queryKey: [...newslettersKey, view],
    queryFn: async ({ signal }) => {
      const { listNewslettersKept } = await import('../api.ts')
      return send(listNewslettersKept, { query: { ...view, limit: pageSize }, signal })
    },
  })
}
