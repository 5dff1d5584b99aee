import { maskIban, splitIban } from '#vocabulary/iban-display.ts'
import type { KnownHolder } from '../../api.ts'
import { isSameTaxId } from '../../known-holder-rules.ts'
import type { WizardDraft } from '../draft/wizard-draft.ts'

type Holders = readonly KnownHolder[] | null

/** Returns the accounts on file of the typed holder. */
export function accountsOfHolder({ person }: Pick<WizardDraft, 'person'>, holders: Holders): KnownHolder['accounts'] {
  return (holders ?? []).find(({ tax_id }) => isSameTaxId(tax_id, person.taxId))?.accounts ?? []
}

/** Formats the paying account masked: `ES94 •••• 3157`. */
export function formatPayingAccount(draft: Pick<WizardDraft, 'person' | 'payment'>, holders: Holders): string {
  const { iban, accountId } = draft.payment
  const onFile = accountsOfHolder(draft, holders).find(({ id }) => id === accountId)
  if (onFile) return onFile.printable_iban
  const input = iban.replace(/\s/g, '').toUpperCase()
  return input.length > 8 ? maskIban(input) : splitIban(input || ' ').join(' ')
}
