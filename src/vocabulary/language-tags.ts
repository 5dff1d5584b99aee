import type { Locale } from './locale.ts'

/**
 * The language tags with which the platform formats each language. English is European English, with the day first.
 * Chromium has no Galician data, so Galician numbers and days are formatted as in Spanish.
 */
export const languageTags: Record<Locale, string> = { ca: 'ca', es: 'es', en: 'en-GB', gl: 'es', fr: 'fr', de: 'de' }

/** Each language with its country: Spain, or for English, French and German their own. */
export const regionalTags = {
  ...{ ca: 'ca-ES', es: 'es-ES', en: 'en-GB' },
  ...{ gl: 'gl-ES', fr: 'fr-FR', de: 'de-DE' },
} as const satisfies Record<Locale, string>
