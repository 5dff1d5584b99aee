import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { saveCheckDecision } from '#domains/lead-records/server/lead-progress.ts'
import { updateLead } from '#domains/lead-records/server/lead-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { readFormConfig } from '../form-config.ts'
import type { ManualCheck } from './check-applicant.ts'
import { stepProblems } from './check-step.ts'
import { type CompleteSteps, holderOf, resolveAccount } from './contract-draft.ts'
import { createContractFromLead } from './create-contract-from-lead.ts'
import { customersOfUser } from './known-holders.ts'
import { mergeLeadSteps } from './lead-steps.ts'
import type { ConfirmLeadDeps } from './lead-to-confirm.ts'
import { notifyNotAccepted } from './notify-applicant.ts'

export type ApplicantDecision = {
  leadId: number
  outcome: 'accepted' | 'refused'
  reason: string
  operatorUserId: number
  requestId: string
}

/** The result of a decision: done, or why nothing was done. `outdated`: a choice is no longer on offer. */
export type DecisionResult = 'done' | 'nothing_to_decide' | 'outdated'

/**
 * Decides on an applicant whom an operator had to check. If accepted, the contract is created and its holder written
 * to, as without the check. If refused, the applicant is told that there is no contract, without the reason.
 * Electricity and gas taken out together have one applicant: a decision on one half also applies to the other.
 */
export function decideApplicant(deps: ConfirmLeadDeps, decision: ApplicantDecision): Promise<DecisionResult> {
  return deps.db
    .transaction()
    .execute(async (db): Promise<DecisionResult> => {
      const leads = await findUndecidedLeads(db, decision.leadId)
      const now = deps.clock()
      for (const lead of leads) {
        const steps = mergeLeadSteps(lead, lead.electricity) as CompleteSteps
        const locale = steps[2].commsLanguage ?? parseLocale(lead.locale) ?? 'es'
        const context = { lead, steps, locale, now, decision }
        await recordDecision(db, context)
        if (decision.outcome === 'accepted') await acceptLead({ ...deps, db }, context)
        else {
          await updateLead(db, { leadId: lead.lead_id, now }, { state: 'refused' })
          if (lead === leads[0]) await notifyNotAccepted(db, { holder: holderOf(steps), locale, now })
        }
      }
      return leads.length > 0 ? 'done' : 'nothing_to_decide'
    })
    .catch((problem: unknown) => {
      if (problem instanceof OutdatedChoiceError) return 'outdated' as const
      throw problem
    })
}

/** Rolls back the transaction, so that no part of the decision takes effect. */
class OutdatedChoiceError extends Error {}

/**
 * Returns the lead and the other half of a dual contract waiting beside it, electricity first; none where it is already
 * decided.
 */
async function findUndecidedLeads(db: Database, leadId: number) {
  const undecided = await db
    .selectFrom('lead')
    .where('state', '=', 'sent')
    .where('check_outcome', 'is', null)
    .where(sql<boolean>`cardinality(awaited_checks) > 0`)
    .where((lead) =>
      lead.or([
        lead('lead_id', '=', leadId),
        lead('electricity_lead_id', '=', leadId),
        lead('lead_id', '=', (own) =>
          own.selectFrom('lead as own').where('own.lead_id', '=', leadId).select('own.electricity_lead_id'),
        ),
      ]),
    )
    .orderBy('lead_id')
    .selectAll()
    .forUpdate()
    .execute()
  if (!undecided.some(({ lead_id }) => lead_id === leadId)) return []
  return Promise.all(undecided.map(async (lead) => ({ ...lead, electricity: await electricityOf(db, lead) })))
}

async function electricityOf(db: Database, { electricity_lead_id }: { electricity_lead_id: number | null }) {
  if (electricity_lead_id === null) return undefined
  return db
    .selectFrom('lead')
    .where('lead_id', '=', electricity_lead_id)
    .select(['lead_id', 'steps'])
    .executeTakeFirst()
}

type DecisionContext = {
  lead: Awaited<ReturnType<typeof findUndecidedLeads>>[number]
  steps: CompleteSteps
  locale: Locale
  now: Date
  decision: ApplicantDecision
}

async function recordDecision(db: Database, { lead, now, decision }: DecisionContext) {
  const { outcome, reason, operatorUserId, requestId } = decision
  const leadId = lead.lead_id
  const checks = lead.awaited_checks as ManualCheck[]
  const accepted = {
    ...(checks.includes('identity') && { isSamePerson: true }),
    ...(checks.includes('solvency') && { isSolvent: true }),
  }
  const findings = { ...(lead.findings as object), ...(outcome === 'accepted' && accepted) }
  await saveCheckDecision(db, { leadId, outcome, reason: reason || null, findings, operatorUserId, now })
  await writeAudit(db, {
    action: 'lead_check_decided',
    actorUserId: operatorUserId,
    subject: `lead:${leadId}`,
    after: { outcome, checks, hasReason: reason !== '' },
    requestId,
  })
}

/** Validates the choices again as of today and creates the contract. */
async function acceptLead(
  deps: ConfirmLeadDeps & { db: Database },
  { lead, steps, locale, now, decision }: DecisionContext,
) {
  const { requestId, operatorUserId } = decision
  const leadId = lead.lead_id
  const energy = lead.kind as 'electricity' | 'gas'
  const today = marketDayOf(now, 'Europe/Madrid')
  const config = readFormConfig(deps.settings.now())
  const isOfDual = lead.electricity !== undefined
  const customerIds = await customersOfUser(deps.db, lead.user_id)
  const context = { energy, isOfDual, config, userId: lead.user_id, customerIds, earlierSteps: steps, today, locale }
  for (const number of lead.electricity ? ([3] as const) : ([1, 2, 3, 4] as const))
    if (Object.keys(await stepProblems(deps.db, steps[number], context)).length > 0) throw new OutdatedChoiceError()
  const actor = { kind: 'anonymous', readonly: false, sessionEnded: false, locale } as const
  // The sender is not present and is written to like anybody else.
  const sender = {
    userId: lead.user_id,
    customerIds: [],
    electricityCustomerId: lead.electricity ? await customerOfLead(deps.db, lead.electricity) : null,
  }
  const result = await createContractFromLead(deps, {
    ...{ leadId, energy, locale, sender, actor, today, now, requestId },
    steps: await resolveAccount(deps.db, steps, customerIds),
    createdByUserId: operatorUserId,
  })
  if (result === 'code_used_up') throw new OutdatedChoiceError()
}

/** Returns the customer of the electricity of a dual contract, which may have been created a moment ago. */
async function customerOfLead(db: Database, { lead_id }: { lead_id: number }): Promise<number | null> {
  const lead = db.selectFrom('lead').where('lead_id', '=', lead_id).select('customer_id')
  return (await lead.executeTakeFirstOrThrow()).customer_id
}
