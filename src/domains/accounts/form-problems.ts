import * as z from 'zod/mini'
import { parsePhone } from '#vocabulary/phone.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import {
  accountLimits,
  minPhoneCharacters,
  type OptionalFields,
  type ResetProblem,
  type ResetValues,
  type SignUpProblem,
  type SignUpValues,
} from './rules.ts'

/**
 * Validates a sign-up as far as the form can. Returns the problems in the order of the fields, at most one per field.
 * Whether the contract belongs to the applicant is never revealed.
 */
export function signUpProblems(
  values: SignUpValues,
  { phoneField, invoiceNumberField }: OptionalFields,
): SignUpProblem[] {
  const { nif, contract, invoiceNumber, email, email2, phone, acceptConditionsAndGdpr } = values
  return [
    ...taxIdProblems(nif),
    ...(contract.trim() ? [] : (['contract_missing'] as const)),
    ...(invoiceNumberField && !invoiceNumber.trim() ? (['invoice_number_missing'] as const) : []),
    ...emailProblems(email),
    ...(email2.trim() ? (isSameAddress(email, email2) ? [] : (['emails_differ'] as const)) : repeatMissing),
    ...(phoneField ? phoneProblems(phone) : []),
    ...(acceptConditionsAndGdpr ? [] : (['acceptance_missing'] as const)),
  ]
}

/** Validates the fields of a password reset. Whether such an account exists is never revealed. */
export function resetProblems({ nif, email }: ResetValues): ResetProblem[] {
  return [...taxIdProblems(nif), ...emailProblems(email)]
}

/** Returns a tax id in the format of the API: in capitals, without separators and without an ES prefix. */
export function normalizeTaxId(nif: string): string {
  return parseTaxId(nif)?.taxId ?? nif.trim()
}

const repeatMissing = ['email_repeat_missing'] as const

function taxIdProblems(nif: string) {
  if (!nif.trim()) return ['nif_missing'] as const
  return parseTaxId(nif) ? [] : (['nif_invalid'] as const)
}

function phoneProblems(phone: string) {
  if (phone.trim().length < minPhoneCharacters) return ['phone_missing'] as const
  return parsePhone(phone) ? [] : (['phone_invalid'] as const)
}

function emailProblems(email: string) {
  if (!email.trim()) return ['email_missing'] as const
  return isAddress(email) ? [] : (['email_invalid'] as const)
}

function isAddress(email: string): boolean {
  return email.trim().length <= accountLimits.email && z.email().safeParse(email.trim()).success
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
