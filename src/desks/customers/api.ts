import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { paidStatuses } from '#domains/invoices/rules.ts'
import { impersonationRoles } from '#domains/session/impersonation-roles.ts'
import { call } from '#kit/call.ts'
import { claimDocuments, longestSearch } from './rules.ts'

/** What only operators read. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['care', 'money'] } as const

const Day = z.nullable(z.string())

const FoundCustomer = z.object({
  id: z.number(),
  name: z.string(),
  tax_id: z.string(),
  /** Whether nobody has shown that the tax id is theirs: it stands in a contract made here and nowhere else. */
  is_claim: z.boolean(),
  email: z.nullable(z.string()),
  is_company: z.boolean(),
  contracts: z.number(),
  /** What of theirs was typed, and how it is written. */
  found_by: z.literal(['name', 'tax_id', 'email', 'contract', 'cups', 'invoice']),
  found: z.string(),
})
export type FoundCustomer = z.output<typeof FoundCustomer>

const Offset = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

export const findCustomers = call({
  ...read,
  path: '/operator/customers',
  personalData: true,
  query: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(2, 'too_short'), z.maxLength(longestSearch)),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(FoundCustomer), total: z.number() }),
  summary: 'Customers by name, NIF, email address, CUPS, contract or invoice',
})

const CustomerAccount = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(z.string()),
})
export type CustomerAccount = z.output<typeof CustomerAccount>

const CustomerContract = z.object({
  id: z.number(),
  name: z.string(),
  cups: z.string(),
  energy: z.literal(['electricity', 'gas']),
  state: z.string(),
  tariff: z.string(),
  product: z.string(),
  street: z.string(),
  city: z.string(),
  starts_on: Day,
  ends_on: Day,
})
export type CustomerContract = z.output<typeof CustomerContract>

export const readCustomer = call({
  ...read,
  path: '/operator/customers/:id',
  personalData: 'customer',
  reply: z.object({
    id: z.number(),
    name: z.string(),
    tax_id: z.string(),
    is_claim: z.boolean(),
    is_company: z.boolean(),
    fiscal_address: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** Who can sign in and sees what is the customer's. */
    accounts: z.array(CustomerAccount),
    contract_count: z.number(),
    unpaid: z.object({ count: z.number(), amount: z.number() }),
    open_requests: z.number(),
    open_cases: z.number(),
  }),
  summary: 'A customer, with the accounts that see them and what is open',
})

export const listCustomerContracts = call({
  ...read,
  path: '/operator/customers/:id/contracts',
  personalData: 'customer',
  query: z.strictObject({ offset: Offset, limit: listQuery.limit }),
  reply: z.object({ items: z.array(CustomerContract), total: z.number() }),
  summary: 'The contracts of a customer, active ones first',
})

const CustomerInvoice = z.object({
  id: z.number(),
  number: z.string(),
  contract: z.string(),
  issued_on: z.string(),
  /** The days that are billed. */
  starts_on: z.string(),
  ends_on: z.string(),
  energy_wh: z.number(),
  amount: z.number(),
  pending: z.number(),
  status: z.enum(paidStatuses),
})
export type CustomerInvoice = z.output<typeof CustomerInvoice>

export const listCustomerInvoices = call({
  ...read,
  path: '/operator/customers/:id/invoices',
  personalData: 'customer',
  query: z.strictObject({
    /** The id of a contract; without it those of all contracts. */
    contract: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(CustomerInvoice), total: z.number() }),
  summary: 'The invoices of a customer with what they billed and how they stand, the last one first',
})

export const confirmCustomerClaim = call({
  method: 'POST',
  path: '/operator/customers/:id/confirm',
  versions: [1],
  access: 'operator',
  roles: ['care', 'sales'],
  freshAuthentication: true,
  body: z.strictObject({
    /** What the operator has seen. */
    document: z.enum(claimDocuments),
  }),
  reply: 'nothing',
  refusals: { no_claim: 409, claim_unsigned: 409, tax_id_known: 409 },
  summary: 'Confirms that a tax id belongs to whom it was claimed by, after looking at the identity document',
})

export const lookAtAccount = call({
  method: 'POST',
  path: '/operator/accounts/:id/look',
  versions: [1],
  access: 'operator',
  roles: impersonationRoles,
  carriesSecrets: true,
  freshAuthentication: true,
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(200)) }),
  /** Opens the portal as the account's owner sees it, once, without being able to change anything. */
  reply: z.object({ token: z.string() }),
  refusals: { invalid: 400 },
  summary: 'A read-only token of a customer’s account; that it was made is recorded, and the customer told',
})
