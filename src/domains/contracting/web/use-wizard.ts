import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { draftOwnerOf, useDraft } from '#kit/web/use-draft.ts'
import { noAgreements } from '../agreements.ts'
import type { KnownHolder } from '../api.ts'
import { readFormConfig } from '../form-config.ts'
import { documentsOnFileOf } from '../known-holder-rules.ts'
import { type ContractKind, mayJumpTo, type StepName, stepBefore } from '../wizard.ts'
import { applyHolder, clearHolder } from './apply-holder.ts'
import { applySupply } from './apply-supply.ts'
import { currentStepOf, isCompanyDraft, stepsOfDraft } from './current-step.ts'
import { applyPromoCode, type PartChange, updatePart } from './draft-changes.ts'
import { agreementsQuery } from './queries.ts'
import { personForm } from './step-forms.ts'
import { useAddressTowns } from './use-address-towns.ts'
import { useDraftConflict } from './use-draft-conflict.ts'
import { useDraftVersion } from './use-draft-version.ts'
import { useKnownHolders } from './use-known-holders.ts'
import { usePrefill } from './use-prefill.ts'
import { useResumedLead } from './use-resumed-lead.ts'
import { useSavedDraft } from './use-saved-draft.ts'
import { useStepMessages } from './use-step-messages.ts'
import type { FileBlockReason } from './use-step-submission.ts'
import { useStepSubmission } from './use-step-submission.ts'
import { emptyWizardDraft, type RegisteredSupply, type WizardDraft, type WizardPart } from './wizard-draft.ts'

export type Wizard = ReturnType<typeof useWizard>

/** Holds the form of a new contract: its input, the shown step, its problems, and the navigation. */
export function useWizard(kind: ContractKind) {
  const send = useSend()
  const navigate = useNavigate()
  const { signedIn, locale } = useBoot()
  const config = readFormConfig(useSettings())
  // Until they are loaded, or where they cannot be, every agreement is requested.
  const { data: agreements = noAgreements } = useQuery({ ...agreementsQuery(send), enabled: signedIn !== null })
  const [empty] = useState(() => emptyWizardDraft({ locale }))
  // Another user who signs in in the same tab must not see the draft.
  const {
    values: draft,
    change,
    forget,
  } = useDraft<WizardDraft>(`contracting-${kind}:${draftOwnerOf(signedIn)}`, empty)
  const heldFiles = useRef(new Map<string, FileBlockReason>())
  const { places: townLookups, findPlaces: lookUpTowns, saidOnce: withoutRepeatedProblems } = useAddressTowns(draft)

  const steps = stepsOfDraft(draft, { kind, config })
  const holders = useKnownHolders({ draft, empty, change })
  const context = { kind, config, agreements, steps, holders: holders ?? [] }
  const requestedStep = (useSearch({ strict: false }) as SearchParams).step as StepName | undefined
  const current = currentStepOf(requestedStep, steps, draft)
  const { errors, failure, news, say: showMessages } = useStepMessages(current)

  useOnStepLeft(current, (left) => {
    if (left === 'person' && draft.blocked) change((now) => ({ ...now, blocked: null }))
  })
  usePrefill(change, { kind, locale, empty })

  // An address without a step, after a contract was made, begins another contract.
  const beginsAnotherContract = draft.isFinished && requestedStep === undefined
  const beginAnother = useEffectEvent(forget)
  useEffect(() => {
    if (beginsAnotherContract) beginAnother()
  }, [beginsAnotherContract])

  function goTo(step: StepName) {
    return navigate({ to: '.', search: (search: SearchParams) => ({ ...search, step }) as never })
  }

  const version = useDraftVersion(draft.version, (seen) => change((before) => ({ ...before, version: seen })))
  const { keepTyped: saveDraft, keepAgain: markUnsaved } = useSavedDraft({
    ...{ draft, empty, context, version },
    // What cannot be read now is found with the next step.
    onChanged: () => void checkForConflict({ isInPassing: true }).catch(() => {}),
  })
  const { noteChanged: checkForConflict, conflict } = useDraftConflict({
    ...{ draft, empty, kind, config, locale, version, change, goTo, showMessages, markUnsaved },
  })
  const {
    submit,
    keepStep: saveStep,
    isSending,
    attempt,
  } = useStepSubmission({
    ...{
      context,
      draft,
      empty,
      change,
      current,
      requestedStep,
      goTo,
      showMessages,
      saveDraft,
      version,
      checkForConflict,
    },
    ...{ lookUpTowns, withoutRepeatedProblems, blockedFiles: () => Object.fromEntries(heldFiles.current) },
  })
  const { takeUp: resumeLead, tellLinkOver: showLinkExpired } = useResumedLead({
    kind,
    config,
    locale,
    empty,
    change,
    goTo,
    showMessages,
  })

  function goBack() {
    const before = stepBefore(current, steps)
    if (!before || isSending) return
    void goTo(before)
  }

  return {
    kind,
    config,
    agreements,
    draft,
    steps,
    current,
    isCompany: isCompanyDraft(draft),
    /** The holders for whom the signed-in user can contract; null while that is not known. */
    holders,
    /** Which documents of the typed holder are on file. */
    documents: documentsOnFileOf(personForm(draft, { asksLanguage: false }).owner, holders ?? []),
    places: townLookups,
    errors,
    failure,
    news,
    attempt,
    isSending,
    /** What another device has made of the draft, until the user chooses one. */
    conflict,
    /** Changes a part of the input. Problems stay shown until the step is submitted again. */
    set: <Part extends WizardPart>(part: Part, to: PartChange<Part>) =>
      change((before) => updatePart(before, part, to)),
    /** Fills in one of the user's own holders; null means somebody else. */
    chooseHolder: (holder: KnownHolder | null) =>
      change((before) => (holder ? applyHolder(before, holder, empty) : clearHolder(before, empty))),
    empty,
    submit,
    keepStep: saveStep,
    takeUp: resumeLead,
    tellLinkOver: showLinkExpired,
    /** Applies a promotional code from the address; after a contract was made, to another one. */
    applyPromoCode: (code: string) => change((before) => applyPromoCode(before.isFinished ? empty : before, code)),
    /** Fills in the register's data. */
    applySupply: (supply: RegisteredSupply) =>
      change((before) => applySupply(before, supply, { kind, config, locale })),
    goBack,
    hasBack: stepBefore(current, steps) !== null,
    mayJumpTo: (name: StepName) =>
      mayJumpTo(name, { steps, current, completed: draft.completed, isSubmitting: isSending }),
    errorOf: (field: string): string | undefined => errors[field],
    idOf: (field: string) => `wizard-${field.replaceAll('.', '-')}`,
    /** Blocks the step while files are uploading or have failed to arrive. */
    blockStepFor: (path: string, reason: FileBlockReason | null) => {
      if (reason) heldFiles.current.set(path, reason)
      else heldFiles.current.delete(path)
    },
    forget,
  }
}

/** Calls back once another step is shown than before. */
function useOnStepLeft(current: StepName, onLeave: (notifyLeft: StepName) => void) {
  const shown = useRef(current)
  const notifyLeft = useEffectEvent(onLeave)
  useEffect(() => {
    if (shown.current !== current) notifyLeft(shown.current)
    shown.current = current
  }, [current])
}
