import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SearchParams } from '#kit/web/page.ts'
import { documentsOnFileOf } from '../known-holder-rules.ts'
import { type ContractKind, mayJumpTo, type StepName, stepBefore } from '../wizard.ts'
import { draftActionsOf } from './draft/draft-actions.ts'
import { useDraftConflict } from './draft/use-draft-conflict.ts'
import { useDraftVersion } from './draft/use-draft-version.ts'
import { usePrefill } from './draft/use-prefill.ts'
import { useResumedLead } from './draft/use-resumed-lead.ts'
import { useSavedDraft } from './draft/use-saved-draft.ts'
import { useWizardDraft } from './draft/use-wizard-draft.ts'
import { isCompanyDraft } from './steps/current-step.ts'
import { personForm } from './steps/step-forms.ts'
import { useAddressTowns } from './steps/use-address-towns.ts'
import { useBlockedFiles } from './steps/use-blocked-files.ts'
import { useStepMessages } from './steps/use-step-messages.ts'
import { useStepSubmission } from './steps/use-step-submission.ts'

export type Wizard = ReturnType<typeof useWizard>

/** Holds the form of a new contract: its input, the shown step, its problems, and the navigation. */
export function useWizard(kind: ContractKind) {
  const navigate = useNavigate()
  const wizardDraft = useWizardDraft(kind)
  const { config, agreements, locale, empty, draft, change, forget, steps, holders, context } = wizardDraft
  const { requestedStep, current } = wizardDraft
  const { blockedFiles, blockStepFor } = useBlockedFiles()
  const { places: townLookups, findPlaces: lookUpTowns, saidOnce: withoutRepeatedProblems } = useAddressTowns(draft)

  const { errors, failure, news, say: showMessages } = useStepMessages(current)

  useOnStepLeft(current, (left) => {
    if (left === 'person' && draft.blocked) change((now) => ({ ...now, blocked: null }))
  })
  usePrefill(change, { kind, locale, empty })

  useNewContractBegin(draft.isFinished && requestedStep === undefined, forget)

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
  const { isSending, ...submission } = useStepSubmission({
    ...{ context, draft, empty, change, current, requestedStep, goTo, showMessages, saveDraft, version },
    ...{ checkForConflict, lookUpTowns, withoutRepeatedProblems, blockedFiles },
  })
  const { takeUp: resumeLead, tellLinkOver: showLinkExpired } = useResumedLead({
    ...{ kind, config, locale, empty, change, goTo, showMessages },
  })

  return {
    ...{ kind, config, agreements, draft, steps, current, empty, isSending, errors, failure, news },
    ...draftActionsOf({ kind, config, locale, empty, change }),
    isCompany: isCompanyDraft(draft),
    /** The holders for whom the signed-in user can contract; null while that is not known. */
    holders,
    /** Which documents of the typed holder are on file. */
    documents: documentsOnFileOf(personForm(draft, { asksLanguage: false }).owner, holders ?? []),
    places: townLookups,
    /** What another device has made of the draft, until the user chooses one. */
    conflict,
    ...submission,
    takeUp: resumeLead,
    tellLinkOver: showLinkExpired,
    ...navigationOf({ draft, steps, current, isSending, goTo }),
    errorOf: (field: string): string | undefined => errors[field],
    idOf: (field: string) => `wizard-${field.replaceAll('.', '-')}`,
    ...{ blockStepFor, forget },
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

/** An address without a step, after a contract was made, begins another contract. */
function useNewContractBegin(beginsAnotherContract: boolean, onBegin: () => void) {
  const beginAnother = useEffectEvent(onBegin)
  useEffect(() => {
    if (beginsAnotherContract) beginAnother()
  }, [beginsAnotherContract])
}

type NavigationContext = Pick<ReturnType<typeof useWizardDraft>, 'draft' | 'steps' | 'current'> & {
  isSending: boolean
  goTo: (step: StepName) => Promise<void>
}

function navigationOf({ draft, steps, current, isSending, goTo }: NavigationContext) {
  const before = stepBefore(current, steps)
  return {
    goBack() {
      if (before && !isSending) void goTo(before)
    },
    hasBack: before !== null,
    mayJumpTo: (name: StepName) =>
      mayJumpTo(name, { steps, current, completed: draft.completed, isSubmitting: isSending }),
  }
}
