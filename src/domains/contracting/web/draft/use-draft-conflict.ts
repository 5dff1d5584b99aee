import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ContractFormConfig } from '../../field-problems.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { firstOpenStep, stepsOfDraft } from '../steps/current-step.ts'
import type { StepMessages } from '../steps/use-step-messages.ts'
import { detachLeads } from './draft-changes.ts'
import type { DraftPart } from './draft-differences.ts'
import type { DraftVersion } from './use-draft-version.ts'
import type { WizardDraft } from './wizard-draft.ts'

export type DraftConflict = ReturnType<typeof useDraftConflict>

type DraftConflictDeps = {
  draft: WizardDraft
  empty: WizardDraft
  kind: ContractKind
  config: ContractFormConfig
  locale: Locale
  version: Pick<DraftVersion, 'see'>
  change: (to: (before: WizardDraft) => WizardDraft) => void
  goTo: (step: StepName) => Promise<void>
  showMessages: (messages: Partial<StepMessages>) => void
  /** Marks the draft as unsaved, so that the next change stores it again. */
  markUnsaved: () => void
}

/** A draft as stored on the server, and whether the conflict was noticed during input. */
type ConflictingDraft = { draft: WizardDraft; parts: readonly DraftPart[]; isInPassing: boolean }

/**
 * Handles changes that another device has made to the draft since this one saw it. The local input stays until the user
 * chooses between the two.
 */
export function useDraftConflict(deps: DraftConflictDeps) {
  const { draft, empty, kind, config, locale, version, change, goTo, showMessages, markUnsaved } = deps
  const send = useSend()
  const queryClient = useQueryClient()
  const [theirs, setTheirs] = useState<ConflictingDraft | null>(null)

  /**
   * Reads the current state. What this device sent itself, without receiving the reply, equals the local state and is
   * adopted at once. @throws Refused, or where the server is not reached.
   */
  async function checkForConflict({ isInPassing = false } = {}): Promise<'same' | 'another' | 'closed'> {
    const [{ loadStoredLeadDraft }, { draftDifferences }] = await Promise.all([
      import('./load-lead-draft.ts'),
      import('./draft-differences.ts'),
    ])
    const context = { kind, config, empty, locale, queryClient }
    const stored = await loadStoredLeadDraft(send, String(draft.leads.main), context)
    if (stored === null) {
      change(detachLeads)
      showMessages({ failure: { reason: 'leadOver' } })
      return 'closed'
    }
    const isSame = draftDifferences(draft, stored.draft, stored.parts, { kind, config }).length === 0
    if (isSame) adoptVersion(stored.draft)
    else setTheirs({ ...stored, isInPassing })
    return isSame ? 'same' : 'another'
  }

  /** Continues with the local state: the next step that is sent overwrites the stored one. */
  function adoptVersion({ version: seen, leads: { gas } }: WizardDraft) {
    change((before) => ({ ...before, sent: {}, leads: { main: before.leads.main, gas: gas ?? before.leads.gas } }))
    version.see(seen)
    markUnsaved()
    setTheirs(null)
  }

  async function acceptTheirs(other: WizardDraft) {
    change(({ confirmation, isLinked }) => ({ ...other, confirmation, isLinked }))
    version.see(other.version)
    markUnsaved()
    setTheirs(null)
    await goTo(firstOpenStep(stepsOfDraft(other, { kind, config }), other.completed))
  }

  return {
    noteChanged: checkForConflict,
    conflict: theirs && {
      theirs: theirs.draft,
      parts: theirs.parts,
      isInPassing: theirs.isInPassing,
      acceptTheirs: () => void acceptTheirs(theirs.draft),
      keepMine: () => adoptVersion(theirs.draft),
    },
  }
}
