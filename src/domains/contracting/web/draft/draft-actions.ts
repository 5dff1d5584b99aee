import type { Locale } from '#vocabulary/locale.ts'
import type { KnownHolder } from '../../api.ts'
import type { ContractFormConfig } from '../../field-problems.ts'
import type { ContractKind } from '../../wizard.ts'
import { applyHolder, clearHolder } from '../holder/apply-holder.ts'
import { applySupply } from '../supply/apply-supply.ts'
import { applyPromoCode, type PartChange, updatePart } from './draft-changes.ts'
import type { ContractPrefill } from './prefill.ts'
import type { RegisteredSupply, WizardDraft, WizardPart } from './wizard-draft.ts'

type DraftActionsContext = {
  kind: ContractKind
  config: ContractFormConfig
  locale: Locale
  empty: WizardDraft
  change: (to: (before: WizardDraft) => WizardDraft) => void
}

/** Returns what the steps can do with the draft. */
export function draftActionsOf({ kind, config, locale, empty, change }: DraftActionsContext) {
  return {
    /** Changes a part of the input. Problems stay shown until the step is submitted again. */
    set: <Part extends WizardPart>(part: Part, to: PartChange<Part>) =>
      change((before) => updatePart(before, part, to)),
    /** Fills in one of the user's own holders; null means somebody else. */
    chooseHolder: (holder: KnownHolder | null) =>
      change((before) => (holder ? applyHolder(before, holder, empty) : clearHolder(before, empty))),
    /** Applies a promotional code from the address; after a contract was made, to another one. */
    applyPromoCode: (code: string) => change((before) => applyPromoCode(before.isFinished ? empty : before, code)),
    /** Fills in what is known about the supply from elsewhere. */
    async applyPrefill(prefill: ContractPrefill) {
      const { applyPrefill } = await import('./apply-prefill.ts')
      change((before) => applyPrefill(before, prefill, { kind, locale }))
    },
    /** Fills in the register's data. */
    applySupply: (supply: RegisteredSupply) =>
      change((before) => applySupply(before, supply, { kind, config, locale })),
  }
}
