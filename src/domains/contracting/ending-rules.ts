import { parseIban } from '#vocabulary/iban.ts'
import type { GivenAgreements } from './agreements.ts'
import { missing, type Problems, problemIf } from './asked.ts'

export type PaymentAnswers = {
  bank: { iban?: string | null | undefined; account_id?: number | null | undefined }
  owner_is_bank_owner: boolean
}

/**
 * What is wrong with the fourth step: the account that pays (specification, point 5). Of one on file only the server knows
 * whether it is the holder's.
 */
export function paymentProblems({ bank, owner_is_bank_owner }: PaymentAnswers): Problems {
  if (bank.account_id) return problemIf(!owner_is_bank_owner, 'owner_is_bank_owner', 'owner_required')
  return {
    ...problemIf(parseIban(bank.iban ?? '') === null, 'bank.iban', 'iban_not_valid'),
    ...missing({ 'bank.iban': bank.iban }),
    ...problemIf(!owner_is_bank_owner, 'owner_is_bank_owner', 'owner_required'),
  }
}

export type ConfirmationAnswers = {
  accept_gdpr?: boolean
  accept_ov_conditions?: boolean
  activate_publicity?: boolean
}

/** What is wrong with the last step: what somebody has agreed to before they need not say again (specification, point 5). */
export function confirmationProblems(
  { accept_ov_conditions, accept_gdpr }: ConfirmationAnswers,
  given: GivenAgreements,
): Problems {
  return {
    ...problemIf(!given.conditions && accept_ov_conditions !== true, 'accept_ov_conditions', 'conditions_required'),
    ...problemIf(!given.privacy && accept_gdpr !== true, 'accept_gdpr', 'gdpr_required'),
  }
}
