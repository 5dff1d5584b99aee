import type { Locale } from '#kit/locale.ts'
import type { Page, PathLocale } from '#kit/web/page.ts'
import { pages } from './pages.ts'

type Shape = { key: string; local: Record<PathLocale, string>; isHandedOut: boolean }

const shapes: Shape[] = pages.map((page: Page) => ({
  key: page.path,
  local: { ca: page.paths.ca, es: page.paths.es, en: page.path },
  isHandedOut: page.isHandedOut ?? false,
}))

const inKeyForm = finderOf(shapes.map((shape) => [shape.key, shape]))
const inAnyLanguage = finderOf(
  shapes.flatMap((shape) => Object.values(shape.local).map((path) => [path, shape] as const)),
)

/** The path in the page's key form (`/invoices`), whatever language a path is written in. Unknown paths stay as they are. */
export function toKey(pathname: string): string {
  const found = inAnyLanguage(pathname)
  return found ? fillPath(found.shape.key, found.values) : pathname
}

/** A path in key form as it is written in a language. */
export function toLocal(pathname: string, locale: Locale): string {
  const found = inKeyForm(pathname)
  return found ? fillPath(found.shape.local[pathLocaleOf(locale)], found.values) : pathname
}

/** An address, in key form or any language's, with its path as a language writes it. */
export function localAddress(address: string, locale: Locale): string {
  const { pathname, search, hash } = new URL(`http://portal.invalid${address}`)
  return toLocal(toKey(pathname), locale) + search + hash
}

/** Whether there is a page at an address in key form. */
export function hasPage(address: string): boolean {
  return inKeyForm(address.split(/[?#]/)[0]!) !== undefined
}

/** The languages in which a path is written this way: all of them where it does not tell. */
export function localesOfPath(pathname: string, offered: readonly Locale[]): Locale[] {
  if (inKeyForm(pathname)?.shape.isHandedOut) return [...offered]
  const key = toKey(pathname)
  const path = trimmed(pathname)
  const parent = path.slice(0, path.lastIndexOf('/'))
  // What stands below a page and is none, such as `/factures/download`, is in the language of the page.
  if (parent !== '' && inAnyLanguage(path) === undefined) return localesOfPath(parent, offered)
  const writing = offered.filter((locale) => toLocal(key, locale) === path)
  return writing.length ? writing : [...offered]
}

/** The languages that have paths of their own. */
export const pathLocales = ['ca', 'es', 'en'] as const satisfies readonly PathLocale[]

/** The language whose paths a language uses. */
function pathLocaleOf(locale: Locale): PathLocale {
  return locale === 'ca' || locale === 'es' ? locale : 'en'
}

// Every link of a page asks: paths without values are looked up, and only the few others are gone through.
function finderOf(entries: (readonly [pattern: string, shape: Shape])[]) {
  const isOpen = ([pattern]: (typeof entries)[number]) => pattern.includes('$')
  const fixed = new Map(entries.filter((entry) => !isOpen(entry)))
  const open = entries.filter(isOpen)
  return (pathname: string): { shape: Shape; values: Record<string, string> } | undefined => {
    const shape = fixed.get(trimmed(pathname))
    if (shape) return { shape, values: {} }
    for (const [pattern, shape] of open) {
      const values = matchPath(pattern, pathname)
      if (values) return { shape, values }
    }
  }
}

/** The values of a pattern's `$names` in a path, still encoded, or null where it does not match. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = trimmed(pathname).split('/')
  if (wanted.length !== given.length) return null
  const values: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const value = given[place]!
    if (part.startsWith('$') && value !== '') values[part.slice(1)] = value
    else if (part !== value) return null
  }
  return values
}

/** A pattern with its `$names` filled in. */
export function fillPath(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? '')
}

function trimmed(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
}
