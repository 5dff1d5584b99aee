import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { Distributor, Retailer } from '../api.ts'
import type { MarketList } from '../rules.ts'

const api = () => import('../api.ts')
export const marketKey = ['market']

/** A market participant: a retailer, or a distributor with its code. */
export type MarketMember = Retailer | Distributor

export type MarketView = { list: MarketList; q: string; offset: number }

/** Query for a page of retailers or distributors. */
export function marketQuery(send: Send, { list, q, offset }: MarketView) {
  return queryOptions({
    queryKey: [...marketKey, list, q, offset],
    queryFn: async ({ signal }): Promise<{ items: MarketMember[]; total: number }> => {
      const { listDistributors, listRetailers } = await api()
      const page = { q, offset, limit: pageSize }
      return list === 'distributors'
        ? send(listDistributors, { query: page, signal })
        : send(listRetailers, { query: { ...page, energy: list }, signal })
    },
  })
}
