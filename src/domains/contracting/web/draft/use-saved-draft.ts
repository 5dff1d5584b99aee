import { useEffect, useEffectEvent, useRef } from 'react'
import { isRefused } from '#kit/refusal.ts'
import { currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import { useSend } from '#kit/web/portal.ts'
import type { WizardContext } from '../steps/send-steps.ts'
import type { DraftVersion } from './use-draft-version.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** The debounce delay before the draft is saved. */
const pauseMs = 1_500

type SavedDraftDeps = {
  draft: WizardDraft
  empty: WizardDraft
  context: Pick<WizardContext, 'kind' | 'config' | 'steps'>
  version: Pick<DraftVersion, 'write'>
  /** Called when another device was faster. */
  onChanged: () => void
}

/**
 * Saves the unsent draft with the lead: when a link to it is requested, and from then on during input. Without such a
 * request, nothing unsent is stored on the server.
 */
export function useSavedDraft({ draft, empty, context, version: { write }, onChanged }: SavedDraftDeps) {
  const send = useSend()
  const lastSaved = useRef('')

  /**
   * Saves the draft now. A lead that is closed is left for the step to report. @throws where the server is not reached,
   * and Refused where another device has changed the draft.
   */
  async function saveDraft(current: WizardDraft): Promise<void> {
    const leadId = openLeadIdOf(current, context)
    if (leadId === null) return
    const [{ toSavedDraft }, api] = await Promise.all([import('./saved-draft-conversion.ts'), import('../../api.ts')])
    const body = toSavedDraft(current, empty, context)
    const serialized = JSON.stringify([leadId, body])
    if (serialized === lastSaved.current) return
    try {
      const params = { leadId: String(leadId) }
      await write((version) => send(api.saveLeadDraft, { params, body: { ...body, version } }))
      lastSaved.current = serialized
    } catch (failure) {
      if (!isRefused(failure) || currentValuesIn(failure)) throw failure
    }
  }

  // What is not saved here is saved with the next step.
  const saveInBackground = useEffectEvent(
    () => void saveDraft(draft).catch((failure) => currentValuesIn(failure) && onChanged()),
  )
  useEffect(() => {
    if (!draft.isLinked || draft.isFinished) return
    const timer = setTimeout(saveInBackground, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])

  /** Marks the draft as unsaved, so that the next change saves it again. */
  function markUnsaved() {
    lastSaved.current = ''
  }

  return { keepTyped: saveDraft, keepAgain: markUnsaved }
}

/** Returns the lead that is still open: for a dual contract whose electricity contract exists, that of the gas. */
function openLeadIdOf({ leads, ended }: WizardDraft, { kind }: Pick<WizardContext, 'kind'>): number | null {
  return ended.some(({ energy }) => energy === mainEnergy(kind)) ? leads.gas : leads.main
}
