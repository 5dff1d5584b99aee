import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/refusal.ts'
import { maxAddressLengths } from '../address-lengths.ts'
import { type AddressDraftField, type AddressDraftProblems, addressDraftFields, draftFieldOf } from './address-draft.ts'

const maxTextLength = 254

const maxLengths: Partial<Record<AddressDraftField, number>> = {
  name: maxAddressLengths.name,
  nv: maxAddressLengths.street,
  pnp: maxAddressLengths.number,
  bq: maxAddressLengths.block,
  es: maxAddressLengths.stairs,
  pt: maxAddressLengths.floor,
  pu: maxAddressLengths.door,
  aclarador: maxAddressLengths.hint,
}

/** The required fields. */
type RequiredField = 'name' | 'dp' | 'poblacio' | 'tv' | 'nv' | 'pnp' | 'mobile' | 'email'

type FieldMessages = Partial<Record<AddressDraftField, string>>

/** Returns a message for each field with a problem, found either in the browser or by the server. */
export function useAddressFieldMessages(
  problems: AddressDraftProblems,
  refused: FieldErrors | undefined,
): FieldMessages {
  const t = useTranslations('correspondence')

  function messageOf(field: AddressDraftField, code: string): string {
    if (code === 'lookup_failed') return t('address.lookupFailed')
    if (code === 'too_long') return t('address.tooLong', { count: maxLengths[field] ?? maxTextLength })
    if (code === 'required') return t(`address.missing.${field as RequiredField}`)
    return t(`fieldErrors.${code as 'email_invalid'}`)
  }

  const messages: FieldMessages = {}
  for (const [field, code] of Object.entries(problems))
    messages[field as AddressDraftField] = messageOf(field as AddressDraftField, code)
  if (Object.keys(messages).length === 0)
    for (const [member, sentences] of Object.entries(refused ?? {}))
      messages[draftFieldOf(member)] = sentences.join(' ')
  return inFormOrder(messages)
}

/** Orders the messages like the form fields, so that the list of errors follows the form. */
function inFormOrder(messages: FieldMessages): FieldMessages {
  const filled = addressDraftFields.filter((field) => messages[field] !== undefined)
  return Object.fromEntries(filled.map((field) => [field, messages[field]]))
}
