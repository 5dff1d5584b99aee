import type { QueryClient } from '@tanstack/react-query'
import type { Portal } from '#kit/web/portal.ts'

/** Returns the query cache of a portal, loaded and created on first use. */
export async function queryClientOf(portal: Portal): Promise<QueryClient> {
  if (!portal.queryClient) {
    const { makeQueryClient } = await import('./query-client.ts')
    portal.queryClient ??= makeQueryClient()
  }
  return portal.queryClient
}
