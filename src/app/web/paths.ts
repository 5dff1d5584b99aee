import type { Page, PathLocale } from '#kit/web/page.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { pages } from './pages.ts'

type PathForms = { key: string; local: Record<PathLocale, string>; isLanguageNeutral: boolean }

const pathForms: PathForms[] = pages.map((page: Page) => ({
  key: page.path,
  local: { ca: page.paths.ca, es: page.paths.es, en: page.path },
  isLanguageNeutral: page.isLanguageNeutral ?? false,
}))

const findByKey = createPathFinder(pathForms.map((shape) => [shape.key, shape]))
const findInAnyLanguage = createPathFinder(
  pathForms.flatMap((shape) => Object.values(shape.local).map((path) => [path, shape] as const)),
)

/** Returns the key form of a path (`/invoices`) in any language. Unknown paths are returned unchanged. */
export function toKey(pathname: string): string {
  const match = findInAnyLanguage(pathname)
  return match ? fillPath(match.shape.key, match.values) : pathname
}

/** Returns a path in key form as written in a language. */
export function toLocal(pathname: string, locale: Locale): string {
  const match = findByKey(pathname)
  return match ? fillPath(match.shape.local[pathLocaleOf(locale)], match.values) : pathname
}

/** Returns an address, in key form or any language's, with its path as written in a language. */
export function toLocalAddress(address: string, locale: Locale): string {
  const { pathname, search, hash } = new URL(`http://portal.invalid${address}`)
  return toLocal(toKey(pathname), locale) + search + hash
}

/** Checks whether there is a page at an address in key form. */
export function hasPage(address: string): boolean {
  return findByKey(address.split(/[?#]/)[0]!) !== undefined
}

/** Returns the languages in which a path is written this way: all of them if it does not determine one. */
export function localesOfPath(pathname: string, offered: readonly Locale[]): Locale[] {
  if (findByKey(pathname)?.shape.isLanguageNeutral) return [...offered]
  const key = toKey(pathname)
  const path = trimSlashes(pathname)
  const parent = path.slice(0, path.lastIndexOf('/'))
  // A path below a page that is not a page, such as `/factures/download`, has the language of the page.
  if (parent !== '' && findInAnyLanguage(path) === undefined) return localesOfPath(parent, offered)
  const writing = offered.filter((locale) => toLocal(key, locale) === path)
  return writing.length ? writing : [...offered]
}

/** The languages with their own paths. */
export const pathLocales = ['ca', 'es', 'en'] as const satisfies readonly PathLocale[]

/** Returns the language whose paths a language uses. */
function pathLocaleOf(locale: Locale): PathLocale {
  return locale === 'ca' || locale === 'es' ? locale : 'en'
}

// Called for every link of a page: paths without parameters are looked up, and only the few others are searched.
function createPathFinder(entries: (readonly [pattern: string, shape: PathForms])[]) {
  const isOpen = ([pattern]: (typeof entries)[number]) => pattern.includes('$')
  const fixed = new Map(entries.filter((entry) => !isOpen(entry)))
  const open = entries.filter(isOpen)
  return (pathname: string): { shape: PathForms; values: Record<string, string> } | undefined => {
    const shape = fixed.get(trimSlashes(pathname))
    if (shape) return { shape, values: {} }
    for (const [pattern, shape] of open) {
      const values = matchPath(pattern, pathname)
      if (values) return { shape, values }
    }
  }
}

/** Returns the values of a pattern's `$names` in a path, still encoded, or null if it does not match. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const patternParts = pattern.split('/')
  const pathParts = trimSlashes(pathname).split('/')
  if (patternParts.length !== pathParts.length) return null
  const values: Record<string, string> = {}
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index]!
    if (part.startsWith('$') && value !== '') values[part.slice(1)] = value
    else if (part !== value) return null
  }
  return values
}

/** Returns a pattern with its `$names` filled in. */
export function fillPath(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? '')
}

function trimSlashes(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
}
