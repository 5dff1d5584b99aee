import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { updateLead } from '#domains/leads/server/lead-store.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { askedBy } from '../asked-by.ts'
import type { AwaitedCheck } from './check-applicant.ts'
import { stepProblems } from './check-step.ts'
import type { ConfirmNeeds } from './confirm-lead.ts'
import { customersOfUser } from './known-holders.ts'
import { stepsOf } from './lead-steps.ts'
import { holderOf, type WholeSteps, withAccount } from './make-contract.ts'
import { makeContractOfLead } from './make-contract-of-lead.ts'
import { tellNotAccepted } from './tell.ts'

export type ApplicantDecision = {
  leadId: number
  outcome: 'accepted' | 'refused'
  reason: string
  operatorUserId: number
  requestId: string
}

/** How a decision ends: as it was meant, or why nothing was done. `outdated`: what was chosen is no longer on offer. */
export type DecisionResult = 'done' | 'nothing_to_decide' | 'outdated'

/**
 * Decides about an applicant whom a person had to check. Accepted, the contract is made and its holder written to, as it
 * would have been at once; refused, the applicant is told that there is no contract, and nothing of the reason. Electricity
 * and gas that are taken out together are of one applicant: what is decided of one half is decided of the other too.
 */
export function decideApplicant(deps: ConfirmNeeds, decision: ApplicantDecision): Promise<DecisionResult> {
  return deps.db
    .transaction()
    .execute(async (db): Promise<DecisionResult> => {
      const leads = await findUndecided(db, decision.leadId)
      const now = deps.clock()
      for (const lead of leads) {
        const steps = stepsOf(lead, lead.electricity) as WholeSteps
        const locale = steps[2].commsLanguage ?? parseLocale(lead.locale) ?? 'es'
        const about = { lead, steps, locale, now, decision }
        await recordDecision(db, about)
        if (decision.outcome === 'accepted') await accept({ ...deps, db }, about)
        else {
          await updateLead(db, { leadId: lead.lead_id, now }, { state: 'refused' })
          if (lead === leads[0]) await tellNotAccepted(db, { holder: holderOf(steps), locale, now })
        }
      }
      return leads.length > 0 ? 'done' : 'nothing_to_decide'
    })
    .catch((problem: unknown) => {
      if (problem instanceof Outdated) return 'outdated' as const
      throw problem
    })
}

/** Ends the transaction: nothing of the decision holds. */
class Outdated extends Error {}

/** The lead, with the other half of a dual contract that waits beside it, electricity first; none where it is decided already. */
async function findUndecided(db: Database, leadId: number) {
  const waiting = await db
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
  if (!waiting.some(({ lead_id }) => lead_id === leadId)) return []
  return Promise.all(waiting.map(async (lead) => ({ ...lead, electricity: await electricityOf(db, lead) })))
}

async function electricityOf(db: Database, { electricity_lead_id }: { electricity_lead_id: number | null }) {
  if (electricity_lead_id === null) return undefined
  return db
    .selectFrom('lead')
    .where('lead_id', '=', electricity_lead_id)
    .select(['lead_id', 'steps'])
    .executeTakeFirst()
}

type About = {
  lead: Awaited<ReturnType<typeof findUndecided>>[number]
  steps: WholeSteps
  locale: Locale
  now: Date
  decision: ApplicantDecision
}

async function recordDecision(db: Database, { lead, now, decision }: About) {
  const { outcome, reason, operatorUserId, requestId } = decision
  const leadId = lead.lead_id
  const checks = lead.awaited_checks as AwaitedCheck[]
  const accepted = {
    ...(checks.includes('identity') && { isSamePerson: true }),
    ...(checks.includes('solvency') && { isSolvent: true }),
  }
  const findings = { ...(lead.findings as object), ...(outcome === 'accepted' && accepted) }
  await db
    .updateTable('lead')
    .set({
      check_outcome: outcome,
      check_reason: reason || null,
      checked_at: now,
      checked_by_user_id: operatorUserId,
      findings: JSON.stringify(findings),
    })
    .where('lead_id', '=', leadId)
    .execute()
  await writeAudit(db, {
    action: 'lead_check_decided',
    actorUserId: operatorUserId,
    subject: `lead:${leadId}`,
    after: { outcome, checks, hasReason: reason !== '' },
    requestId,
  })
}

/** What was chosen is looked at once more as it is today. */
async function accept(deps: ConfirmNeeds & { db: Database }, { lead, steps, locale, now, decision }: About) {
  const { requestId, operatorUserId } = decision
  const leadId = lead.lead_id
  const energy = lead.kind as 'electricity' | 'gas'
  const today = marketDayOf(now, 'Europe/Madrid')
  const asked = askedBy(deps.settings.now())
  const isOfDual = lead.electricity !== undefined
  const customerIds = await customersOfUser(deps.db, lead.user_id)
  const around = { energy, isOfDual, asked, userId: lead.user_id, customerIds, known: steps, today, locale }
  for (const number of lead.electricity ? ([3] as const) : ([1, 2, 3, 4] as const))
    if (Object.keys(await stepProblems(deps.db, steps[number], around)).length > 0) throw new Outdated()
  const actor = { kind: 'anonymous', readonly: false, sessionEnded: false, locale } as const
  // Whoever sent it is not here: they are written to as anybody.
  const sender = {
    userId: lead.user_id,
    customerIds: [],
    electricityCustomerId: lead.electricity ? await holderOfLead(deps.db, lead.electricity) : null,
  }
  const made = await makeContractOfLead(deps, {
    ...{ leadId, energy, locale, sender, actor, today, now, requestId },
    steps: await withAccount(deps.db, steps, customerIds),
    madeBy: operatorUserId,
  })
  if (made === 'code_used_up') throw new Outdated()
}

/** For whom the electricity of a dual contract was made, which may be a moment ago. */
async function holderOfLead(db: Database, { lead_id }: { lead_id: number }): Promise<number | null> {
  const lead = db.selectFrom('lead').where('lead_id', '=', lead_id).select('customer_id')
  return (await lead.executeTakeFirstOrThrow()).customer_id
}
