import { customerSettingsOf, settingsOf } from '#domains/operator/web/settings.ts'
import { Refused } from '#kit/refusal.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { readPage } from './list-page.ts'
import {
  categoriesQuery,
  contractsQuery,
  openRequestsQuery,
  requestQuery,
  requestsQuery,
  subtypesQuery,
  typesQuery,
} from './queries.ts'

/** Fetches the page of requests that the address asks for. */
export async function loadRequests({ send, search, prefetch }: LoadContext) {
  await prefetch(requestsQuery(send, readPage(search)))
}

/** Fetches what is under way, for a page that is of use without it. */
export async function loadOpenRequests({ send, prefetch }: LoadContext) {
  await prefetch(openRequestsQuery(send)).catch(() => undefined)
}

/** Fetches a case. */
export async function loadRequest({ send, params, prefetch }: LoadContext) {
  await prefetch(requestQuery(send, params.id!))
}

/** Fetches what can be chosen when writing to the retailer. @throws Refused 404 where it takes no letters of this visitor. */
export async function loadContact({ send, boot, prefetch }: LoadContext) {
  const isSignedIn = boot.signedIn !== null
  const isOffered = isSignedIn
    ? customerSettingsOf(boot).features.contact && boot.flags['crm.case']
    : settingsOf(boot).features.unsignedContact
  if (!isOffered) throw new Refused('not_found', 404)
  const hasContracts = isSignedIn && (await prefetch(contractsQuery(send))).length > 0
  await prefetch(categoriesQuery(send, { isSignedIn: hasContracts }))
}

/** Fetches what can be chosen when asking customer care. */
export async function loadClaim({ send, search, prefetch }: LoadContext) {
  await Promise.all([
    prefetch(contractsQuery(send)),
    prefetch(typesQuery(send)),
    ...(search.type ? [prefetch(subtypesQuery(send, search.type)).catch(() => undefined)] : []),
  ])
}

/** Fetches everything that customer care can be asked about. */
export async function loadClaims({ send, prefetch }: LoadContext) {
  const types = await prefetch(typesQuery(send))
  await Promise.all(types.map(({ code }) => prefetch(subtypesQuery(send, code))))
}
