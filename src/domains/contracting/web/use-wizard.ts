import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { nothingGiven } from '../agreements.ts'
import type { KnownHolder } from '../api.ts'
import { askedBy } from '../asked-by.ts'
import { papersGiven } from '../known-holder-rules.ts'
import { type ContractKind, mayJumpTo, type StepName, stepBefore } from '../wizard.ts'
import { type PartChange, withCode, withPart } from './draft-changes.ts'
import { agreementsQuery } from './queries.ts'
import { isOfCompany, shownStep, stepsOfDraft } from './shown-step.ts'
import { useBroughtSupply } from './use-brought-supply.ts'
import { useDraftConflict } from './use-draft-conflict.ts'
import { useDraftVersion } from './use-draft-version.ts'
import { useKeptTyped } from './use-kept-typed.ts'
import { useKnownHolders } from './use-known-holders.ts'
import { usePlaces } from './use-places.ts'
import { useResumed } from './use-resumed.ts'
import type { FileReason } from './use-sending.ts'
import { useSending } from './use-sending.ts'
import { useTold } from './use-told.ts'
import { personForm } from './wire.ts'
import { withAnotherHolder, withHolder } from './with-holder.ts'
import { withSupply } from './with-supply.ts'
import { emptyWizard, type RegisteredSupply, type WizardDraft, type WizardPart } from './wizard-draft.ts'

export type Wizard = ReturnType<typeof useWizard>

/** The form of a new contract: what is typed, which step is shown, what is wrong with it, and how one goes on. */
export function useWizard(kind: ContractKind) {
  const send = useSend()
  const navigate = useNavigate()
  const { signedIn, locale } = useBoot()
  const asked = askedBy(useSettings())
  // Until it is known, or where it cannot be, everything is asked for.
  const { data: given = nothingGiven } = useQuery({ ...agreementsQuery(send), enabled: signedIn !== null })
  const [empty] = useState(() => emptyWizard({ locale }))
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values: draft, change, forget } = useDraft<WizardDraft>(`contracting-${kind}:${draftOwner(signedIn)}`, empty)
  const underWay = useRef(new Map<string, FileReason>())
  const { places, findPlaces, saidOnce } = usePlaces(draft)

  const steps = stepsOfDraft(draft, { kind, asked })
  const holders = useKnownHolders({ draft, empty, change })
  const around = { kind, asked, given, steps, holders: holders ?? [] }
  const wanted = (useSearch({ strict: false }) as Search).step as StepName | undefined
  const current = shownStep(wanted, steps, draft)
  const { errors, failure, news, say } = useTold(current)

  useWhenLeft(current, (left) => {
    if (left === 'person' && draft.blocked) change((now) => ({ ...now, blocked: null }))
  })
  useBroughtSupply(change, { kind, locale, empty })

  // Whoever comes to the form by an address without a step, after a contract was made, comes for another.
  const comesForAnother = draft.isFinished && wanted === undefined
  const beginAnother = useEffectEvent(forget)
  useEffect(() => {
    if (comesForAnother) beginAnother()
  }, [comesForAnother])

  function goTo(step: StepName) {
    return navigate({ to: '.', search: (search: Search) => ({ ...search, step }) as never })
  }

  const version = useDraftVersion(draft.version, (seen) => change((before) => ({ ...before, version: seen })))
  const { keepTyped, keepAgain } = useKeptTyped({
    ...{ draft, empty, around, version },
    // What cannot be read now is found out with the next step.
    onChanged: () => void noteChanged({ isInPassing: true }).catch(() => {}),
  })
  const { noteChanged, conflict } = useDraftConflict({
    ...{ draft, empty, kind, asked, locale, version, change, goTo, say, keepAgain },
  })
  const { submit, keepStep, isSending, attempt } = useSending({
    ...{ around, draft, empty, change, current, wanted, goTo, say, keepTyped, version, noteChanged },
    ...{ findPlaces, saidOnce, filesHeld: () => Object.fromEntries(underWay.current) },
  })
  const { takeUp, tellLinkOver } = useResumed({ kind, asked, locale, empty, change, goTo, say })

  function goBack() {
    const before = stepBefore(current, steps)
    if (!before || isSending) return
    void goTo(before)
  }

  return {
    kind,
    asked,
    given,
    draft,
    steps,
    current,
    isCompany: isOfCompany(draft),
    /** For whom whoever is signed in may contract; null while that is not known. */
    holders,
    /** Which papers of the holder that is typed are on file. */
    papers: papersGiven(personForm(draft, { asksLanguage: false }).owner, holders ?? []),
    places,
    errors,
    failure,
    news,
    attempt,
    isSending,
    /** What another device has made of it, until one of the two is chosen. */
    conflict,
    /** Changes a part of what is typed. What is wrong is told until the step is tried again. */
    set: <Part extends WizardPart>(part: Part, to: PartChange<Part>) => change((before) => withPart(before, part, to)),
    /** Fills in one of the own holders; null is somebody else. */
    chooseHolder: (holder: KnownHolder | null) =>
      change((before) => (holder ? withHolder(before, holder, empty) : withAnotherHolder(before, empty))),
    empty,
    submit,
    keepStep,
    takeUp,
    tellLinkOver,
    /** A promotional code that came with the address; after a contract was made it is for another. */
    bringCode: (code: string) => change((before) => withCode(before.isFinished ? empty : before, code)),
    /** What the register knows is filled in. */
    takeSupply: (supply: RegisteredSupply) => change((before) => withSupply(before, supply, { kind, asked, locale })),
    goBack,
    hasBack: stepBefore(current, steps) !== null,
    mayJumpTo: (name: StepName) =>
      mayJumpTo(name, { steps, current, completed: draft.completed, isSubmitting: isSending }),
    errorOf: (field: string): string | undefined => errors[field],
    idOf: (field: string) => `wizard-${field.replaceAll('.', '-')}`,
    /** Files that are on their way, or have not arrived, hold the step back. */
    holdFor: (path: string, reason: FileReason | null) => {
      if (reason) underWay.current.set(path, reason)
      else underWay.current.delete(path)
    },
    forget,
  }
}

/** Does something once another step is shown than before. */
function useWhenLeft(current: StepName, leave: (left: StepName) => void) {
  const shown = useRef(current)
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (shown.current !== current) left(shown.current)
    shown.current = current
  }, [current])
}
