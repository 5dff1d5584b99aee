import type { FetchQueryOptions } from '@tanstack/react-query'
import type { LoadContext } from '#kit/web/page.ts'
import { identitiesQuery, impersonationsQuery, securityQuery, sessionsQuery } from './queries.ts'

/** Fetches where the user is signed in, and when staff have impersonated them. */
export function loadSessions(context: LoadContext) {
  return Promise.all([
    prefetchQuietly(context, sessionsQuery(context.send) as FetchQueryOptions),
    prefetchQuietly(context, impersonationsQuery(context.send) as FetchQueryOptions),
  ])
}

/** Fetches how the user signs in. */
export function loadSecurity(context: LoadContext) {
  return prefetchQuietly(context, securityQuery(context.send) as FetchQueryOptions)
}

/** Fetches the external identities that sign the user in. */
export function loadIdentities(context: LoadContext) {
  return prefetchQuietly(context, identitiesQuery(context.send) as FetchQueryOptions)
}

/** Prefetches without throwing. The screen reports what cannot be read and offers a retry. */
async function prefetchQuietly({ prefetch }: LoadContext, query: FetchQueryOptions) {
  await prefetch(query).catch(() => {})
}
