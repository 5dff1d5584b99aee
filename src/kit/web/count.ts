/** A count of things as the locale writes it, in groups from four digits on ("1.084"). */
export function formatCount(count: number, locale: string): string {
  // Chromium does not know how Galician writes numbers, which is as Spanish does, and would write them as its own language.
  return new Intl.NumberFormat(locale === 'gl' ? 'es' : locale, { useGrouping: 'always' }).format(count)
}
