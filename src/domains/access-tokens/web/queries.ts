import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** The tokens by which one's programs read. */
export function accessTokensQuery(send: Send) {
  return queryOptions({
    queryKey: ['access-tokens'],
    queryFn: async ({ signal }) => (await send((await import('../api.ts')).listAccessTokens, { signal })).items,
  })
}

/** What gets into one's account beside the password. */
export function accountAccessQuery(send: Send) {
  return queryOptions({
    queryKey: ['account-access'],
    queryFn: async ({ signal }) =>
      (await send((await import('../account-access-api.ts')).listAccountAccess, { signal })).items,
  })
}
