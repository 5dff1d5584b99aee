import { energyOfPath } from '#domains/contracts/web/list-address.ts'
import { contractQuery } from '#domains/contracts/web/queries.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { readPage } from './list-page.ts'
import { communicationsQuery, preferencesQuery } from './queries.ts'

/** Fetches what somebody is told by mail. */
export function loadPreferences({ send, prefetch }: LoadContext) {
  return prefetch(preferencesQuery(send))
}

/** Fetches a contract with what was sent for it. */
export async function loadCommunications({ path, send, params, search, prefetch }: LoadContext) {
  const energy = energyOfPath(path)
  const name = params.contractName!
  await Promise.all([
    prefetch(contractQuery(send, energy, name)),
    prefetch(communicationsQuery(send, name, readPage(search))),
  ])
}
