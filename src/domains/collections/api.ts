import * as z from 'zod/mini'
import { suspensionStopReasons } from '#domains/contract-records/rules.ts'
import { ShownDuty } from '#domains/duties/shown-duty.ts'
import { termUnits } from '#domains/duties/terms.ts'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { declarationKinds, declarationLimits, declarationStates } from './declaration-rules.ts'
import { paperKinds } from './paper-rules.ts'
import { planPartLimits } from './plan-rules.ts'
import { debtEventKinds, debtSteps, nextStepKinds } from './rules.ts'

const PlanPart = z.object({
  number: z.number(),
  due_on: z.iso.date(),
  amount: z.number(),
  /** What is left of it, in euros: the earliest parts are paid first. */
  left: z.number(),
})

/** A bill that charges what earlier ones lacked, paid in the parts to which the law entitles. */
export const CorrectionPlan = z.object({
  invoice: z.object({ id: z.number(), number: z.string() }),
  parts: z.array(PlanPart),
})
export type CorrectionPlan = z.output<typeof CorrectionPlan>

export const listDebts = call({
  method: 'GET',
  path: '/debts/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        contract: z.object({ name: z.string(), energy: z.enum(['electricity', 'gas']), address: z.string() }),
        step: z.enum(debtSteps),
        /** Why the supply is not suspended for now, and the request with which its customer stopped it. */
        stops: z.array(z.object({ reason: z.enum(suspensionStopReasons), request_id: z.nullable(z.number()) })),
        /** What is owed, in euros. */
        owed: z.number(),
        events: z.array(
          z.object({ kind: z.enum(debtEventKinds), at: z.iso.datetime(), suspend_on: z.nullable(z.iso.date()) }),
        ),
        /** What comes next if nothing is paid. */
        next: z.nullable(
          z.object({
            kind: z.enum(nextStepKinds),
            on: z.nullable(z.iso.date()),
          }),
        ),
        /** How long before it the day of a suspension is announced; null if no norm sets it. */
        notice: z.nullable(z.object({ count: z.number(), unit: z.enum(termUnits) })),
        /** The demands and announcements that were written, newest first. */
        papers: z.array(z.object({ id: z.number(), kind: z.enum(paperKinds), written_at: z.iso.datetime() })),
        /**
         * What a reconnection costs in euros, before taxes and with them, where it is known; negative where the customer is
         * paid it.
         */
        reconnection: z.nullable(z.object({ amount: z.number(), with_taxes: z.nullable(z.number()) })),
        /** Whether the social bonus is noted, which doubles the term. */
        has_social_bonus: z.boolean(),
        /** The plan of parts that is asked for or followed. */
        plan: z.nullable(
          z.object({
            state: z.enum(['requested', 'active']),
            parts: z.array(PlanPart),
            /** What is paid of which invoice for the next part. */
            next_payments: z.array(z.object({ id: z.number(), number: z.string(), amount: z.number() })),
          }),
        ),
        /** How much can be paid in parts, in how many at most, and up to how many without asking; null if it cannot be. */
        plan_offer: z.nullable(
          z.object({ amount: z.number(), max_parts: z.number(), parts_without_asking: z.number() }),
        ),
        /** What was declared last of the supply, with its clock. */
        declaration: z.nullable(
          z.object({
            id: z.number(),
            kind: z.enum(declarationKinds),
            state: z.enum(declarationStates),
            declared_at: z.iso.datetime(),
            papers: z.array(z.object({ id: z.string(), name: z.string() })),
            /** What is missing, or the reasons of a refusal. */
            answer: z.nullable(z.string()),
            accepted_until: z.nullable(z.iso.date()),
            duties: z.array(ShownDuty),
          }),
        ),
        /** What can be declared of the supply now. */
        declaration_kinds: z.array(z.enum(declarationKinds)),
        /** Whether the customer could have the regulated price and the social bonus. */
        may_have_pvpc: z.boolean(),
      }),
    ),
    /** The bills that are paid in parts because they correct earlier ones. */
    plans: z.array(CorrectionPlan),
  }),
  summary:
    'Lists the debts of contracts (what happened, what comes next, what is owed) and the bills that are paid in parts',
})
export const requestDebtPlan = call({
  method: 'POST',
  path: '/debts/:id/plan',
  versions: [2],
  access: 'customer',
  body: z.strictObject({ parts: z.int().check(z.minimum(planPartLimits.min), z.maximum(planPartLimits.max)) }),
  reply: z.object({ state: z.enum(['requested', 'active']) }),
  refusals: { plan_exists: 409, plan_not_possible: 409 },
  summary: 'Asks for a plan of parts for a debt, which begins at once within the rules of the retailer',
})

export const takeCorrectionPlan = call({
  method: 'POST',
  path: '/invoices/:id/plan',
  versions: [2],
  access: 'customer',
  reply: CorrectionPlan,
  refusals: { plan_exists: 409, plan_not_possible: 409 },
  summary: 'Begins to pay a bill that charges what earlier ones lacked in the parts to which the law entitles',
})

const Papers = z
  .array(SentFile)
  .check(z.minLength(declarationLimits.minFiles, 'required'), z.maxLength(declarationLimits.maxFiles, 'too_many_files'))

export const declareSupply = call({
  method: 'POST',
  path: '/debts/:id/declarations',
  versions: [2],
  access: 'customer',
  body: z.strictObject({
    kind: z.enum(declarationKinds),
    note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(declarationLimits.note)))),
    /** Until when the papers are valid, if they say so. */
    valid_until: z.optional(z.nullable(z.iso.date())),
    attachments: Papers,
  }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, declaration_open: 409 },
  summary: 'Declares that the supply of a debt is essential or its household vulnerable, with the papers that prove it',
})

export const completeDeclaration = call({
  method: 'POST',
  path: '/declarations/:id/papers',
  versions: [2],
  access: 'customer',
  body: z.strictObject({ attachments: Papers }),
  reply: 'nothing',
  refusals: { invalid: 400, declaration_not_incomplete: 409 },
  summary: 'Adds the papers that were missing to a declaration',
})

export type ListedDebt = z.output<typeof listDebts.reply>['items'][number]
