import * as z from 'zod/mini'
import { leadKinds } from '#domains/lead-records/lead-kinds.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { exportLeads } from './downloads.ts'
import { awaitedChecks, checkOutcomes, handlings, leadStates, maxLeadNoteLength } from './rules.ts'

/** Access of calls that read; only operators may use them. */
const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales'] } as const

const ListedLead = z.object({
  id: z.number(),
  kind: z.enum(leadKinds),
  state: z.enum(leadStates),
  handling: z.enum(handlings),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  cups: z.nullable(z.string()),
  product: z.nullable(z.string()),
  /** The results of the bureaus; null without a query. */
  is_solvent: z.nullable(z.boolean()),
  is_same_person: z.nullable(z.boolean()),
  /** The checks that a person still has to make before there is a contract. */
  awaited_checks: z.array(z.enum(awaitedChecks)),
  files: z.number(),
  created_at: z.string(),
})
export type ListedLead = z.output<typeof ListedLead>

export const listLeads = call({
  ...readAccess,
  path: '/operator/leads',
  personalData: true,
  query: z.strictObject({
    ...exportLeads.query.shape,
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedLead), total: z.number() }),
  summary: 'Lists leads, newest first',
})

/** A value that the lead entered, with its format and, if it has one, its period. */
const LeadFact = z.object({
  name: z.string(),
  period: z.optional(z.string()),
  kind: z.literal(['text', 'word', 'flag', 'kw', 'kwh', 'eur', 'day', 'm2']),
  value: z.union([z.string(), z.number(), z.boolean()]),
})
export type LeadFact = z.output<typeof LeadFact>

const LeadSection = z.object({
  name: z.literal(['contact', 'comparison', 'power', 'installation', 'person', 'contract', 'payment', 'confirmation']),
  facts: z.array(LeadFact),
})
export type LeadSection = z.output<typeof LeadSection>

export const readLead = call({
  ...readAccess,
  path: '/operator/leads/:id',
  personalData: true,
  reply: z.extend(ListedLead, {
    updated_at: z.string(),
    /** When the lead is deleted; null for one that has become a contract. */
    expires_at: z.nullable(z.string()),
    language: z.string(),
    note: z.nullable(z.string()),
    handled_at: z.nullable(z.string()),
    handled_by: z.nullable(z.string()),
    /** Version of the handling and its note. */
    version: z.string(),
    /** The decision of an operator about the applicant. */
    check: z.nullable(
      z.object({
        outcome: z.enum(checkOutcomes),
        reason: z.nullable(z.string()),
        at: z.string(),
        by: z.nullable(z.string()),
      }),
    ),
    customer: z.nullable(NamedRef),
    contract: z.nullable(z.string()),
    /** The id of the other lead of a dual contract. */
    other_half: z.nullable(z.number()),
    /** Whether the other half awaits its check too, so that one decision applies to both. */
    is_decided_with_other_half: z.boolean(),
    sections: z.array(LeadSection),
    documents: z.array(z.object({ id: z.string(), purpose: z.string(), name: z.string(), size_bytes: z.number() })),
  }),
  summary: 'Returns a lead with the input of each step, its files and its handling state',
})
export type LeadDetails = z.output<typeof readLead.reply>

export const handleLead = call({
  method: 'POST',
  path: '/operator/leads/:id/handling',
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  body: z.strictObject({
    handling: z.enum(handlings),
    note: z.string().check(z.trim(), z.maxLength(maxLeadNoteLength)),
    version: ExpectedVersion,
  }),
  reply: 'nothing',
  summary: 'Sets the handling state of a lead',
})

export const decideLead = call({
  method: 'POST',
  path: '/operator/leads/:id/check',
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  /** A refusal needs a reason, which the applicant does not see. */
  body: z.strictObject({
    outcome: z.enum(checkOutcomes),
    reason: z.string().check(z.trim(), z.maxLength(maxLeadNoteLength)),
  }),
  reply: 'nothing',
  refusals: { nothing_to_decide: 409, lead_outdated: 409, reason_missing: 400 },
  summary:
    'Accepts or refuses an applicant who needed a manual check; on acceptance the contract is created and its holder notified',
})
