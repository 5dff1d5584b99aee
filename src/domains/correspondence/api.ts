import * as z from 'zod/mini'
import { energies } from '#domains/contracts/rules.ts'
import { call } from '#kit/call.ts'
import { SeenVersion } from '#kit/seen-version.ts'
import { ToldErrors } from '#kit/told-errors.ts'
import { deliveries, Email, NewAddress, Phone } from './rules.ts'

const Address = z.object({
  id: z.number(),
  name: z.string(),
  full_address: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
})
export type Address = z.output<typeof Address>

const OfEnergy = z.strictObject({ type: z.optional(z.enum(energies)) })
const refusals = { change_not_offered: 403, contract_not_active: 409, invalid: 400 } as const

export const listAddresses = call({
  method: 'GET',
  path: '/addresses/',
  versions: [1],
  access: 'customer',
  reply: z.object({ items: z.array(Address) }),
  summary: 'The addresses of the customer, to which letters and invoices can go',
})

/** Another server may tell the address, or only its id, or what is wrong with it. */
const Readdressed = z.object({
  address_id: z.optional(z.number()),
  address: z.optional(Address),
  errors: ToldErrors,
})

export const addNotificationAddress = call({
  method: 'POST',
  path: '/contracts/:contractName/notification/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  query: OfEnergy,
  body: z.extend(NewAddress, { version: SeenVersion }),
  reply: Readdressed,
  refusals,
  summary: 'Sends letters and invoices about a contract to a new address',
})

export const chooseNotificationAddress = call({
  method: 'PUT',
  path: '/contracts/:contractName/notification/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  query: OfEnergy,
  body: z.strictObject({ addressId: z.int32().check(z.positive()), version: SeenVersion }),
  reply: Readdressed,
  refusals,
  summary: 'Sends letters and invoices about a contract to an address that is known',
})

const contact = {
  path: '/contracts/:contractName/notification/:field/',
  versions: [1, 2],
  access: 'customer',
  freshAuthentication: true,
  /** The one that the path names. */
  body: z.strictObject({ email: z.optional(Email), phone: z.optional(Phone), version: SeenVersion }),
  reply: z.object({ email: z.optional(z.string()), phone: z.optional(z.string()), errors: ToldErrors }),
  refusals,
} as const

export const addContact = call({
  ...contact,
  method: 'POST',
  summary: 'Adds the email or phone by which somebody is reached about a contract',
})

export const changeContact = call({
  ...contact,
  method: 'PUT',
  summary: 'Changes the email or phone by which somebody is reached about a contract',
})

export const changeDelivery = call({
  method: 'POST',
  path: '/contracts/:contractName/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  body: z.strictObject({
    invoice_online: z.enum(deliveries),
    type: z.optional(z.enum(energies)),
    version: SeenVersion,
  }),
  reply: z.object({ invoice_online: z.optional(z.enum(deliveries)), errors: ToldErrors }),
  refusals,
  summary: 'Chooses whether invoices of a contract arrive by email or by post',
})
