import * as z from 'zod/mini'
import { parsePhone } from '#vocabulary/phone.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import {
  type AskedFields,
  accountLimits,
  fewestPhoneCharacters,
  type ResetProblem,
  type ResetValues,
  type SignUpProblem,
  type SignUpValues,
} from './rules.ts'

/**
 * What is wrong with a sign-up as far as its form can tell, in the order of its fields and at most one for each. Whether
 * the contract is theirs is told to nobody.
 */
export function signUpProblems(values: SignUpValues, { phoneField, invoiceNumberField }: AskedFields): SignUpProblem[] {
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

/** What is wrong with how somebody says who they are; whether there is such an account is told to nobody. */
export function resetProblems({ nif, email }: ResetValues): ResetProblem[] {
  return [...taxIdProblems(nif), ...emailProblems(email)]
}

/** A tax id as it is sent: in capitals, without separators and without the ES that it may begin with. */
export function taxIdOf(nif: string): string {
  return parseTaxId(nif)?.taxId ?? nif.trim()
}

const repeatMissing = ['email_repeat_missing'] as const

function taxIdProblems(nif: string) {
  if (!nif.trim()) return ['nif_missing'] as const
  return parseTaxId(nif) ? [] : (['nif_invalid'] as const)
}

function phoneProblems(phone: string) {
  if (phone.trim().length < fewestPhoneCharacters) return ['phone_missing'] as const
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
