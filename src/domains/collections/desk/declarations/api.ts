import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import {
  declarationDecisions,
  declarationKinds,
  declarationLimits,
  declarationStates,
} from '../../declaration-rules.ts'
import { debtRoles } from '../roles.ts'
import { declarationFilters } from './rules.ts'

// Only those who act on debts: what is declared tells of somebody's health. Everybody else sees that a debt is stopped.
const operatorAccess = { versions: [1], access: 'operator', roles: debtRoles } as const

const ListedDeclaration = z.object({
  id: z.number(),
  customer: NamedRef,
  contract: z.string(),
  kind: z.enum(declarationKinds),
  state: z.enum(declarationStates),
  note: z.nullable(z.string()),
  valid_until: z.nullable(z.string()),
  declared_at: z.string(),
  papers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** By when it is answered; null once it is, or while something is missing. */
  due_on: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  accepted_until: z.nullable(z.string()),
  decided_by: z.nullable(NamedRef),
  decisions: z.array(z.enum(declarationDecisions)),
})
export type ListedDeclaration = z.output<typeof ListedDeclaration>

export const listDeclarations = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/declarations',
  personalData: true,
  query: z.strictObject({ ...listQuery, state: z._default(z.enum(declarationFilters), 'open') }),
  reply: z.object({ items: z.array(ListedDeclaration), total: z.number() }),
  summary: 'Lists what customers declare of supplies so that they are not cut off, those to be answered first',
})

export const decideDeclaration = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/declarations/:id/decision',
  body: z.strictObject({
    decision: z.enum(declarationDecisions),
    /** The last day on which it is accepted. */
    accepted_until: z.optional(z.nullable(z.iso.date())),
    /** What is missing, or the reasons, as its customer reads them. */
    answer: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(declarationLimits.answer)))),
  }),
  reply: 'nothing',
  refusals: { invalid: 400, declaration_decided: 409 },
  summary: 'Accepts a declaration until a day, asks for what is missing, refuses it with reasons, or ends it',
})
