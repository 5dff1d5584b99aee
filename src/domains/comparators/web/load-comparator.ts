import { contractInfoQuery } from '#domains/contracts/web/queries.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { retailersQuery, tariffsQuery } from './queries.ts'

/** Prefetches the options of the form and, for a customer, the contracts whose year can be compared. */
export async function loadComparator({ send, boot, prefetch }: LoadContext) {
  await Promise.allSettled([
    prefetch(retailersQuery(send, 'electricity')),
    prefetch(tariffsQuery(send, 'electricity')),
    ...(boot.signedIn ? [prefetch(contractInfoQuery(send))] : []),
  ])
}

/** Prefetches the options of the form for gas. */
export async function loadGasComparator({ send, prefetch }: LoadContext) {
  await Promise.allSettled([prefetch(retailersQuery(send, 'gas')), prefetch(tariffsQuery(send, 'gas'))])
}
