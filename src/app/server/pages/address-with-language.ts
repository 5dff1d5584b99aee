import type { ProgramPaths } from '#app/rendering-program.ts'
import type { Locale } from '#vocabulary/locale.ts'

/**
 * Returns an address of the portal for a mail in a language: as that language writes it, and with the language named
 * where several write it alike. Otherwise the browser of whoever opens it would choose another one.
 */
export function addressWithLanguage(
  { addressIn, localesOfPath }: Pick<ProgramPaths, 'addressIn' | 'localesOfPath'>,
  address: string,
  { locale, languages }: { locale: Locale; languages: readonly Locale[] },
): string {
  const written = addressIn(address, locale)
  const { pathname, search, hash } = new URL(written, 'http://portal.invalid')
  if (localesOfPath(pathname, languages).length < 2) return written
  return `${pathname}${search === '' ? '?' : `${search}&`}lang=${locale}${hash}`
}
