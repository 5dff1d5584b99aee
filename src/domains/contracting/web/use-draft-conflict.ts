import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Locale } from '#kit/locale.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Asked } from '../asked.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { withoutLeads } from './draft-changes.ts'
import type { DraftPart } from './draft-differences.ts'
import { openStep, stepsOfDraft } from './shown-step.ts'
import type { DraftVersion } from './use-draft-version.ts'
import type { Told } from './use-told.ts'
import type { WizardDraft } from './wizard-draft.ts'

export type DraftConflict = ReturnType<typeof useDraftConflict>

type ConflictDeps = {
  draft: WizardDraft
  empty: WizardDraft
  kind: ContractKind
  asked: Asked
  locale: Locale
  version: Pick<DraftVersion, 'see'>
  change: (to: (before: WizardDraft) => WizardDraft) => void
  goTo: (step: StepName) => Promise<void>
  say: (what: Partial<Told>) => void
  /** Keeps what is typed with the next change, also where it was kept before. */
  keepAgain: () => void
}

/** A draft as the server has it, and whether it was met while something was typed. */
type StoredDraft = { draft: WizardDraft; parts: readonly DraftPart[]; isInPassing: boolean }

/**
 * What another device has made of the draft since this one saw it. What is typed here stays until whoever sits here chooses
 * between the two.
 */
export function useDraftConflict(deps: ConflictDeps) {
  const { draft, empty, kind, asked, locale, version, change, goTo, say, keepAgain } = deps
  const send = useSend()
  const queryClient = useQueryClient()
  const [theirs, setTheirs] = useState<StoredDraft | null>(null)

  /**
   * Reads what stands now. What this device has sent itself without hearing the answer is the same as here, and is gone on
   * from at once. @throws Refused, or where the server is not reached.
   */
  async function noteChanged({ isInPassing = false } = {}): Promise<'same' | 'another' | 'over'> {
    const [{ readStoredDraft }, { draftDifferences }] = await Promise.all([
      import('./read-lead.ts'),
      import('./draft-differences.ts'),
    ])
    const reading = { kind, asked, empty, locale, queryClient }
    const stored = await readStoredDraft(send, String(draft.leads.main), reading)
    if (stored === null) {
      change(withoutLeads)
      say({ failure: { reason: 'leadOver' } })
      return 'over'
    }
    const isSame = draftDifferences(draft, stored.draft, stored.parts, { kind, asked }).length === 0
    if (isSame) goOnFrom(stored.draft)
    else setTheirs({ ...stored, isInPassing })
    return isSame ? 'same' : 'another'
  }

  /** Goes on with what is here: the next step that is sent goes over what stands. */
  function goOnFrom({ version: seen, leads: { gas } }: WizardDraft) {
    change((before) => ({ ...before, sent: {}, leads: { main: before.leads.main, gas: gas ?? before.leads.gas } }))
    version.see(seen)
    keepAgain()
    setTheirs(null)
  }

  async function takeTheirs(other: WizardDraft) {
    change(({ confirmation, isLinked }) => ({ ...other, confirmation, isLinked }))
    version.see(other.version)
    keepAgain()
    setTheirs(null)
    await goTo(openStep(stepsOfDraft(other, { kind, asked }), other.completed))
  }

  return {
    noteChanged,
    conflict: theirs && {
      theirs: theirs.draft,
      parts: theirs.parts,
      isInPassing: theirs.isInPassing,
      takeTheirs: () => void takeTheirs(theirs.draft),
      keepMine: () => goOnFrom(theirs.draft),
    },
  }
}
