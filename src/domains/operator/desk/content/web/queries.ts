import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ContentKind } from '../api.ts'

const api = () => import('../api.ts')
export const contentKey = ['content']

export type ContentView = { kind: ContentKind; q: string; offset: number }

/** Query for a page of blocks, pages or banners. */
export function contentQuery(send: Send, { kind, q, offset }: ContentView) {
  return queryOptions({
    queryKey: [...contentKey, kind, q, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listContent, { query: { kind, q, offset, limit: pageSize }, signal }),
  })
}

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
