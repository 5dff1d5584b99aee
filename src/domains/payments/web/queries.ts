import { queryOptions } from '@tanstack/react-query'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import { listPlatforms, readPublishableKey, readTransactionSummary, readTransferDetails } from '../api.ts'
import { sourcesOf } from '../provider-sources.ts'
import { type CardProvider, cardProviders } from './card-provider.ts'
import type { PayingItem } from './paying-item.ts'
import { readSummary } from './read-summary.ts'

/** What cards are taken with: a provider on offer, and its public key. */
export type CardDesk = { platform: string; publishableKey: string; provider: CardProvider }

/** The policy of this page keeps the provider's fields out, since the browser came to it from another page of the portal. */
export const policyTooStrict = 'policy_too_strict'

/**
 * What cards are taken with, or null where that is not possible. The policy of a page is that of the first page that the
 * browser loaded, so a provider may be kept out until the page is loaded anew. The answer stays the same as long as a payment is open, since
 * other fields would forget what was typed, and is asked for anew with the next.
 */
export function cardDeskQuery(send: Send, { cardPlatforms = [] }: Pick<Boot, 'cardPlatforms'>) {
  return queryOptions({
    queryKey: ['card-desk'],
    queryFn: async ({ signal }): Promise<CardDesk | typeof policyTooStrict | null> => {
      const { platforms } = await send(listPlatforms, { signal })
      const platform = platforms.find((name) => cardProviders.has(name))
      if (!platform) return null
      if (sourcesOf(platform) && !cardPlatforms.includes(platform)) return policyTooStrict
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

/** How an item is paid by transfer. */
export function transferQuery(send: Send, { id, kind }: Pick<PayingItem, 'id' | 'kind'>) {
  return queryOptions({
    queryKey: ['transfer-details', kind, id],
    queryFn: ({ signal }) =>
      send(readTransferDetails, {
        params: { invoiceId: String(id) },
        query: { related_object_type: kind },
        signal,
      }),
    staleTime: 0,
  })
}
