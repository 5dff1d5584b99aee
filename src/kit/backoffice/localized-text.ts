import * as z from 'zod/mini'
import { type Locale, locales } from '#vocabulary/locale.ts'

/** A text in the languages of the portal. Spanish is the fallback for missing ones. */
export type LocalizedText = Partial<Record<Locale, string>>

/** Schema of a localized text from a form. Empty texts are dropped; Spanish is required. */
export function localizedTextSchema(maxLength: number) {
  const text = z.string().check(z.trim(), z.maxLength(maxLength))
  const others = locales.filter((locale) => locale !== 'es')
  const shape = Object.fromEntries(others.map((locale) => [locale, z.optional(text)]))
  return z.pipe(
    z.strictObject({ ...shape, es: text.check(z.minLength(1, 'required')) }),
    z.transform((texts) => dropEmptyTexts(texts)),
  )
}

/** Removes empty texts. */
function dropEmptyTexts(texts: LocalizedText): LocalizedText {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''))
}
