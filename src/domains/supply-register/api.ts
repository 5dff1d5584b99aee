import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

/** kW with exact decimals; 0 for a period that the tariff does not have. */
const Kw = z.number()

const Availability = z.object({ available: z.boolean() })

/** The register data of a supply point, limited to what a contract requires. */
const Supply = {
  /** Whether the register knows the supply point. */
  cups_data_availability: Availability,
  /** Whether it may be contracted: not supplied by the retailer already, not switching to another one, not closed. */
  cups_availability: Availability,
  /** The energy that the supply point is known for, if it differs from the requested one. */
  other_energy: z.optional(z.enum(['electricity', 'gas'])),
  access_tariff: z.nullable(z.object({ id: z.number(), name: z.string() })),
  address: z.object({ zipcode: z.nullable(z.string()) }),
}

const refusals = { cups_invalid: 400, too_many_attempts: 429 } as const

/** `old=0` requests only tariffs in force; there are no others. */
export const readSupply = call({
  method: 'GET',
  path: '/contractacio/config/cups/:cups',
  versions: [1],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({ old: z.optional(z.enum(['0', '1'])) }),
  reply: z.object({
    ...Supply,
    power_p1: z.nullable(Kw),
    power_p2: z.nullable(Kw),
    power_p3: z.nullable(Kw),
    power_p4: z.nullable(Kw),
    power_p5: z.nullable(Kw),
    power_p6: z.nullable(Kw),
    selfcons: z.boolean(),
    autoconsumo_code: z.string(),
  }),
  refusals,
  summary: 'Returns the data of an electricity supply in the register of supplies',
})

export const readGasSupply = call({
  method: 'GET',
  path: '/gas/contractacio/config/cups/:cups',
  versions: [2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.object(Supply),
  refusals,
  summary: 'Returns the data of a gas supply in the register of supplies',
})
