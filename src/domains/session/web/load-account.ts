import type { FetchQueryOptions } from '@tanstack/react-query'
import type { LoadContext } from '#kit/web/page.ts'
import { identitiesQuery, looksQuery, securityQuery, sessionsQuery } from './queries.ts'

/** Fetches where somebody is signed in, and when the retailer's staff have looked at their account. */
export function loadSessions(context: LoadContext) {
  return Promise.all([
    fetchFirst(context, sessionsQuery(context.send) as FetchQueryOptions),
    fetchFirst(context, looksQuery(context.send) as FetchQueryOptions),
  ])
}

/** Fetches how somebody gets in. */
export function loadSecurity(context: LoadContext) {
  return fetchFirst(context, securityQuery(context.send) as FetchQueryOptions)
}

/** Fetches the identities elsewhere that get somebody in. */
export function loadIdentities(context: LoadContext) {
  return fetchFirst(context, identitiesQuery(context.send) as FetchQueryOptions)
}

/** What cannot be read is told of by the screen, where it can be tried again. */
async function fetchFirst({ prefetch }: LoadContext, query: FetchQueryOptions) {
  await prefetch(query).catch(() => {})
}
