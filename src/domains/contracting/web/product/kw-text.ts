/** Formats a power in kW as typed in a language, with its decimal separator; empty for a period that has none. */
export function formatKwInput(kw: number, locale: string): string {
  if (kw === 0) return ''
  return locale === 'en' ? String(kw) : String(kw).replace('.', ',')
}
