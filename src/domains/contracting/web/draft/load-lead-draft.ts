import type { QueryClient } from '@tanstack/react-query'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Reply } from '#kit/call.ts'
import type { Send } from '#kit/web/send.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readLead } from '../../api.ts'
import type { ContractFormConfig } from '../../field-problems.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { activitiesQuery, supplyQuery } from '../queries.ts'
import { resultFromLead } from '../review/contract-results.ts'
import { formOf } from '../steps/send-steps.ts'
import { applySupply } from '../supply/apply-supply.ts'
import type { DraftPart } from './draft-differences.ts'
import { draftFromSteps, type Steps } from './draft-from-steps.ts'
import { applySavedDraft } from './saved-draft-conversion.ts'
import { type Energy, mainEnergy, type RegisteredSupply, type WizardDraft } from './wizard-draft.ts'

type LeadDraftContext = {
  kind: ContractKind
  config: ContractFormConfig
  empty: WizardDraft
  locale: Locale
  queryClient: QueryClient
}

/**
 * Loads the server's current state of a lead begun elsewhere as a draft to continue; null where it is no longer open.
 * For a dual contract whose electricity contract exists, only the gas is left. @throws Refused
 */
export async function loadLeadDraft(
  send: Send,
  leadId: string,
  context: LeadDraftContext,
): Promise<WizardDraft | null> {
  return (await loadStoredLeadDraft(send, leadId, context))?.draft ?? null
}

/** Does the same, and also returns the parts that were sent or typed on a device. */
export async function loadStoredLeadDraft(
  send: Send,
  leadId: string,
  context: LeadDraftContext,
): Promise<{ draft: WizardDraft; parts: readonly DraftPart[] } | null> {
  const { kind, empty, locale } = context
  const lead = await send(readLead, { params: { leadId } })
  const gasLead = lead.gas_lead_id ? await send(readLead, { params: { leadId: String(lead.gas_lead_id) } }) : null
  // Gas that was left out before its electricity contract was made is closed.
  const gas = gasLead?.state === 'open' ? gasLead : null
  const isMade = lead.state === 'sent' || lead.state === 'signed'
  const isRestOfDual = kind === 'dual' && isMade && gas !== null
  if (lead.state !== 'open' && !isRestOfDual) return null
  const sentDraft = draftFromSteps(empty, {
    kind,
    locale,
    steps: lead.steps as Steps,
    gasSteps: (gas?.steps ?? {}) as Steps,
    leads: { main: lead.lead_id, gas: gas?.lead_id ?? null },
    storedFiles: filesOf(lead, gas),
  })
  const draft = {
    ...sentDraft,
    isLinked: true,
    // The version of the half that was read first: changes made in between are not overwritten unseen.
    version: lead.version,
    ...(isRestOfDual && { isRestOfDual, ended: [resultFromLead('electricity', lead)] }),
  }
  const saved = lead.state === 'open' ? lead.typed : gas!.typed
  const applySaved = (before: WizardDraft) => applySavedDraft(before, saved, filesOf(lead, gas))
  // An incomplete supply is looked up too. The register's data does not replace any input.
  const whole = applySaved(await addLookUps(send, applySaved(draft), context))
  return {
    draft: { ...whole, completed: whole.completed.filter((step) => isUnchangedSinceSent(step, draft, whole, context)) },
    parts: [...new Set([...partsSent(lead, kind), ...partsSent(gas, 'gas'), ...(Object.keys(saved) as DraftPart[])])],
  }
}

/** Returns the parts covered by the steps of a lead. What a dual contract shares is in its electricity. */
function partsSent(lead: Pick<Reply<typeof readLead>, 'steps'> | null, kind: ContractKind): DraftPart[] {
  const parts = { 1: 'installation', 2: 'person', 3: kind === 'gas' ? 'gas' : 'contract', 4: 'payment' } as const
  return Object.keys(lead?.steps ?? {}).flatMap((step) => parts[Number(step) as 1] ?? [])
}

/** Checks whether nothing was typed into a step after it was sent. */
function isUnchangedSinceSent(
  step: StepName,
  sent: WizardDraft,
  current: WizardDraft,
  context: LeadDraftContext,
): boolean {
  return JSON.stringify(formOf(step, sent, context)) === JSON.stringify(formOf(step, current, context))
}

function filesOf(...leads: readonly (Reply<typeof readLead> | null)[]): SentUpload[] {
  return leads
    .flatMap((lead) => lead?.files ?? [])
    .map(({ id, name, size_bytes }) => ({ id, name, sizeBytes: size_bytes }))
}

/**
 * Adds what no step has sent: the data of the register and of the list of activities. A lookup that fails is skipped;
 * the form requests it again where it is needed.
 */
async function addLookUps(send: Send, draft: WizardDraft, context: LeadDraftContext): Promise<WizardDraft> {
  const { kind, locale, queryClient } = context
  const { installation, gas } = draft
  const supplyOf = (energy: Energy, cups: string): Promise<RegisteredSupply | null> =>
    cups === '' ? Promise.resolve(null) : queryClient.fetchQuery(supplyQuery(send, energy, cups)).catch(() => null)
  const [supply, gasSupply, activities] = await Promise.all([
    supplyOf(mainEnergy(kind), installation.cups),
    kind === 'dual' ? supplyOf('gas', gas.cups) : null,
    installation.residence === 'business' ? queryClient.fetchQuery(activitiesQuery(send, locale)).catch(() => []) : [],
  ])
  const activityName = activities.find(({ id }) => id === installation.activityId)?.descripcio ?? ''
  const withActivityName = {
    ...draft,
    installation: { ...installation, activityName },
    gas: { ...gas, supply: gasSupply },
  }
  return supply ? applySupply(withActivityName, supply, context) : withActivityName
}
