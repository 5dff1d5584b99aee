import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { closeExcludedGas } from '#domains/lead-records/server/lead-progress.ts'
import { findOwnLead, type LeadOwner, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { notifyRetailer } from '#domains/leads/server/notify-retailer.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Refuse } from '#kit/server/serve.ts'
import type { ApplicantChecks } from '#outside/applicant/applicant-checks.ts'
import type { Files } from '#outside/files/files.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isMobilePhone } from '#vocabulary/phone.ts'
import type { StepReply, sendElectricityStep } from '../api.ts'
import type { ContractFormConfig } from '../field-problems.ts'
import { checkIdentity, checkSolvency, type Findings, type ManualCheck } from './check-applicant.ts'
import { stepProblems } from './check-step.ts'
import { type CompleteSteps, contractNameOf, holderOf, isCurrentlySupplied, resolveAccount } from './contract-draft.ts'
import { createContractFromLead } from './create-contract-from-lead.ts'
import { mergeLeadSteps, type StoredSteps } from './lead-steps.ts'
import { notifyBeingChecked, notifyReceived } from './notify-applicant.ts'
import type { ContractDocumentDeps } from './request-contract-signature.ts'

export type ConfirmLeadDeps = ContractDocumentDeps & {
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  /** The bureaus to query; null where an operator checks. */
  checks: ApplicantChecks | null
  clock: () => Date
}

type ConfirmLeadInput = {
  leadId: number
  actor: Actor
  owner: LeadOwner & { visitorHash: string }
  /** The holders that the confirming user manages. */
  customerIds: readonly number[]
  config: ContractFormConfig
  requestId: string
  now: Date
}

type ReadyLead = ConfirmLeadInput & {
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

/**
 * Creates a contract from a lead whose last step has arrived: everything is validated again as of today, the holder is
 * checked, and the draft waits for its signature. For a company that is only called back, the details are stored and
 * nothing else is done.
 */
export async function confirmLead(
  deps: ConfirmLeadDeps,
  input: ConfirmLeadInput,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepReply> {
  const ready = await readLeadToConfirm(deps.db, input)
  const { steps } = ready.lead
  const isCalledBack =
    ready.config.businessHaltContractation && steps[2] !== undefined && holderOf({ 2: steps[2] }).isCompany
  const requiredSteps = isCalledBack ? ([1, 2] as const) : ([1, 2, 3, 4] as const)
  const missing = requiredSteps.filter((number) => steps[number] === undefined)
  if (missing.length > 0) throw refuse('lead_incomplete', { extra: { missing_steps: missing } })
  await refuseOutdated(deps.db, ready, ready.isOfDual ? [3] : requiredSteps, refuse)
  const manualChecks = await refuseFailedChecks(deps, ready, refuse)
  if (isCalledBack) return receiveCallbackRequest(deps, ready, refuse)
  return manualChecks.length > 0
    ? awaitManualCheck(deps, ready, manualChecks, refuse)
    : makeAndRequestSignature(deps, ready, refuse)
}

async function readLeadToConfirm(db: Database, input: ConfirmLeadInput): Promise<ReadyLead> {
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
async function refuseOutdated(
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
async function refuseFailedChecks(
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

function receiveCallbackRequest(
  deps: ConfirmLeadDeps,
  ready: ReadyLead,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepReply> {
  const { leadId, lead, locale, now, requestId } = ready
  return deps.db.transaction().execute(async (transaction) => {
    await requireOpenLead(transaction, ready, refuse)
    await updateLead(transaction, { leadId, now }, { state: 'sent' })
    await notifyRetailer(transaction, deps.settings.now(), { leadId, kind: ready.energy, now })
    if (!ready.isElectricityWaiting)
      await notifyReceived(transaction, { holder: holderOf({ 2: lead.steps[2]! }), locale, now })
    await writeAudit(transaction, { action: 'lead_sent', subject: `lead:${leadId}`, requestId })
    return stepReply(leadId, deps.finishText('calledBack', ready.actor.locale, supplyOf(ready)), null)
  })
}

async function makeAndRequestSignature(
  deps: ConfirmLeadDeps,
  ready: ReadyLead,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepReply> {
  const { leadId, lead, energy, locale, today, now, requestId, actor, customerIds } = ready
  const steps = await resolveAccount(deps.db, lead.steps as CompleteSteps, customerIds)
  const createdByUserId = actor.kind === 'customer' ? actor.userId : undefined
  const signature = await deps.db.transaction().execute(async (transaction) => {
    await requireOpenLead(transaction, ready, refuse)
    // The stored draft shows what was left out, and it ends with the lead.
    await closeExcludedGas(transaction, { electricityLeadId: leadId, now })
    const sender = { ...visibleCustomersOf(actor), electricityCustomerId: ready.electricityCustomerId }
    const completeLead = {
      leadId,
      energy,
      steps,
      locale,
      sender,
      actor,
      createdByUserId,
      today,
      now,
      requestId,
    }
    const result = await createContractFromLead({ ...deps, db: transaction }, completeLead)
    if (result === 'code_used_up')
      throw refuse('promocode_invalid', { fields: { promotional_code: ['promocode_invalid'] } })
    await notifyRetailer(transaction, deps.settings.now(), { leadId, kind: energy, now })
    return result
  })
  return stepReply(leadId, deps.finishText(nextActionOf(signature, steps), actor.locale, supplyOf(ready)), signature)
}

function supplyOf({ energy, lead: { steps } }: ReadyLead) {
  return { energy, isSupplied: isCurrentlySupplied(steps) }
}

function visibleCustomersOf(actor: Actor) {
  return actor.kind === 'customer'
    ? { userId: actor.userId, customerIds: actor.customerIds }
    : { userId: null, customerIds: [] }
}

/** Marks a lead as waiting for an operator's identity check. Nothing is created from it before. */
function awaitManualCheck(
  deps: ConfirmLeadDeps,
  ready: ReadyLead,
  manualChecks: readonly ManualCheck[],
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepReply> {
  const { leadId, lead, energy, locale, now, requestId, actor } = ready
  return deps.db.transaction().execute(async (transaction) => {
    await requireOpenLead(transaction, ready, refuse)
    await closeExcludedGas(transaction, { electricityLeadId: leadId, now })
    await updateLead(transaction, { leadId, now }, { state: 'sent', typed: '{}', awaited_checks: [...manualChecks] })
    await notifyRetailer(transaction, deps.settings.now(), { leadId, kind: energy, now })
    if (!ready.isElectricityWaiting)
      await notifyBeingChecked(transaction, { holder: holderOf({ 2: lead.steps[2]! }), locale, now })
    await writeAudit(transaction, { action: 'lead_sent', subject: `lead:${leadId}`, requestId })
    return stepReply(leadId, deps.finishText('beingChecked', actor.locale, supplyOf(ready)), null)
  })
}

/** Returns the next action, derived from the input alone: it must not reveal whether somebody is known. */
function nextActionOf(signature: StepReply['signature'], steps: CompleteSteps): 'sign' | 'mail' | 'sms' | 'call' {
  if (signature) return 'sign'
  const { email, phone } = holderOf(steps)
  if (email !== null) return 'mail'
  return phone !== null && isMobilePhone(phone) ? 'sms' : 'call'
}

/** Refuses unless the lead is open. Of two concurrent confirmations the second finds it closed. */
async function requireOpenLead(
  db: Database,
  { leadId, owner, now }: ReadyLead,
  refuse: Refuse<typeof sendElectricityStep>,
) {
  const lead = await findOwnLead(db, { leadId, owner, now })
  if (lead?.state !== 'open') throw refuse('lead_closed')
}

function stepReply(leadId: number, body: string, signature: StepReply['signature']): StepReply {
  return {
    lead_id: leadId,
    status: 'OK',
    reference: contractNameOf(leadId),
    result: { error: null, render: { format: 'markdown', body } },
    signature: signature ?? null,
  }
}
