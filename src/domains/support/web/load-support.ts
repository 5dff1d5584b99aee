import { customerSettingsOf, settingsOf } from '#domains/retailer/web/settings.ts'
import { Refused } from '#kit/refusal.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { parseRequestPage } from './cases/requests-page.ts'
import {
  categoriesQuery,
  contractsQuery,
  linkedCaseQuery,
  openRequestsQuery,
  requestQuery,
  requestsQuery,
  subtypesQuery,
  typesQuery,
} from './queries.ts'

/** Prefetches the page of requests in the address. */
export async function loadRequests({ send, search, prefetch }: LoadContext) {
  await prefetch(requestsQuery(send, parseRequestPage(search)))
}

/** Prefetches the open requests, for a page that also works without them. */
export async function loadOpenRequests({ send, prefetch }: LoadContext) {
  await prefetch(openRequestsQuery(send)).catch(() => undefined)
}

/** Prefetches the case of the link in a mail. The page says so where the link is over. */
export async function loadLinkedCase({ send, search, prefetch }: LoadContext) {
  await prefetch(linkedCaseQuery(send, search.link ?? '')).catch(() => undefined)
}

/** Prefetches a case. */
export async function loadRequest({ send, params, prefetch }: LoadContext) {
  await prefetch(requestQuery(send, params.id!))
}

/**
 * Prefetches the choices for a request to the retailer. @throws Refused 404 if the retailer accepts no requests from
 * this visitor.
 */
export async function loadContact({ send, boot, prefetch }: LoadContext) {
  const isSignedIn = boot.signedIn !== null
  const isOffered = isSignedIn
    ? customerSettingsOf(boot).features.contact && boot.flags['crm.case']
    : settingsOf(boot).features.unsignedContact
  if (!isOffered) throw new Refused('not_found', 404)
  const hasContracts = isSignedIn && (await prefetch(contractsQuery(send))).length > 0
  await prefetch(categoriesQuery(send, { isSignedIn: hasContracts }))
}

/** Prefetches the contracts of a customer, for the form about a switch that nobody asked for. */
export async function loadUnrequestedSwitch({ send, boot, prefetch }: LoadContext) {
  if (boot.signedIn) await prefetch(contractsQuery(send))
}

/** Prefetches the choices for a customer care case. */
export async function loadClaim({ send, search, prefetch }: LoadContext) {
  await Promise.all([
    prefetch(contractsQuery(send)),
    prefetch(typesQuery(send)),
    ...(search.type ? [prefetch(subtypesQuery(send, search.type)).catch(() => undefined)] : []),
  ])
}

/** Prefetches all types of customer care cases. */
export async function loadClaims({ send, prefetch }: LoadContext) {
  const types = await prefetch(typesQuery(send))
  await Promise.all(types.map(({ code }) => prefetch(subtypesQuery(send, code))))
}
