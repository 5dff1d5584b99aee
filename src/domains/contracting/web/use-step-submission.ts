import { useState } from 'react'
import { outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { useSend } from '#kit/web/portal.ts'

import { currentValuesIn } from '#kit/web/use-edit-version.ts'
import { type StepName, stepAfter, stepBefore } from '../wizard.ts'
import { detachLeads } from './draft-changes.ts'
import { groupByField } from './form-fields.ts'
import type { WizardContext } from './send-steps.ts'
import { type AddressTowns, applyTowns } from './use-address-towns.ts'
import type { DraftVersion } from './use-draft-version.ts'
import type { StepMessages } from './use-step-messages.ts'
import type { Energy, WizardDraft } from './wizard-draft.ts'

type StepSubmissionDeps = {
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

/** Validates and sends a step, moves on, and reports why a step is not accepted. */
export function useStepSubmission(deps: StepSubmissionDeps) {
  const {
    context,
    draft,
    empty,
    change,
    current,
    requestedStep,
    goTo,
    showMessages,
    lookUpTowns,
    withoutRepeatedProblems,
    saveDraft,
  } = deps
  const { version, checkForConflict } = deps
  const send = useSend()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  /** Validates the shown step, sends it and moves to the next. */
  async function submit() {
    if (isSending) return
    setSending(true)
    showMessages({})
    setAttempt((before) => before + 1)
    let at = current
    try {
      await unlessConflicting(() =>
        submitStep((step) => {
          at = step
        }),
      )
    } catch (thrown) {
      await showRefusal(thrown, at)
    } finally {
      setSending(false)
    }
  }

  /**
   * Shows what another device has changed instead of overwriting it. What this device sent without receiving the reply
   * is sent again.
   */
  async function unlessConflicting(write: () => Promise<void>): Promise<'done' | 'changed'> {
    try {
      await write()
    } catch (thrown) {
      if (!currentValuesIn(thrown)) throw thrown
      if ((await checkForConflict()) !== 'same') return 'changed'
      await write()
    }
    return 'done'
  }

  async function submitStep(onBegin: (step: StepName) => void) {
    const [{ stepProblemsOf, sendUpTo, confirmContracts, requestedEnergies }, { sendWithVersion }] = await Promise.all([
      import('./send-steps.ts'),
      import('./send-with-version.ts'),
    ])
    const sendStep = sendWithVersion(send, version)
    const { towns, lookUpProblems } = await lookUpTowns(current)
    change((before) => applyTowns(before, towns))
    const ready = applyTowns(draft, towns)
    const problems = {
      ...stepProblemsOf(current, ready, context),
      ...lookUpProblems,
      ...fileProblems(),
      ...promoCodeProblems(),
    }
    if (Object.keys(problems).length > 0) return showMessages({ codes: codesByField(problems) })
    const progress = await sendUpTo(sendStep, current, ready, context, mergeDraft, onBegin)
    // No step says that gas is left out: it must also be left out wherever a link leads.
    if (ready.isLinked) await saveDraft({ ...ready, ...progress })
    // The person step shows the reason, wherever it was found.
    if (progress.blocked) return void (current === 'person' || (await goTo('person')))
    const isMade = (energy: Energy) => progress.ended.some((result) => result.energy === energy)
    if (requestedEnergies(ready, context).every(isMade)) return finish()
    if (current === 'confirmation') {
      await confirmContracts(sendStep, { ...ready, ...progress }, context, (result) =>
        change((before) => ({ ...before, ended: [...before.ended, result] })),
      )
      return finish()
    }
    change((before) => ({ ...before, completed: [...new Set([...before.completed, current])] }))
    await goTo(stepAfter(current, context.steps))
  }

  async function finish() {
    // An address without a step would begin another contract.
    if (requestedStep === undefined) await goTo(current)
    // Once the contract exists, no input stays in the browser.
    change(({ ended }) => ({ ...empty, ended, isFinished: true }))
    await goTo('finish')
  }

  /**
   * Also sends the input of this step where it is valid, and saves the rest, so that it can be continued elsewhere.
   * @throws where the draft cannot be saved.
   */
  async function saveStep() {
    if ((await unlessConflicting(saveCurrentStep)) === 'changed')
      throw new Error('Another device has changed the draft.')
  }

  async function saveCurrentStep() {
    const [{ stepProblemsOf, sendUpTo }, { sendWithVersion }] = await Promise.all([
      import('./send-steps.ts'),
      import('./send-with-version.ts'),
    ])
    const { towns } = await lookUpTowns(current)
    const ready = applyTowns(draft, towns)
    const isWhole = Object.keys({ ...stepProblemsOf(current, ready, context), ...fileProblems() }).length === 0
    const upTo = isWhole ? current : stepBefore(current, context.steps)
    // The step itself reports what cannot be sent now when it is submitted.
    const progress =
      upTo && (await sendUpTo(sendWithVersion(send, version), upTo, ready, context, mergeDraft).catch(rethrowConflict))
    await saveDraft({ ...ready, ...progress })
    mergeDraft({ isLinked: true })
  }

  function mergeDraft(done: Partial<WizardDraft>) {
    change((before) => ({ ...before, ...done }))
  }

  function fileProblems(): Record<string, string> {
    return deps.blockedFiles()
  }

  /** A code that is typed and not applied would be lost with the step. */
  function promoCodeProblems(): Record<string, string> {
    const isHere = current === 'contract' || current === 'gasContract'
    const isWaiting = isHere && draft.promotion.typed.trim() !== ''
    return isWaiting ? { promotional_code: 'promocode_not_applied' } : {}
  }

  function codesByField(problems: Readonly<Record<string, string>>): Record<string, string> {
    return withoutUnavailableChoices(withoutRepeatedProblems(groupByField(problems)))
  }

  /** Shows why a step was not accepted. Field problems of an earlier one are shown there. */
  async function showRefusal(thrown: unknown, refusedAt: StepName) {
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

  return { submit, keepStep: saveStep, isSending, attempt }
}

function rethrowConflict(failure: unknown): null {
  if (currentValuesIn(failure)) throw failure
  return null
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
