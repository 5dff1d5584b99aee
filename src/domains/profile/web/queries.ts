import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { DataExport, Erasure } from '../api.ts'
import type { ErasureObstacle, RetainedUntil } from '../erasure-rules.ts'

const api = () => import('../api.ts')

const profileKey = ['profile']

/** Returns the query for the signed-in user. */
export function profileQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'account'],
    queryFn: async ({ signal }) => {
      const { readAnyProfile } = await import('#domains/session/api.ts')
      const reply = await send(readAnyProfile, { signal })
      const { name, email, newsletter_url } = 'result' in reply ? reply.result : reply
      return { name, email, newsletterUrl: newsletter_url }
    },
  })
}

/** Returns the query for name, address and telephone of the user's account. */
export function ownDetailsQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'details'],
    queryFn: async ({ signal }) => send((await import('../details-api.ts')).readOwnDetails, { signal }),
  })
}

const pollingSeconds = 5

/** Returns the query for the status of the last data export. It polls while one is being made. */
export function exportQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'export'],
    queryFn: async ({ signal }): Promise<DataExport | null> =>
      (await send((await api()).readDataExport, { signal })).export,
    refetchInterval: ({ state }) => (isExportPending(state.data) ? pollingSeconds * 1000 : false),
  })
}

/** Checks whether an export is in progress. */
export function isExportPending(dataExport: DataExport | null | undefined): boolean {
  return dataExport?.state === 'waiting' || dataExport?.state === 'running'
}

/** The user's erasure requests and the conditions for a new one. */
export type OwnErasures = {
  items: Erasure[]
  openContracts: number
  obstacles: readonly ErasureObstacle[]
  retainedUntil: RetainedUntil
}

/** Returns the query for the erasure requests, the obstacles, and until when data would be retained. */
export function erasuresQuery(send: Send) {
  return queryOptions({
    queryKey: [...profileKey, 'erasures'],
    queryFn: async ({ signal }): Promise<OwnErasures> => {
      const { items, open_contracts, obstacles, kept_until } = await send((await api()).listErasures, { signal })
      return { items, openContracts: open_contracts, obstacles, retainedUntil: kept_until }
    },
  })
}
