import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import type { Town } from '../api.ts'
import { geoMinutes } from '../rules.ts'

// The calls with their schemas are loaded only on the first request, because street types arrive with the first page.
const api = () => import('../api.ts')

const cacheMs = geoMinutes * 60_000
const longCache = { staleTime: cacheMs, gcTime: cacheMs }

/** Queries the towns of a postcode; none if it is unknown. */
export function townsQuery(send: Send, zipcode: string) {
  return queryOptions({
    queryKey: ['geo', 'towns', zipcode],
    queryFn: async ({ signal }): Promise<Town[]> => {
      try {
        const { city, ine, towns } = await send((await api()).readZipcode, { params: { zipcode }, signal })
        return towns ?? [{ city, ine }]
      } catch (failure) {
        if (isRefused(failure) && failure.status === 404) return []
        throw failure
      }
    },
    ...longCache,
  })
}

/** Queries the province of a municipality. */
export function provinceQuery(send: Send, ine: string) {
  return queryOptions({
    queryKey: ['geo', 'province', ine],
    queryFn: async ({ signal }) => send((await api()).readProvince, { params: { ine }, signal }),
    ...longCache,
  })
}

/** Queries the street types, by their names in a language. */
export function streetTypesQuery(send: Send, locale: string) {
  return queryOptions({
    queryKey: ['geo', 'street types', locale],
    queryFn: async ({ signal }) => (await send((await api()).listStreetTypes, { signal })).items,
    ...longCache,
  })
}
