import * as z from 'zod/mini'
import { suspensionStopReasons } from '#domains/contract-records/rules.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { maxProofLength, paperChannels, paperKinds, paperOutcomes } from '../paper-rules.ts'
import { actProblems, debtSteps } from '../rules.ts'
import { debtQuery } from './downloads.ts'
import { debtRoles } from './roles.ts'
import { bulkActs, maxBulkCount } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator' } as const

const ManagedDebt = z.object({
  id: z.number(),
  customer: NamedRef,
  contract: z.string(),
  step: z.enum(debtSteps),
  /** What stops the suspension, with the case if it is one. */
  stops: z.array(z.object({ reason: z.enum(suspensionStopReasons), case_id: z.nullable(z.number()) })),
  /** The plan of parts that is asked for or followed. */
  plan: z.nullable(z.object({ state: z.enum(['requested', 'active']), parts: z.number() })),
  has_social_bonus: z.boolean(),
  /** In euros. */
  owed: z.number(),
  first_demand_on: z.nullable(z.string()),
  /** The day from which a suspension is possible at the earliest. */
  suspension_from: z.nullable(z.string()),
  suspend_on: z.nullable(z.string()),
  opened_at: z.string(),
  /** The last demand or announcement, with what became of it; its file is written soon after the act. */
  paper: z.nullable(
    z.object({
      id: z.number(),
      kind: z.enum(paperKinds),
      channel: z.enum(paperChannels),
      is_written: z.boolean(),
      outcome: z.nullable(z.enum(paperOutcomes)),
      outcome_on: z.nullable(z.string()),
      proof: z.nullable(z.string()),
    }),
  ),
  assignee: z.nullable(NamedRef),
})
export type ManagedDebt = z.output<typeof ManagedDebt>

export const listManagedDebts = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/debts',
  personalData: true,
  roles: ['care', 'money'],
  query: z.strictObject({ ...listQuery, ...debtQuery }),
  reply: z.object({ items: z.array(ManagedDebt), total: z.number() }),
  summary: 'Lists the debts of contracts, those to be suspended first and then the oldest',
})

export const readDebtChoices = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/debt-choices',
  roles: ['care', 'money'],
  reply: z.object({ operators: z.array(NamedRef) }),
  summary: 'Lists whom debts can be assigned to',
})

export const actOnDebts = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/debts/acts',
  roles: debtRoles,
  body: z.strictObject({
    act: z.enum(bulkActs),
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1, 'required'), z.maxLength(maxBulkCount)),
    /** The day of the suspension, for an announcement. */
    suspend_on: z.optional(z.nullable(z.iso.date())),
    /** How a demand or announcement is sent; without it, by another way than the last one that was not delivered. */
    channel: z.optional(z.nullable(z.enum(paperChannels))),
    /** The reference of the proof that one was received, or that it was not. */
    proof: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxProofLength)))),
    /** Who gets the debts that are assigned; by default whoever acts. */
    operator_id: z.optional(z.nullable(z.int().check(z.positive()))),
  }),
  reply: z.object({
    changed: z.number(),
    /** Why the act did not apply to the others, each reason once. */
    problems: z.array(z.enum([...actProblems, 'unchanged'])),
  }),
  refusals: { invalid: 400 },
  summary: 'Notes what was done about debts: demands, deliveries, announcements, suspensions, and what stops them',
})

export const markUnderbilling = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/corrections',
  roles: debtRoles,
  body: z.strictObject({
    number: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200)),
    /** The first day on which too little was billed. */
    error_on: z.iso.date(),
    /** What earlier bills lacked, with taxes, in euros. */
    amount: z.number().check(z.positive()),
    /** The day on which the distributor corrected it; null where the error was the retailer's own. */
    distributor_on: z._default(z.nullable(z.iso.date()), null),
  }),
  reply: z.object({}),
  refusals: {
    ...{ invoice_unknown: 404, no_charging_type: 409, above_total: 409 },
    ...{ after_issue: 409, too_old: 409, distributor_too_old: 409 },
  },
  summary: 'Notes that an invoice charges what earlier ones lacked, so that its customer may pay it in parts',
})
