import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'

export const newslettersKey = ['newsletters-kept']

/** The filters of the list, from the page URL. */
export type NewslettersView = { q: string; offset: number }

/** Query for a page of newsletters. */
export function newslettersQuery(send: Send, view: NewslettersView) {
  return queryOptions({
    queryKey: [...newslettersKey, view],
    queryFn: async ({ signal }) => {
      const { listAllNewsletters } = await import('../api.ts')
      return send(listAllNewsletters, { query: { ...view, limit: pageSize }, signal })
    },
  })
}
