import { memoize } from '#vocabulary/format.ts'

// Chromium lacks Galician number formats, which are the Spanish ones, and would use those of its own language.
const countFormat = memoize(
  (locale: string) => new Intl.NumberFormat(locale === 'gl' ? 'es' : locale, { useGrouping: 'always' }),
)

/** Formats a count in a locale, with grouping from four digits on ("1.084"). */
export function formatCount(count: number, locale: string): string {
  return countFormat(locale).format(count)
}
