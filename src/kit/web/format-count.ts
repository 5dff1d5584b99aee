/** Formats a count in a locale, with grouping from four digits on ("1.084"). */
export function formatCount(count: number, locale: string): string {
  // Chromium lacks Galician number formats, which are the Spanish ones, and would use those of its own language.
  return new Intl.NumberFormat(locale === 'gl' ? 'es' : locale, { useGrouping: 'always' }).format(count)
}
