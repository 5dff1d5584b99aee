import { type Locale, locales } from '#kit/locale.ts'

/** Words in languages other than the retailer's first, by language; what is empty is not written in it. */
export type Translations<Words> = Partial<Record<Locale, Words>>

/** The words in a language, or else those of the retailer's first language. */
export function wordsIn<Words extends object>(first: Words, translations: unknown, locale: Locale): Words {
  const own = ((translations ?? {}) as Translations<Partial<Words>>)[locale] ?? {}
  return { ...first, ...Object.fromEntries(Object.entries(own).filter(([, text]) => text)) }
}

/**
 * The blocks of one place in a language: those for all languages, and those written in it, or where there are none those of
 * the retailer's first language.
 */
export function blocksIn<Block extends { locale: string | null }>(
  blocks: readonly Block[],
  { locale, fallback }: { locale: Locale; fallback: Locale },
): Block[] {
  const isWritten = blocks.some((block) => block.locale === locale)
  const shown = isWritten ? locale : fallback
  return blocks.filter((block) => block.locale === null || block.locale === shown)
}

/** A language by its name in a setting, or else Spanish, in which every text is written. */
export function firstLanguage(name: string): Locale {
  return locales.find((locale) => locale === name) ?? 'es'
}
