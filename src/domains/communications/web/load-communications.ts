import { energyOfPath } from '#domains/contracts/web/list/list-address.ts'
import { contractQuery } from '#domains/contracts/web/queries.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { parsePage } from './communications-page.ts'
import { communicationsQuery } from './queries.ts'

/** Prefetches a contract with its communications. */
export async function loadCommunications({ path, send, params, search, prefetch }: LoadContext) {
  const energy = energyOfPath(path)
  const name = params.contractName!
  await Promise.all([
    prefetch(contractQuery(send, energy, name)),
    prefetch(communicationsQuery(send, name, parsePage(search))),
  ])
}
