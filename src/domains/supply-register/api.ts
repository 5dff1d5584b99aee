import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

/** kW with their exact decimals; 0 for a period that the tariff has not. */
const Kw = z.number()

const Availability = z.object({ available: z.boolean() })

/** What the register tells of a supply, and no more than a contract needs. */
const Supply = {
  /** Whether the register knows the supply. */
  cups_data_availability: Availability,
  /** Whether it may be contracted: not ours already, not on its way to somebody else, not closed. */
  cups_availability: Availability,
  /** The energy that the supply is known to be of, where it is not the one asked about. */
  other_energy: z.optional(z.enum(['electricity', 'gas'])),
  access_tariff: z.nullable(z.object({ id: z.number(), name: z.string() })),
  address: z.object({ zipcode: z.nullable(z.string()) }),
}

const refusals = { cups_invalid: 400, too_many_attempts: 429 } as const

/** `old=0` asks for tariffs in force alone; there are no others. */
export const readSupply = call({
  method: 'GET',
  path: '/contractacio/config/cups/:cups',
  versions: [1],
  access: 'anyone',
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
  summary: 'What the register of supplies tells of an electricity supply',
})

export const readGasSupply = call({
  method: 'GET',
  path: '/gas/contractacio/config/cups/:cups',
  versions: [2],
  access: 'anyone',
  reply: z.object(Supply),
  refusals,
  summary: 'What the register of supplies tells of a gas supply',
})
