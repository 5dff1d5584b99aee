import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { DataExport, Erasure } from '../api.ts'
import type { ErasureObstacle, KeptUntil } from '../erasure-rules.ts'

const api = () => import('../api.ts')

const profileKey = ['profile']

/** Who is signed in. */
export function profileQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'account'],
    queryFn: async ({ signal }) => {
      const { readAnyProfile } = await import('#domains/session/api.ts')
      const told = await send(readAnyProfile, { signal })
      const { name, email, newsletter_url } = 'result' in told ? told.result : told
      return { name, email, newsletterUrl: newsletter_url }
    },
  })
}

/** Name, address and telephone of the own account. */
export function ownDetailsQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'details'],
    queryFn: async ({ signal }) => send((await import('../details-api.ts')).readOwnDetails, { signal }),
  })
}

const everySecondsWhileMade = 5

/** How the last copy of all data stands; asked again while one is being made. */
export function exportQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'export'],
    queryFn: async ({ signal }): Promise<DataExport | null> =>
      (await send((await api()).readDataExport, { signal })).export,
    refetchInterval: ({ state }) => (isBeingMade(state.data) ? everySecondsWhileMade * 1000 : false),
  })
}

/** Whether a copy is on its way. */
export function isBeingMade(kept: DataExport | null | undefined): boolean {
  return kept?.state === 'waiting' || kept?.state === 'running'
}

/** What is known of erasures before and after somebody asks. */
export type OwnErasures = {
  items: Erasure[]
  openContracts: number
  obstacles: readonly ErasureObstacle[]
  keptUntil: KeptUntil
}

/** The requests of erasure, what stands in its way, and until when something would stay. */
export function erasuresQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'erasures'],
    queryFn: async ({ signal }): Promise<OwnErasures> => {
      const { items, open_contracts, obstacles, kept_until } = await send((await api()).listErasures, { signal })
      return { items, openContracts: open_contracts, obstacles, keptUntil: kept_until }
    },
  })
}
