import { useEffect, useEffectEvent } from 'react'
import type { Locale } from '#vocabulary/locale.ts'
import type { ContractKind } from '../../wizard.ts'
import { type ContractPrefill, claimPrefill, handOffToContract } from './prefill.ts'
import type { WizardDraft } from './wizard-draft.ts'

type PrefillContext = { kind: ContractKind; locale: Locale; empty: WizardDraft }

/** Applies the prefill from the page before to the form, once. */
export function usePrefill(
  change: (to: (before: WizardDraft) => WizardDraft) => void,
  { kind, locale, empty }: PrefillContext,
) {
  const applyOnce = useEffectEvent(async (prefill: ContractPrefill) => {
    try {
      const { applyPrefill } = await import('./apply-prefill.ts')
      // A prefill after a contract was made begins another one.
      change((before) => applyPrefill(before.ended.length > 0 ? empty : before, prefill, { kind, locale }))
    } catch {
      handOffToContract(prefill)
    }
  })
  useEffect(() => {
    const prefill = claimPrefill()
    if (prefill) void applyOnce(prefill)
  }, [])
}
