import { useQueryClient } from '@tanstack/react-query'
import { outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'

import type { ContractFormConfig } from '../../field-problems.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { firstOpenStep, stepsOfDraft } from '../steps/current-step.ts'
import type { StepMessages } from '../steps/use-step-messages.ts'
import type { WizardDraft } from './wizard-draft.ts'

type ResumedLeadDeps = {
  kind: ContractKind
  config: ContractFormConfig
  locale: Locale
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
  goTo: (step: StepName) => Promise<void>
  showMessages: (messages: Partial<StepMessages>) => void
}

/** Resumes a contract begun on another device, by a mailed link. */
export function useResumedLead({ kind, config, locale, empty, change, goTo, showMessages }: ResumedLeadDeps) {
  const send = useSend()
  const queryClient = useQueryClient()

  async function resumeLead(leadId: string) {
    try {
      const { loadLeadDraft } = await import('./load-lead-draft.ts')
      const resumed = await loadLeadDraft(send, leadId, { ...{ kind, config, empty, locale }, queryClient })
      if (resumed === null) return showMessages({ news: { reason: 'linkClosed' } })
      change(() => resumed)
      await goTo(firstOpenStep(stepsOfDraft(resumed, { kind, config }), resumed.completed))
    } catch (thrown) {
      if (isRefused(thrown) && !outageOf(thrown)) showLinkExpired()
      else showMessages({ news: { thrown } })
    }
  }

  function showLinkExpired() {
    showMessages({ news: { reason: 'linkOver' } })
  }

  return { takeUp: resumeLead, tellLinkOver: showLinkExpired }
}
