import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { leadKinds } from '#domains/leads/rules.ts'
import { call } from '#kit/call.ts'
import { SeenVersion } from '#kit/seen-version.ts'
import { exportLeads } from './downloads.ts'
import { awaitedChecks, checkOutcomes, handlings, leadStates, longestNote } from './rules.ts'

/** What only operators read. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales'] } as const

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
  /** What the bureaus said; null where they were not asked. */
  is_solvent: z.nullable(z.boolean()),
  is_same_person: z.nullable(z.boolean()),
  /** What a person is still to check before there is a contract. */
  awaited_checks: z.array(z.enum(awaitedChecks)),
  files: z.number(),
  created_at: z.string(),
})
export type ListedLead = z.output<typeof ListedLead>

export const listLeads = call({
  ...read,
  path: '/operator/leads',
  personalData: true,
  query: z.strictObject({
    ...exportLeads.query.shape,
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedLead), total: z.number() }),
  summary: 'Who would like to be a customer, the last first',
})

/** Something that was typed: how it is to be written, and of which period it is where it has one. */
const LeadFact = z.object({
  name: z.string(),
  period: z.optional(z.string()),
  kind: z.literal(['text', 'word', 'flag', 'kw', 'kwh', 'eur', 'day', 'm2']),
  value: z.union([z.string(), z.number(), z.boolean()]),
})
export type LeadFact = z.output<typeof LeadFact>

const Section = z.object({
  name: z.literal(['contact', 'comparison', 'power', 'installation', 'person', 'contract', 'payment', 'confirmation']),
  facts: z.array(LeadFact),
})
export type LeadSection = z.output<typeof Section>

export const readLead = call({
  ...read,
  path: '/operator/leads/:id',
  personalData: true,
  reply: z.extend(ListedLead, {
    updated_at: z.string(),
    /** When it is forgotten; null for one that has become a contract. */
    expires_at: z.nullable(z.string()),
    language: z.string(),
    note: z.nullable(z.string()),
    handled_at: z.nullable(z.string()),
    handled_by: z.nullable(z.string()),
    /** Of how far the retailer is, and its note. */
    version: z.string(),
    /** How a person decided about the applicant. */
    check: z.nullable(
      z.object({
        outcome: z.enum(checkOutcomes),
        reason: z.nullable(z.string()),
        at: z.string(),
        by: z.nullable(z.string()),
      }),
    ),
    customer: z.nullable(z.object({ id: z.number(), name: z.string() })),
    contract: z.nullable(z.string()),
    /** The other half of a dual contract. */
    other_half: z.nullable(z.number()),
    /** Whether it waits to be checked too, so that one decision is of both. */
    is_decided_with_other_half: z.boolean(),
    sections: z.array(Section),
    documents: z.array(z.object({ id: z.string(), purpose: z.string(), name: z.string(), size_bytes: z.number() })),
  }),
  summary: 'A lead with what was typed step by step, its files and how far the retailer is with it',
})
export type ReadLead = z.output<typeof readLead.reply>

export const handleLead = call({
  method: 'POST',
  path: '/operator/leads/:id/handling',
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  body: z.strictObject({
    handling: z.enum(handlings),
    note: z.string().check(z.trim(), z.maxLength(longestNote)),
    version: SeenVersion,
  }),
  reply: 'nothing',
  summary: 'Says how far the retailer is with a lead',
})

export const decideLead = call({
  method: 'POST',
  path: '/operator/leads/:id/check',
  versions: [1],
  access: 'operator',
  roles: ['sales'],
  /** Why is needed to refuse; the applicant does not read it. */
  body: z.strictObject({
    outcome: z.enum(checkOutcomes),
    reason: z.string().check(z.trim(), z.maxLength(longestNote)),
  }),
  reply: 'nothing',
  refusals: { nothing_to_decide: 409, lead_outdated: 409, reason_missing: 400 },
  summary:
    'Accepts or refuses an applicant whom a person had to check; accepted, the contract is made and its holder written to',
})
