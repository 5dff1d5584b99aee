import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { geoMinutes } from './rules.ts'

const Town = z.object({
  city: z.string(),
  /** The INE code of the municipality. */
  ine: z.string(),
})
export type Town = z.output<typeof Town>

export const readZipcode = call({
  method: 'GET',
  path: '/geo/zipcode/:zipcode/',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  /** The first town, for clients that support only one, and all of them by name. */
  reply: z.object({ city: z.string(), ine: z.string(), towns: z.optional(z.array(Town)) }),
  refusals: { zipcode_unknown: 404 },
  cacheMinutes: geoMinutes,
  summary: 'Lists the towns of a postcode',
})

export const readProvince = call({
  method: 'GET',
  path: '/geo/provincies/:ine/',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.object({ id: z.string(), name: z.string() }),
  refusals: { province_unknown: 404 },
  cacheMinutes: geoMinutes,
  summary: 'Returns the province of an INE code, that of a province or of a municipality',
})

export const listStreetTypes = call({
  method: 'GET',
  path: '/geo/tipovias/',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  cacheMinutes: geoMinutes,
  summary: 'Lists the street types by name',
})
