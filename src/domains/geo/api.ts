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
  /** The first town, for whoever knows of one only, and all of them by name. */
  reply: z.object({ city: z.string(), ine: z.string(), towns: z.optional(z.array(Town)) }),
  refusals: { zipcode_unknown: 404 },
  cacheMinutes: geoMinutes,
  summary: 'The towns of a postcode',
})

export const readProvince = call({
  method: 'GET',
  path: '/geo/provincies/:ine/',
  versions: [1],
  access: 'anyone',
  reply: z.object({ id: z.string(), name: z.string() }),
  refusals: { province_unknown: 404 },
  cacheMinutes: geoMinutes,
  summary: 'The province of an INE code, its own or that of a municipality',
})

export const listStreetTypes = call({
  method: 'GET',
  path: '/geo/tipovias/',
  versions: [1],
  access: 'anyone',
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  cacheMinutes: geoMinutes,
  summary: 'The kinds of streets, by name',
})
