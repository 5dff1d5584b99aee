import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/refusal.ts'
import { longest } from '../address-lengths.ts'
import { type DraftField, type DraftProblems, draftFields, fieldOf } from './address-draft.ts'

const mostCharacters = 254

const lengths: Partial<Record<DraftField, number>> = {
  name: longest.name,
  nv: longest.street,
  pnp: longest.number,
  bq: longest.block,
  es: longest.stairs,
  pt: longest.floor,
  pu: longest.door,
  aclarador: longest.hint,
}

/** The fields that must be filled in. */
type NeededField = 'name' | 'dp' | 'poblacio' | 'tv' | 'nv' | 'pnp' | 'mobile' | 'email'

type Words = Partial<Record<DraftField, string>>

/** What is wrong with an address, in a sentence beside each field: what was found here, or what the server said of it. */
export function useFieldWords(problems: DraftProblems, refused: FieldErrors | undefined): Words {
  const t = useTranslations('correspondence')

  function wordsOf(field: DraftField, code: string): string {
    if (code === 'lookup_failed') return t('address.lookupFailed')
    if (code === 'too_long') return t('address.tooLong', { count: lengths[field] ?? mostCharacters })
    if (code === 'required') return t(`address.missing.${field as NeededField}`)
    return t(`fieldErrors.${code as 'email_invalid'}`)
  }

  const words: Words = {}
  for (const [field, code] of Object.entries(problems)) words[field as DraftField] = wordsOf(field as DraftField, code)
  if (Object.keys(words).length === 0)
    for (const [member, sentences] of Object.entries(refused ?? {})) words[fieldOf(member)] = sentences.join(' ')
  return inOrder(words)
}

/** In the order of the form, so that whoever goes down the list goes down the form. */
function inOrder(words: Words): Words {
  const filled = draftFields.filter((field) => words[field] !== undefined)
  return Object.fromEntries(filled.map((field) => [field, words[field]]))
}
