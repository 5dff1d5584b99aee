import type { QueryClient } from '@tanstack/react-query'
import type { Portal } from '#kit/web/portal.ts'

/** The query cache of a portal, fetched and made at its first use. */
export async function queryClientOf(portal: Portal): Promise<QueryClient> {
  if (!portal.queryClient) {
    const { makeQueryClient } = await import('./query-client.ts')
    portal.queryClient ??= makeQueryClient()
  }
  return portal.queryClient
}
