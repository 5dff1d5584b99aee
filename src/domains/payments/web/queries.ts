import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { listPlatforms, readPublishableKey, readTransactionSummary } from '../api.ts'
import { type CardProvider, cardProviders } from './card-provider.ts'
import type { PayingItem } from './paying-item.ts'
import { readSummary } from './read-summary.ts'

/** What cards are taken with: a provider on offer, and its public key. */
export type CardDesk = { platform: string; publishableKey: string; provider: CardProvider }

/**
 * What cards are taken with, or null where that is not possible. It stays the same as long as a payment is open, since
 * other fields would forget what was typed, and is asked for anew with the next.
 */
export function cardDeskQuery(send: Send) {
  return queryOptions({
    queryKey: ['card-desk'],
    queryFn: async ({ signal }): Promise<CardDesk | null> => {
      const { platforms } = await send(listPlatforms, { signal })
      const platform = platforms.find((name) => cardProviders.has(name))
      if (!platform) return null
      const [{ publishable_key: publishableKey }, provider] = await Promise.all([
        send(readPublishableKey, { params: { platform }, signal }),
        cardProviders.get(platform)!(),
      ])
      await provider.prepare?.(publishableKey)
      return { platform, publishableKey, provider }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** What was paid for an item, or null while the payment is not in the books. */
export function summaryQuery(send: Send, { id, kind }: Pick<PayingItem, 'id' | 'kind'>) {
  return queryOptions({
    queryKey: ['transaction-summary', kind, id],
    queryFn: async ({ signal }) =>
      readSummary(
        await send(readTransactionSummary, {
          params: { invoiceId: String(id) },
          query: { related_object_type: kind },
          signal,
        }),
      ),
    staleTime: 0,
  })
}
