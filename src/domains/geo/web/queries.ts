import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { geoMinutes, listStreetTypes, readProvince, readZipcode, type Town } from '../api.ts'

const lastingMs = geoMinutes * 60_000
const lasting = { staleTime: lastingMs, gcTime: lastingMs }

/** The towns that a postcode serves; none when it is not known. */
export function townsQuery(send: Send, zipcode: string) {
  return queryOptions({
    queryKey: ['geo', 'towns', zipcode],
    queryFn: async ({ signal }): Promise<Town[]> => {
      try {
        const { city, ine, towns } = await send(readZipcode, { params: { zipcode }, signal })
        return towns ?? [{ city, ine }]
      } catch (failure) {
        if (isRefused(failure) && failure.status === 404) return []
        throw failure
      }
    },
    ...lasting,
  })
}

/** The province of a municipality. */
export function provinceQuery(send: Send, ine: string) {
  return queryOptions({
    queryKey: ['geo', 'province', ine],
    queryFn: ({ signal }) => send(readProvince, { params: { ine }, signal }),
    ...lasting,
  })
}

/** The kinds of streets, by their names in a language. */
export function streetTypesQuery(send: Send, locale: string) {
  return queryOptions({
    queryKey: ['geo', 'street types', locale],
    queryFn: async ({ signal }) => (await send(listStreetTypes, { signal })).items,
    ...lasting,
  })
}
