import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'

const freshMs = 60_000

/**
 * Creates a cache for the answers of calls. A refusal is an answer, so it is not retried; a lost connection is retried
 * twice. An action is sent without a connection too, so that its failure is shown instead of awaited.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        ...(import.meta.env.SSR && { gcTime: Number.POSITIVE_INFINITY }),
        refetchOnWindowFocus: false,
        retry: (failures, error) => !import.meta.env.SSR && !isRefused(error) && failures < 2,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export { dehydrate, hydrate }
