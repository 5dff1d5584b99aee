import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'
import type { ContentKind } from '../api.ts'

const api = () => import('../api.ts')
export const contentKey = ['content']

/** Query for a page of blocks, pages or banners. */
export const contentQuery = pageQuery(contentKey, async () => (await api()).listContent)

/** Query for the retailer's own pages, which can hold blocks. */
export function ownPagesQuery(send: Send) {
  return queryOptions({
    queryKey: [...contentKey, 'page', 'all'],
    queryFn: async ({ signal }) =>
      (await send((await api()).listContent, { query: { kind: 'page', limit: 100 }, signal })).items,
  })
}

/** Query for the earlier versions of an item. */
export function versionsQuery(send: Send, { kind, key }: { kind: ContentKind; key: string }) {
  return queryOptions({
    queryKey: [...contentKey, kind, key, 'versions'],
    queryFn: async ({ signal }) => (await send((await api()).listVersions, { params: { kind, key }, signal })).items,
  })
}

/** Query for the preview of HTML. */
export function previewQuery(send: Send, html: string) {
  return queryOptions({
    queryKey: ['content-preview', html],
    queryFn: async ({ signal }) => (await send((await api()).previewHtml, { body: { html }, signal })).html,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
