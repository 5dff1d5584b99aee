import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { Energy, ProductFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const productsKey = ['products']

export type ProductsView = { q: string; energy: Energy | ''; show: ProductFilter; offset: number }

/** Query for a page of products. */
export function productsQuery(send: Send, { q, energy, show, offset }: ProductsView) {
  return queryOptions({
    queryKey: [...productsKey, 'list', q, energy, show, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listProducts, {
        query: { q, show, offset, limit: pageSize, ...(energy && { energy }) },
        signal,
      }),
  })
}

/** Query for a product with its price lists. */
export function productQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...productsKey, id],
    queryFn: async ({ signal }) => send((await api()).readProduct, { params: { id }, signal }),
  })
}
