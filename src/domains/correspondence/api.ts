import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { ReplyErrors } from '#kit/reply-errors.ts'
import { energies } from '#vocabulary/energies.ts'
import { deliveries, Email, NewAddress, Phone } from './rules.ts'

const Address = z.object({
  id: z.number(),
  name: z.string(),
  full_address: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
})
export type Address = z.output<typeof Address>

const EnergyQuery = z.strictObject({ type: z.optional(z.enum(energies)) })
const refusals = { change_not_offered: 403, contract_not_active: 409, invalid: 400 } as const

export const listAddresses = call({
  method: 'GET',
  path: '/addresses/',
  versions: [1],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.object({ items: z.array(Address) }),
  summary: 'Lists the addresses of the customer for letters and invoices',
})

/** An upstream server may return the whole address, only its id, or field errors. */
const AddressChangeReply = z.object({
  address_id: z.optional(z.number()),
  address: z.optional(Address),
  errors: ReplyErrors,
})

export const addNotificationAddress = call({
  method: 'POST',
  path: '/contracts/:contractName/notification/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  freshAuthentication: true,
  query: EnergyQuery,
  body: z.extend(NewAddress, { version: ExpectedVersion }),
  reply: AddressChangeReply,
  refusals,
  summary: 'Sends letters and invoices about a contract to a new address',
})

export const chooseNotificationAddress = call({
  method: 'PUT',
  path: '/contracts/:contractName/notification/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  freshAuthentication: true,
  query: EnergyQuery,
  body: z.strictObject({ addressId: z.int().check(z.positive()), version: ExpectedVersion }),
  reply: AddressChangeReply,
  refusals,
  summary: 'Sends letters and invoices about a contract to a known address',
})

const contactCall = {
  path: '/contracts/:contractName/notification/:field/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  freshAuthentication: true,
  /** Only the field that the path names is accepted. */
  body: z.strictObject({ email: z.optional(Email), phone: z.optional(Phone), version: ExpectedVersion }),
  reply: z.object({ email: z.optional(z.string()), phone: z.optional(z.string()), errors: ReplyErrors }),
  refusals,
} as const

export const addContact = call({
  ...contactCall,
  method: 'POST',
  summary: 'Adds an email or phone to the contact details of a contract',
})

export const changeContact = call({
  ...contactCall,
  method: 'PUT',
  summary: 'Changes an email or phone in the contact details of a contract',
})

export const changeDelivery = call({
  method: 'POST',
  path: '/contracts/:contractName/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  freshAuthentication: true,
  body: z.strictObject({
    invoice_online: z.enum(deliveries),
    type: z.optional(z.enum(energies)),
    version: ExpectedVersion,
  }),
  reply: z.object({ invoice_online: z.optional(z.enum(deliveries)), errors: ReplyErrors }),
  refusals,
  summary: 'Chooses whether invoices of a contract arrive by email or by post',
})
