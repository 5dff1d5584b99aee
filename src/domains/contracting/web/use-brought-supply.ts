import { useEffect, useEffectEvent } from 'react'
import type { Locale } from '#kit/locale.ts'
import type { ContractKind } from '../wizard.ts'
import { type Brought, bringToContract, takeBrought } from './brought.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Around = { kind: ContractKind; locale: Locale; empty: WizardDraft }

/** Takes what was told of a supply on the page before into the form, once. */
export function useBroughtSupply(
  change: (to: (before: WizardDraft) => WizardDraft) => void,
  { kind, locale, empty }: Around,
) {
  const takeOver = useEffectEvent(async (told: Brought) => {
    try {
      const { withBrought } = await import('./with-brought.ts')
      // Whoever comes with a supply after a contract was made begins another.
      change((before) => withBrought(before.ended.length > 0 ? empty : before, told, { kind, locale }))
    } catch {
      bringToContract(told)
    }
  })
  useEffect(() => {
    const told = takeBrought()
    if (told) void takeOver(told)
  }, [])
}
