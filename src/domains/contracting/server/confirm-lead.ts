import { closeExcludedGas } from '#domains/lead-records/server/lead-progress.ts'
import { updateLead } from '#domains/lead-records/server/lead-store.ts'
import { notifyRetailer } from '#domains/leads/server/notify-retailer.ts'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Refuse } from '#kit/server/serve.ts'
import { isMobilePhone } from '#vocabulary/phone.ts'
import type { StepReply, sendElectricityStep } from '../api.ts'
import type { ManualCheck } from './check-applicant.ts'
import { type CompleteSteps, contractNameOf, holderOf, isCurrentlySupplied, resolveAccount } from './contract-draft.ts'
import { createContractFromLead } from './create-contract-from-lead.ts'
import {
  type ConfirmLeadDeps,
  type ConfirmLeadInput,
  type ReadyLead,
  readLeadToConfirm,
  refuseFailedChecks,
  refuseOutdated,
  requireOpenLead,
} from './lead-to-confirm.ts'
import { notifyBeingChecked, notifyReceived } from './notify-applicant.ts'

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

function stepReply(leadId: number, body: string, signature: StepReply['signature']): StepReply {
  return {
    lead_id: leadId,
    status: 'OK',
    reference: contractNameOf(leadId),
    result: { error: null, render: { format: 'markdown', body } },
    signature: signature ?? null,
  }
}
