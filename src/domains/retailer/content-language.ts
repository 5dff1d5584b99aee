import { type Locale, locales } from '#vocabulary/locale.ts'

/** Texts in languages other than the retailer's first, by language. Empty ones are not translated. */
export type Translations<Texts> = Partial<Record<Locale, Texts>>

/** Returns the texts in a language, falling back to the retailer's first language. */
export function translateInto<Texts extends object>(first: Texts, translations: unknown, locale: Locale): Texts {
  const own = ((translations ?? {}) as Translations<Partial<Texts>>)[locale] ?? {}
  return { ...first, ...Object.fromEntries(Object.entries(own).filter(([, text]) => text)) }
}

/**
 * Returns the blocks of one place in a language: those for all languages plus those in that language or, if there are
 * none, those in the retailer's first language.
 */
export function selectBlocks<Block extends { locale: string | null }>(
  blocks: readonly Block[],
  { locale, fallback }: { locale: Locale; fallback: Locale },
): Block[] {
  const isWritten = blocks.some((block) => block.locale === locale)
  const shown = isWritten ? locale : fallback
  return blocks.filter((block) => block.locale === null || block.locale === shown)
}

/** Returns the language named in a setting, or else Spanish, in which every text exists. */
export function firstLanguage(name: string): Locale {
  return locales.find((locale) => locale === name) ?? 'es'
}
