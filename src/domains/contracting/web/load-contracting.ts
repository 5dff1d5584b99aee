import { streetTypesQuery } from '#domains/geo/web/queries.ts'
import { leadConsentQuery } from '#domains/leads/web/queries.ts'
import { settingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { agreementsQuery, checksByPersonQuery, holdersQuery, retailersQuery } from './queries.ts'

/** Prefetches the lists of the first step. The fields themselves request again what fails. */
export async function loadContracting({ send, boot, prefetch }: LoadContext) {
  const { selectComerOrigin } = settingsOf(boot).contractation
  await Promise.all([
    prefetch(streetTypesQuery(send, boot.locale)).catch(() => {}),
    prefetch(checksByPersonQuery(send)).catch(() => {}),
    ...(boot.signedIn
      ? [prefetch(leadConsentQuery(send)), prefetch(agreementsQuery(send)), prefetch(holdersQuery(send))]
      : []
    ).map((request) => request.catch(() => {})),
    selectComerOrigin ? prefetch(retailersQuery(send, 'electricity')).catch(() => {}) : undefined,
  ])
}
