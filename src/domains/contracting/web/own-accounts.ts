import { ibanGroups, maskedIban } from '#vocabulary/iban.ts'
import type { KnownHolder } from '../api.ts'
import { isSameTaxId } from '../known-holder-rules.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Holders = readonly KnownHolder[] | null

/** The accounts on file of the holder that is typed. */
export function accountsOfHolder({ person }: Pick<WizardDraft, 'person'>, holders: Holders): KnownHolder['accounts'] {
  return (holders ?? []).find(({ tax_id }) => isSameTaxId(tax_id, person.taxId))?.accounts ?? []
}

/** The account that pays, as it is recognised: `ES94 •••• 3157`. */
export function shownAccount(draft: Pick<WizardDraft, 'person' | 'payment'>, holders: Holders): string {
  const { iban, accountId } = draft.payment
  const onFile = accountsOfHolder(draft, holders).find(({ id }) => id === accountId)
  if (onFile) return onFile.printable_iban
  const typed = iban.replace(/\s/g, '').toUpperCase()
  return typed.length > 8 ? maskedIban(typed) : ibanGroups(typed || ' ').join(' ')
}
