import { queryOptions } from '@tanstack/react-query'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import { cspSourcesOf } from '../csp-sources.ts'
import { type CardProvider, cardProviders } from './card/card-provider.ts'
import type { PayableItem } from './payable-item.ts'
import { readSummary } from './read-summary.ts'

const api = () => import('../api.ts')

/** The setup for taking cards: an offered provider and its public key. */
export type CardSetup = { platform: string; publishableKey: string; provider: CardProvider }

/**
 * The content security policy of this page blocks the provider's fields, because the browser reached it from another
 * page of the portal.
 */
export const policyTooStrict = 'policy_too_strict'

/**
 * Returns the query for the card setup, which is null if cards cannot be taken. The content security policy of a page
 * is that of the first page that the browser loaded, so a provider may be blocked until the page is reloaded. The
 * result is kept while a payment is open, because remounted fields would lose their input, and refetched for the next
 * one.
 */
export function cardSetupQuery(send: Send, { cardPlatforms = [] }: Pick<Boot, 'cardPlatforms'>) {
  return queryOptions({
    queryKey: ['card-desk'],
    queryFn: async ({ signal }): Promise<CardSetup | typeof policyTooStrict | null> => {
      const { listPlatforms, readPublishableKey } = await api()
      const { platforms } = await send(listPlatforms, { signal })
      const platform = platforms.find((name) => cardProviders.has(name))
      if (!platform) return null
      if (cspSourcesOf(platform) && !cardPlatforms.includes(platform)) return policyTooStrict
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

/** Returns the query for what was paid for an item; null while the payment is not booked. */
export function summaryQuery(send: Send, { id, kind }: Pick<PayableItem, 'id' | 'kind'>) {
  return queryOptions({
    queryKey: ['transaction-summary', kind, id],
    queryFn: async ({ signal }) =>
      readSummary(
        await send((await api()).readTransactionSummary, {
          params: { invoiceId: String(id) },
          query: { related_object_type: kind },
          signal,
        }),
      ),
    staleTime: 0,
  })
}

/** Returns the query for the transfer details of an item. */
export function transferQuery(send: Send, { id, kind }: Pick<PayableItem, 'id' | 'kind'>) {
  return queryOptions({
    queryKey: ['transfer-details', kind, id],
    queryFn: async ({ signal }) =>
      send((await api()).readTransferDetails, {
        params: { invoiceId: String(id) },
        query: { related_object_type: kind },
        signal,
      }),
  })
}
