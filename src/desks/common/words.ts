import * as z from 'zod/mini'
import { type Locale, locales } from '#kit/locale.ts'

/** A text in the languages of the portal; Spanish stands in for those that are missing. */
export type Words = Partial<Record<Locale, string>>

/** What is written by language in a form: what is left empty is not kept, and Spanish has to be there. */
export function wordsUpTo(longest: number) {
  const text = z.string().check(z.trim(), z.maxLength(longest))
  const others = locales.filter((locale) => locale !== 'es')
  const shape = Object.fromEntries(others.map((locale) => [locale, z.optional(text)]))
  return z.pipe(
    z.strictObject({ ...shape, es: text.check(z.minLength(1, 'required')) }),
    z.transform((words) => writtenWords(words)),
  )
}

/** The texts that say something. */
function writtenWords(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined && text !== ''))
}
