import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Returns the query for the linked identities of the user. */
export function identitiesQuery(send: Send) {
  return queryOptions({
    queryKey: ['identities'],
    queryFn: async ({ signal }) => send((await import('../identities-api.ts')).listIdentities, { signal }),
  })
}

/** Returns the query for the ways to sign in besides the password. */
export function securityQuery(send: Send) {
  return queryOptions({
    queryKey: ['security'],
    queryFn: async ({ signal }) => send((await import('../second-factor-api.ts')).readSecurity, { signal }),
  })
}

/** Returns the query for the user's methods of re-authentication. */
export function reauthenticationMethodsQuery(send: Send) {
  return queryOptions({
    queryKey: ['proofs'],
    queryFn: async ({ signal }) =>
      (await send((await import('../reauthentication-api.ts')).listReauthenticationMethods, { signal })).kinds,
  })
}

/** Returns the query for the impersonations of the account by the retailer's staff. */
export function impersonationsQuery(send: Send) {
  return queryOptions({
    queryKey: ['looks'],
    queryFn: async ({ signal }) =>
      (await send((await import('../own-sessions-api.ts')).listImpersonations, { signal })).items,
  })
}

/** Returns the query for the open sessions of the user. */
export function sessionsQuery(send: Send) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await send((await import('../own-sessions-api.ts')).listSessions, { signal })).items,
  })
}
