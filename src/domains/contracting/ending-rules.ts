import { parseIban } from '#vocabulary/iban.ts'
import { missing, type Problems, problemIf } from './asked.ts'

export type PaymentAnswers = { bank: { iban: string }; owner_is_bank_owner: boolean }

/** What is wrong with the fourth step: the account that pays (specification, point 5). */
export function paymentProblems({ bank, owner_is_bank_owner }: PaymentAnswers): Problems {
  return {
    ...problemIf(parseIban(bank.iban) === null, 'bank.iban', 'iban_not_valid'),
    ...missing({ 'bank.iban': bank.iban }),
    ...problemIf(!owner_is_bank_owner, 'owner_is_bank_owner', 'owner_required'),
  }
}

export type ConfirmationAnswers = {
  accept_gdpr?: boolean
  accept_ov_conditions?: boolean
  activate_publicity?: boolean
}

/** What is wrong with the last step: whoever is signed in has agreed to both before (specification, point 5). */
export function confirmationProblems(answers: ConfirmationAnswers, { isSignedIn }: { isSignedIn: boolean }): Problems {
  if (isSignedIn) return {}
  return {
    ...problemIf(answers.accept_ov_conditions !== true, 'accept_ov_conditions', 'conditions_required'),
    ...problemIf(answers.accept_gdpr !== true, 'accept_gdpr', 'gdpr_required'),
  }
}
