import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { findOwnLead, type LeadOwner } from '#domains/lead-records/server/lead-store.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { Actor } from '#kit/actor.ts'
import type { Refuse } from '#kit/server/serve.ts'
import type { ApplicantChecks } from '#outside/applicant/applicant-checks.ts'
import type { Files } from '#outside/files/files.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { sendElectricityStep } from '../api.ts'
import type { ContractFormConfig } from '../field-problems.ts'
import { checkIdentity, checkSolvency, type Findings, type ManualCheck } from './check-applicant.ts'
import { stepProblems } from './check-step.ts'
import { mergeLeadSteps, type StoredSteps } from './lead-steps.ts'
import type { ContractDocumentDeps } from './request-contract-signature.ts'

export type ConfirmLeadDeps = ContractDocumentDeps & {
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  /** The bureaus to query; null where an operator checks. */
  checks: ApplicantChecks | null
  clock: () => Date
}

export type ConfirmLeadInput = {
  leadId: number
  actor: Actor
  owner: LeadOwner & { visitorHash: string }
  /** The holders that the confirming user manages. */
  customerIds: readonly number[]
  config: ContractFormConfig
  requestId: string
  now: Date
}

export type ReadyLead = ConfirmLeadInput & {
  lead: { lead_id: number; electricityLeadId: number | null; steps: StoredSteps; findings: Findings }
  energy: 'electricity' | 'gas'
  /** Whether it is the gas of a dual contract, whose shared parts are checked with the electricity. */
  isOfDual: boolean
  /**
   * Whether its electricity was sent and waits for the retailer, so that the applicant has already been told the next
   * steps.
   */
  isElectricityWaiting: boolean
  /** The holder of the electricity of a dual contract, once its contract exists. */
  electricityCustomerId: number | null
  today: MarketDay
  locale: Locale
}

/** Returns the lead to confirm, with its steps and what the outcome depends on. */
export async function readLeadToConfirm(db: Database, input: ConfirmLeadInput): Promise<ReadyLead> {
  const { leadId, owner, now, actor } = input
  const lead = (await findOwnLead(db, { leadId, owner, now }))!
  const electricity = lead.electricity_lead_id
    ? await findOwnLead(db, { leadId: lead.electricity_lead_id, owner, now })
    : undefined
  const steps = mergeLeadSteps(lead, electricity)
  return {
    ...input,
    lead: {
      lead_id: leadId,
      electricityLeadId: lead.electricity_lead_id,
      steps,
      // Avoids repeating the checks for the same holder.
      findings: { ...((electricity?.findings ?? {}) as Findings), ...(lead.findings as Findings) },
    },
    energy: lead.kind as 'electricity' | 'gas',
    isOfDual: electricity !== undefined,
    isElectricityWaiting: electricity?.state === 'sent' && electricity.contract_id === null,
    electricityCustomerId: electricity?.customer_id ?? null,
    today: marketDayOf(now, 'Europe/Madrid'),
    locale: steps[2]?.commsLanguage ?? actor.locale,
  }
}

/**
 * Refuses a lead with answers that were valid when typed and no longer are, such as a supply that is gone or a product
 * that has ended.
 */
export async function refuseOutdated(
  db: Database,
  { lead, ...rest }: ReadyLead,
  numbers: readonly (1 | 2 | 3 | 4)[],
  refuse: Refuse<typeof sendElectricityStep>,
) {
  for (const number of numbers) {
    const context = { ...rest, earlierSteps: lead.steps, userId: rest.owner.userId }
    const problems = await stepProblems(db, lead.steps[number]!, context)
    const fields = Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, [code]]))
    // Without its code, the product that it opens is also unavailable.
    if (problems.promotional_code === 'promocode_invalid')
      throw refuse('promocode_invalid', { fields, extra: { step: number } })
    if (Object.keys(fields).length > 0) throw refuse('invalid', { fields, extra: { step: number } })
  }
}

/**
 * Refuses an applicant whose checks fail. A bureau that does not answer refuses nobody: the retailer checks afterwards.
 * @returns what an operator must check.
 */
export async function refuseFailedChecks(
  deps: ConfirmLeadDeps,
  { lead }: ReadyLead,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<ManualCheck[]> {
  const identity = await checkIdentity(deps, lead)
  if (typeof identity === 'object' && !identity.holds) throw refuse('identity_mismatch')
  const solvency = await checkSolvency(deps, lead)
  if (typeof solvency === 'object' && !solvency.holds) throw refuse('bad_score')
  return [
    ...(identity === 'by_person' ? (['identity'] as const) : []),
    ...(solvency === 'by_person' ? (['solvency'] as const) : []),
  ]
}

/** Refuses unless the lead is open. Of two concurrent confirmations the second finds it closed. */
export async function requireOpenLead(
  db: Database,
  { leadId, owner, now }: ReadyLead,
  refuse: Refuse<typeof sendElectricityStep>,
) {
  const lead = await findOwnLead(db, { leadId, owner, now })
  if (lead?.state !== 'open') throw refuse('lead_closed')
}
