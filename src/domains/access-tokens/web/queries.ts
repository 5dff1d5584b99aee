import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Returns the query for the tokens of the user's programs. */
export function accessTokensQuery(send: Send) {
  return queryOptions({
    queryKey: ['access-tokens'],
    queryFn: async ({ signal }) => (await send((await import('../api.ts')).listAccessTokens, { signal })).items,
  })
}

/** Returns the query for the access to the user's account besides the password. */
export function accountAccessQuery(send: Send) {
  return queryOptions({
    queryKey: ['account-access'],
    queryFn: async ({ signal }) =>
      (await send((await import('../account-access-api.ts')).listAccountAccess, { signal })).items,
  })
}
