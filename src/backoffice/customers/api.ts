import * as z from 'zod/mini'
import { CustomerMatch } from '#domains/customers/customer-match.ts'
import { claimDocuments, maxSearchLength } from '#domains/customers/customer-search.ts'
import { DataConsent } from '#domains/data-sharing/api.ts'
import { paidStatuses } from '#domains/invoices/rules.ts'
import { impersonationRoles } from '#domains/session/impersonation-roles.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'

/** Access of calls that read; only operators may use them. */
const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['care', 'money'] } as const

const Day = z.nullable(z.string())

const Offset = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

export const findCustomers = call({
  ...readAccess,
  path: '/operator/customers',
  personalData: true,
  query: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(2, 'too_short'), z.maxLength(maxSearchLength)),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(CustomerMatch), total: z.number() }),
  summary: 'Searches customers by name, NIF, email address, CUPS, contract or invoice',
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
  /** Whether it was signed in the portal, so that its papers and evidence are kept. */
  is_signed_here: z.boolean(),
})
export type CustomerContract = z.output<typeof CustomerContract>

export const readCustomer = call({
  ...readAccess,
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
    /** The accounts that can see the customer's data. */
    accounts: z.array(CustomerAccount),
    contract_count: z.number(),
    unpaid: z.object({ count: z.number(), amount: z.number() }),
    open_requests: z.number(),
    open_cases: z.number(),
  }),
  summary: 'Returns a customer with the accounts that have access and the open items',
})

/** A customer as operators see them. */
export type CustomerDetails = z.output<typeof readCustomer.reply>

export const listCustomerContracts = call({
  ...readAccess,
  path: '/operator/customers/:id/contracts',
  personalData: 'customer',
  query: z.strictObject({ offset: Offset, limit: listQuery.limit }),
  reply: z.object({ items: z.array(CustomerContract), total: z.number() }),
  summary: 'Lists the contracts of a customer, active ones first',
})

const CustomerInvoice = z.object({
  id: z.number(),
  number: z.string(),
  contract: z.string(),
  issued_on: z.string(),
  /** The billed period. */
  starts_on: z.string(),
  ends_on: z.string(),
  energy_wh: z.number(),
  amount: z.number(),
  pending: z.number(),
  status: z.enum(paidStatuses),
  /** Whether its customer does not see it yet. */
  is_held: z.boolean(),
})
export type CustomerInvoice = z.output<typeof CustomerInvoice>

export const listCustomerInvoices = call({
  ...readAccess,
  path: '/operator/customers/:id/invoices',
  personalData: 'customer',
  query: z.strictObject({
    /** A contract id; without it the invoices of all contracts are returned. */
    contract: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(CustomerInvoice), total: z.number() }),
  summary: 'Lists the invoices of a customer with their billed periods and payment status, newest first',
})

export const listCustomerConsents = call({
  ...readAccess,
  path: '/operator/customers/:id/data_consents',
  personalData: 'customer',
  reply: z.object({ items: z.array(DataConsent) }),
  summary: 'Lists what a customer lets third parties read, and what they no longer do, newest first',
})

export const confirmCustomerClaim = call({
  method: 'POST',
  path: '/operator/customers/:id/confirm',
  versions: [1],
  access: 'operator',
  roles: ['care', 'sales'],
  freshAuthentication: true,
  body: z.strictObject({
    /** The document that the operator has checked. */
    document: z.enum(claimDocuments),
  }),
  reply: 'nothing',
  refusals: { no_claim: 409, claim_unsigned: 409, tax_id_known: 409 },
  summary: 'Confirms that a tax id belongs to the customer who claimed it, after an identity document was checked',
})

export const impersonateAccount = call({
  method: 'POST',
  path: '/operator/accounts/:id/look',
  versions: [1],
  access: 'operator',
  roles: impersonationRoles,
  hasSecrets: true,
  freshAuthentication: true,
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(200)) }),
  /** A one-time token that opens a read-only view of the portal as the owner of the account. */
  reply: z.object({ token: z.string() }),
  refusals: { invalid: 400 },
  summary: 'Creates a read-only token for a customer’s account; its creation is recorded, and the customer is notified',
})
