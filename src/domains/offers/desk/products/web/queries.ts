import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const productsKey = ['products']

/** Query for a page of products. */
export const productsQuery = pageQuery([...productsKey, 'list'], async () => (await api()).listProducts)

/** Query for a product with its price lists. */
export function productQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...productsKey, id],
    queryFn: async ({ signal }) => send((await api()).readProduct, { params: { id }, signal }),
  })
}
