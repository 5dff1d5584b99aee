import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { returnCauses } from '../return-reasons.ts'
import { returnFormats, returnStates, unmatchedReasons } from '../rules.ts'
import { returnQuery } from './downloads.ts'
import { returnRoles } from './roles.ts'
import { bulkActs, maxBulkCount } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator' } as const

const ManagedReturn = z.object({
  id: z.number(),
  state: z.enum(returnStates),
  unmatched_reason: z.nullable(z.enum(unmatchedReasons)),
  cause: z.enum(returnCauses),
  /** The code of the bank. */
  code: z.string(),
  /** In euros. */
  amount: z.number(),
  reference: z.nullable(z.string()),
  debtor: z.nullable(z.string()),
  concept: z.nullable(z.string()),
  customer: z.nullable(NamedRef),
  invoice: z.nullable(z.object({ number: z.string(), /** What is still owed, in euros. */ owed: z.number() })),
  format: z.enum(returnFormats),
  returned_on: z.string(),
  assignee: z.nullable(NamedRef),
})
export type ManagedReturn = z.output<typeof ManagedReturn>

export const listManagedReturns = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/debit-returns',
  personalData: true,
  roles: ['care', 'money'],
  query: z.strictObject({ ...listQuery, ...returnQuery }),
  reply: z.object({ items: z.array(ManagedReturn), total: z.number() }),
  summary: 'Lists direct debits that came back, newest first',
})

export const matchManagedReturn = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/debit-returns/:id/invoice',
  roles: returnRoles,
  body: z.strictObject({ number: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(60)) }),
  reply: 'nothing',
  refusals: { return_settled: 409, invoice_unknown: 404 },
  summary: 'Assigns a returned debit to its invoice, which is owed again',
})

export const actOnReturns = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/debit-returns/acts',
  roles: returnRoles,
  body: z.strictObject({
    act: z.enum(bulkActs),
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1, 'required'), z.maxLength(maxBulkCount)),
  }),
  reply: z.object({
    /** How many of them the act changed; it passes over those to which it does not apply. */
    changed: z.number(),
  }),
  summary: 'Takes on returned debits, tells their customers again, or puts them aside',
})
