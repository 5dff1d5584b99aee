import { parseIban } from '#vocabulary/iban.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import type { KnownAgreements } from './agreements.ts'
import { type FieldProblems, missingProblems, problemIf } from './field-problems.ts'

export type PaymentAnswers = {
  /** Direct debit where it is not given. */
  payment_means?: PaymentMeans | undefined
  bank: { iban?: string | null | undefined; account_id?: number | null | undefined }
  owner_is_bank_owner: boolean
}

/**
 * Returns the problems of the fourth step: the account that pays (specification, point 5), which only a direct debit needs.
 * Only the server can check whether an account on file is the holder's.
 */
export function paymentProblems({ payment_means, bank, owner_is_bank_owner }: PaymentAnswers): FieldProblems {
  if (!isDirectDebit({ payment_means })) return {}
  if (bank.account_id) return problemIf(!owner_is_bank_owner, 'owner_is_bank_owner', 'owner_required')
  return {
    ...problemIf(parseIban(bank.iban ?? '') === null, 'bank.iban', 'iban_not_valid'),
    ...missingProblems({ 'bank.iban': bank.iban }),
    ...problemIf(!owner_is_bank_owner, 'owner_is_bank_owner', 'owner_required'),
  }
}

/** Checks whether a payment step orders direct debits, as every one did before other means could be chosen. */
export function isDirectDebit({ payment_means = 'direct_debit' }: Pick<PaymentAnswers, 'payment_means'>): boolean {
  return payment_means === 'direct_debit'
}

export type ConfirmationAnswers = {
  accept_gdpr?: boolean
  accept_ov_conditions?: boolean
  activate_publicity?: boolean
}

/**
 * Returns the problems of the last step. Agreements that were given before need not be given again (specification,
 * point 5).
 */
export function confirmationProblems(
  { accept_ov_conditions, accept_gdpr }: ConfirmationAnswers,
  agreements: KnownAgreements,
): FieldProblems {
  return {
    ...problemIf(
      !agreements.conditions && accept_ov_conditions !== true,
      'accept_ov_conditions',
      'conditions_required',
    ),
    ...problemIf(!agreements.privacy && accept_gdpr !== true, 'accept_gdpr', 'gdpr_required'),
  }
}
