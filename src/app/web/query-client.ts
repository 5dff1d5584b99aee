import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'

const freshMinutes = 1
const retries = 2

/**
 * Creates a cache for the answers of calls. A refusal is an answer, so it is not retried; a lost connection is retried
 * twice. An action is sent without a connection too, so that its failure is shown instead of awaited.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMinutes * 60_000,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : undefined,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !import.meta.env.SSR && !isRefused(error) && failures < retries,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export { dehydrate, hydrate }
