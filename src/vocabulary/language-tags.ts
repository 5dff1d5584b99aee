import type { Locale } from '#kit/locale.ts'

/**
 * The tags by which the platform writes each language. English is that of Europe, the day first. Chromium knows no
 * Galician: its numbers and days are written as in Spanish.
 */
export const languageTags: Record<Locale, string> = { ca: 'ca', es: 'es', en: 'en-GB', gl: 'es', fr: 'fr', de: 'de' }
