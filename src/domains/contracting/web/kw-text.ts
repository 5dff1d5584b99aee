/** A power in kW as it is typed in a language: with its comma, and nothing for a period that has none. */
export function kwText(kw: number, locale: string): string {
  if (kw === 0) return ''
  return locale === 'en' ? String(kw) : String(kw).replace('.', ',')
}
