import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** With whom at the identity provider somebody is linked. */
export function identitiesQuery(send: Send) {
  return queryOptions({
    queryKey: ['identities'],
    queryFn: async ({ signal }) => send((await api()).listIdentities, { signal }),
  })
}

/** By what else than a password somebody comes in. */
export function securityQuery(send: Send) {
  return queryOptions({
    queryKey: ['security'],
    queryFn: async ({ signal }) => send((await api()).readSecurity, { signal }),
  })
}

/** What somebody can prove with who they are. */
export function proofsQuery(send: Send) {
  return queryOptions({
    queryKey: ['proofs'],
    queryFn: async ({ signal }) => (await send((await api()).listProofs, { signal })).kinds,
  })
}

/** When the retailer's staff have looked at the account. */
export function looksQuery(send: Send) {
  return queryOptions({
    queryKey: ['looks'],
    queryFn: async ({ signal }) => (await send((await api()).listLooks, { signal })).items,
  })
}

/** Where somebody is signed in. */
export function sessionsQuery(send: Send) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await send((await api()).listSessions, { signal })).items,
  })
}
