import { useEffect, useEffectEvent, useRef } from 'react'
import { isRefused } from '#kit/refusal.ts'
import { useSend } from '#kit/web/portal.ts'
import { currentIn } from '#kit/web/use-seen-version.ts'
import type { Around } from './send-step.ts'
import type { DraftVersion } from './use-draft-version.ts'
import { mainEnergy, type WizardDraft } from './wizard-draft.ts'

/** How long typing pauses before what is typed is kept. */
const pauseMs = 1_500

type Keeping = {
  draft: WizardDraft
  empty: WizardDraft
  around: Pick<Around, 'kind' | 'asked' | 'steps'>
  version: Pick<DraftVersion, 'write'>
  /** Hears of another device that was faster. */
  onChanged: () => void
}

/**
 * Keeps what is typed and not sent with the lead: when a link to it is asked for, and from then on while it is typed. Whoever
 * asks for none leaves nothing on the server that they did not send.
 */
export function useKeptTyped({ draft, empty, around, version: { write }, onChanged }: Keeping) {
  const send = useSend()
  const last = useRef('')

  /**
   * Keeps it now. A lead that takes nothing more is left to be told by the step. @throws where the server is not reached, and
   * Refused where another device has changed the draft.
   */
  async function keepTyped(now: WizardDraft): Promise<void> {
    const leadId = openLeadOf(now, around)
    if (leadId === null) return
    const [{ typedOf }, api] = await Promise.all([import('./typed-draft.ts'), import('../api.ts')])
    const body = typedOf(now, empty, around)
    const written = JSON.stringify([leadId, body])
    if (written === last.current) return
    try {
      const params = { leadId: String(leadId) }
      await write((version) => send(api.keepTyped, { params, body: { ...body, version } }))
      last.current = written
    } catch (failure) {
      if (!isRefused(failure) || currentIn(failure)) throw failure
    }
  }

  // What is not kept by itself is kept with the next step.
  const keepInPassing = useEffectEvent(
    () => void keepTyped(draft).catch((failure) => currentIn(failure) && onChanged()),
  )
  useEffect(() => {
    if (!draft.isLinked || draft.isFinished) return
    const timer = setTimeout(keepInPassing, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])

  /** What is typed is kept with the next change, also where it was kept before. */
  function keepAgain() {
    last.current = ''
  }

  return { keepTyped, keepAgain }
}

/** The lead that takes more: of a dual contract whose electricity is made that of the gas. */
function openLeadOf({ leads, ended }: WizardDraft, { kind }: Pick<Around, 'kind'>): number | null {
  return ended.some(({ energy }) => energy === mainEnergy(kind)) ? leads.gas : leads.main
}
