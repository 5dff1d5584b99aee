/** The languages of the product. Spanish is the source language of every text. */
export const locales = ['ca', 'es', 'en', 'gl', 'fr', 'de'] as const

export type Locale = (typeof locales)[number]

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = {
  ca: 'Català',
  es: 'Castellano',
  en: 'English',
  gl: 'Galego',
  fr: 'Français',
  de: 'Deutsch',
}

/** Parses a locale of the product: `es-ES`, `ES` and `es` are Spanish. Returns null for any other text. */
export function parseLocale(text: string | null | undefined): Locale | null {
  const language = text?.trim().toLowerCase().split(/[-_]/)[0]
  return locales.find((locale) => locale === language) ?? null
}

/** Returns the offered locale that an Accept-Language header prefers, by its weights. */
export function preferredLocale(acceptLanguage: string | undefined, offered: readonly Locale[]): Locale | null {
  const requested = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag, ...parameters] = part.split(';')
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { locale: parseLocale(tag), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return requested.find(({ locale }) => locale && offered.includes(locale))?.locale ?? null
}
