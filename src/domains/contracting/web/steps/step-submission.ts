import { outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import type { Send } from '#kit/web/send.ts'
import { type StepName, stepAfter, stepBefore } from '../../wizard.ts'
import { detachLeads } from '../draft/draft-changes.ts'
import type { DraftVersion } from '../draft/use-draft-version.ts'
import type { Energy, WizardDraft } from '../draft/wizard-draft.ts'
import { groupByField } from './form-fields.ts'
import type { WizardContext } from './send-steps.ts'
import { type AddressTowns, applyTowns } from './use-address-towns.ts'
import type { StepMessages } from './use-step-messages.ts'

/** What sending a step takes: the draft, the shown step, and what to do with the outcome. */
export type StepSubmissionDeps = {
  context: WizardContext
  draft: WizardDraft
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
  current: StepName
  /** The step in the address. */
  requestedStep: StepName | undefined
  goTo: (step: StepName) => Promise<void>
  showMessages: (messages: Partial<StepMessages>) => void
  /** Saves the unsent draft for resuming it elsewhere. */
  saveDraft: (now: WizardDraft) => Promise<void>
  lookUpTowns: (step: StepName) => Promise<{ towns: AddressTowns; lookUpProblems: Record<string, string> }>
  version: DraftVersion
  /** Checks what another device has made of the draft. A state equal to the local one is adopted. */
  checkForConflict: () => Promise<'same' | 'another' | 'closed'>
  withoutRepeatedProblems: (problems: Readonly<Record<string, string>>) => Record<string, string>
  /** Returns why the files of fields block a step. */
  blockedFiles: () => Record<string, FileBlockReason>
}

/** Why the files of a field block a step. */
export type FileBlockReason = 'file_under_way' | 'file_unsent'

/** Validates the shown step, sends it with what precedes it, and moves on. @throws Refused */
export async function submitStep(
  deps: StepSubmissionDeps,
  send: Send,
  onBegin: (step: StepName) => void,
): Promise<void> {
  const { context, draft, change, current, goTo, showMessages, lookUpTowns, saveDraft } = deps
  const [{ stepProblemsOf, sendUpTo, confirmContracts, requestedEnergies }, { sendWithVersion }] = await Promise.all([
    import('./send-steps.ts'),
    import('./send-with-version.ts'),
  ])
  const sendStep = sendWithVersion(send, deps.version)
  const { towns, lookUpProblems } = await lookUpTowns(current)
  change((before) => applyTowns(before, towns))
  const ready = applyTowns(draft, towns)
  const problems = {
    ...stepProblemsOf(current, ready, context),
    ...lookUpProblems,
    ...deps.blockedFiles(),
    ...promoCodeProblems(current, draft),
  }
  if (Object.keys(problems).length > 0) {
    return showMessages({ codes: withoutUnavailableChoices(deps.withoutRepeatedProblems(groupByField(problems))) })
  }
  const progress = await sendUpTo(sendStep, current, ready, context, mergeInto(change), onBegin)
  // No step says that gas is left out: it must also be left out wherever a link leads.
  if (ready.isLinked) await saveDraft({ ...ready, ...progress })
  // The person step shows the reason, wherever it was found.
  if (progress.blocked) return void (current === 'person' || (await goTo('person')))
  const isMade = (energy: Energy) => progress.ended.some((result) => result.energy === energy)
  if (requestedEnergies(ready, context).every(isMade)) return finish(deps)
  if (current === 'confirmation') {
    await confirmContracts(sendStep, { ...ready, ...progress }, context, (result) =>
      change((before) => ({ ...before, ended: [...before.ended, result] })),
    )
    return finish(deps)
  }
  change((before) => ({ ...before, completed: [...new Set([...before.completed, current])] }))
  await goTo(stepAfter(current, context.steps))
}

async function finish({ requestedStep, goTo, current, change, empty }: StepSubmissionDeps): Promise<void> {
  // An address without a step would begin another contract.
  if (requestedStep === undefined) await goTo(current)
  // Once the contract exists, no input stays in the browser.
  change(({ ended }) => ({ ...empty, ended, isFinished: true }))
  await goTo('finish')
}

/**
 * Sends the input of the shown step where it is valid, and saves the rest. @throws where the draft cannot be saved, or
 * where another device has changed it.
 */
export async function saveCurrentStep(deps: StepSubmissionDeps, send: Send): Promise<void> {
  const { context, draft, change, current, lookUpTowns, saveDraft, version } = deps
  const [{ stepProblemsOf, sendUpTo }, { sendWithVersion }] = await Promise.all([
    import('./send-steps.ts'),
    import('./send-with-version.ts'),
  ])
  const { towns } = await lookUpTowns(current)
  const ready = applyTowns(draft, towns)
  const isWhole = Object.keys({ ...stepProblemsOf(current, ready, context), ...deps.blockedFiles() }).length === 0
  const upTo = isWhole ? current : stepBefore(current, context.steps)
  // The step itself reports what cannot be sent now when it is submitted.
  const sendStep = sendWithVersion(send, version)
  const progress = upTo && (await sendUpTo(sendStep, upTo, ready, context, mergeInto(change)).catch(rethrowConflict))
  await saveDraft({ ...ready, ...progress })
  mergeInto(change)({ isLinked: true })
}

/** Shows why a step was not accepted. Field problems of an earlier one are shown there. */
export async function showRefusal(deps: StepSubmissionDeps, thrown: unknown, refusedAt: StepName): Promise<void> {
  const { change, current, goTo, showMessages } = deps
  if (!isRefused(thrown) || outageOf(thrown)) return showMessages({ failure: { thrown } })
  const { code, status, fields } = thrown
  if (status === 404 || code === 'lead_closed') change(detachLeads)
  if (code === 'identity_mismatch') change((before) => ({ ...before, blocked: 'dniInvalid', sent: {} }))
  const isOfFieldsAlone = fields && code === 'invalid' && refusedAt !== 'confirmation'
  const at = fields ? refusedAt : current
  showMessages({
    step: at,
    refused: groupByField(refusedFieldsOf(thrown) ?? {}),
    failure: isOfFieldsAlone ? null : { thrown },
  })
  if (at !== current) await goTo(at)
}

function mergeInto(change: StepSubmissionDeps['change']) {
  return (done: Partial<WizardDraft>) => change((before) => ({ ...before, ...done }))
}

function rethrowConflict(failure: unknown): null {
  if (currentValuesIn(failure)) throw failure
  return null
}

/** A code that is typed and not applied would be lost with the step. */
function promoCodeProblems(current: StepName, draft: WizardDraft): Record<string, string> {
  const isHere = current === 'contract' || current === 'gasContract'
  const isWaiting = isHere && draft.promotion.typed.trim() !== ''
  return isWaiting ? { promotional_code: 'promocode_not_applied' } : {}
}

/**
 * Drops problems of choices that are not available yet: without a power there are no tariffs, without a tariff no
 * products.
 */
function withoutUnavailableChoices(problems: Readonly<Record<string, string>>): Record<string, string> {
  const hasNoPower = problems.power0 === 'power_required' && problems.power1 === 'power_required'
  const isLeftOut = (field: string) =>
    (field === 'product' && (hasNoPower || Boolean(problems.tariff))) || (field === 'tariff' && hasNoPower)
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !isLeftOut(field)))
}
