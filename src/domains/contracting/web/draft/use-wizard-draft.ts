import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { noAgreements } from '../../agreements.ts'
import { readFormConfig } from '../../form-config.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { useKnownHolders } from '../holder/use-known-holders.ts'
import { agreementsQuery } from '../queries.ts'
import { currentStepOf, stepsOfDraft } from '../steps/current-step.ts'
import { emptyWizardDraft, type WizardDraft } from './wizard-draft.ts'

/** Holds the draft of a new contract, and derives its steps and the holders it can be for. */
export function useWizardDraft(kind: ContractKind) {
  const send = useSend()
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
  const steps = stepsOfDraft(draft, { kind, config })
  const holders = useKnownHolders({ draft, empty, change })
  const context = { kind, config, agreements, steps, holders: holders ?? [] }
  const requestedStep = (useSearch({ strict: false }) as SearchParams).step as StepName | undefined
  const current = currentStepOf(requestedStep, steps, draft)
  return {
    kind,
    config,
    agreements,
    locale,
    empty,
    draft,
    change,
    forget,
    steps,
    holders,
    context,
    requestedStep,
    current,
  }
}
