import type { LoadContext } from '#kit/web/page.ts'
import { erasuresQuery, exportQuery, ownDetailsQuery, profileQuery } from './queries.ts'

/** Fetches the data of the profile. A part that cannot be read reports so in its place; the others are shown. */
export async function loadProfile({ send, prefetch, boot }: LoadContext) {
  const queries = [
    prefetch(profileQuery(send)),
    ...(boot.hasUpstream ? [] : [prefetch(ownDetailsQuery(send))]),
    prefetch(exportQuery(send)),
    prefetch(erasuresQuery(send)),
  ]
  await Promise.allSettled(queries)
}
