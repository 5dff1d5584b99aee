import type { LoadContext } from '#kit/web/page.ts'
import { erasuresQuery, exportQuery, ownDetailsQuery, profileQuery } from './queries.ts'

/** Fetches what the profile shows. One that cannot be read says so in its place; the others are shown. */
export async function loadProfile({ send, prefetch, boot }: LoadContext) {
  const read = [
    prefetch(profileQuery(send)),
    ...(boot.hasUpstream ? [] : [prefetch(ownDetailsQuery(send))]),
    prefetch(exportQuery(send)),
    prefetch(erasuresQuery(send)),
  ]
  await Promise.allSettled(read)
}
