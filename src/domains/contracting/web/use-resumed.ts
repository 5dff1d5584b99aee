import { useQueryClient } from '@tanstack/react-query'
import type { Locale } from '#kit/locale.ts'
import { outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { useSend } from '#kit/web/portal.ts'

import type { Asked } from '../asked.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { openStep, stepsOfDraft } from './shown-step.ts'
import type { Told } from './use-told.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Resuming = {
  kind: ContractKind
  asked: Asked
  locale: Locale
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
  goTo: (step: StepName) => Promise<void>
  say: (what: Partial<Told>) => void
}

/** Going on with what was begun on another device, by the link of a mail. */
export function useResumed({ kind, asked, locale, empty, change, goTo, say }: Resuming) {
  const send = useSend()
  const queryClient = useQueryClient()

  async function takeUp(leadId: string) {
    try {
      const { readDraft } = await import('./read-lead.ts')
      const begun = await readDraft(send, leadId, { ...{ kind, asked, empty, locale }, queryClient })
      if (begun === null) return say({ news: { reason: 'linkClosed' } })
      change(() => begun)
      await goTo(openStep(stepsOfDraft(begun, { kind, asked }), begun.completed))
    } catch (thrown) {
      if (isRefused(thrown) && !outageOf(thrown)) tellLinkOver()
      else say({ news: { thrown } })
    }
  }

  function tellLinkOver() {
    say({ news: { reason: 'linkOver' } })
  }

  return { takeUp, tellLinkOver }
}
