import { globSync, readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { createTranslator } from 'use-intl/core'
import { deskOf } from '#app/desk-of.ts'
import { explainCode, explainFieldCode } from '#kit/explain-code.ts'
import type { Locale } from '#vocabulary/locale.ts'

type Messages = Record<string, Record<string, unknown>>

const sourceFolder = new URL('../../../', import.meta.url)

/** Returns the text folders of the product: one per namespace, each with a file per language. */
export function textFolders(): { namespace: string; folder: URL }[] {
  const listFolders = (pattern: string) => globSync(pattern, { cwd: sourceFolder }).map((path) => `${path}/`)
  const folderAt = (path: string) => new URL(path, sourceFolder)
  const desks = listFolders('{domains/*/desk,domains/*/desk/*,backoffice/*}/texts')
  return [
    { namespace: 'app', folder: new URL('app/texts/', sourceFolder) },
    { namespace: 'database-faults', folder: new URL('app/server/texts/', sourceFolder) },
    { namespace: 'operator-area', folder: new URL('app/operator/texts/', sourceFolder) },
    { namespace: 'shell', folder: new URL('app/web/shell/texts/', sourceFolder) },
    { namespace: 'settings', folder: new URL('domains/retailer/settings/texts/', sourceFolder) },
    { namespace: 'kit', folder: new URL('kit/web/texts/', sourceFolder) },
    { namespace: 'kit-page', folder: new URL('app/web/kit-page/texts/', sourceFolder) },
    ...listFolders('domains/*/texts').map((path) => ({ namespace: path.split('/')[1]!, folder: folderAt(path) })),
    ...desks.map((path) => ({ namespace: `desk-${deskOf(path)}`, folder: folderAt(path) })),
  ]
}

const loaded = new Map<Locale, Messages>()

/** Returns all texts of the product in one language, by namespace. */
export function messagesOf(locale: Locale): Messages {
  const cached = loaded.get(locale)
  if (cached) return cached
  const messages = Object.fromEntries(
    textFolders().map(({ namespace, folder }) => [
      namespace,
      JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')),
    ]),
  )
  loaded.set(locale, messages)
  return messages
}

export type Translate = (key: string, values?: Record<string, string | number>) => string

// A translator parses each of its texts once. A worker that draws many documents would spend a good part of its time on it.
const translators = new LRUCache<string, Translate>({ max: 100 })

/** Returns a translator for a namespace, for documents, mails and error messages. @throws if a key is missing. */
export function translator(locale: Locale, namespace: string): Translate {
  const key = `${locale} ${namespace}`
  const cached = translators.get(key)
  if (cached) return cached
  const translate = makeTranslator(locale, namespace)
  translators.set(key, translate)
  return translate
}

function makeTranslator(locale: Locale, namespace: string): Translate {
  const translate = createTranslator({
    locale,
    messages: messagesOf(locale) as never,
    namespace: namespace as never,
    timeZone: 'Europe/Madrid',
    onError: (error) => {
      throw error
    },
  })
  return translate as unknown as Translate
}

/** Returns the message for a refusal code: from `refusals` of the call's domain, or the common one. */
export function refusalText(
  locale: Locale,
  code: string,
  domain?: string,
  values: Readonly<Record<string, number | string>> = {},
): string {
  const sentence =
    explainCode('refusals', [code], namespacesFor(locale, domain)) ??
    explainCode('refusals', ['unexpected'], namespacesFor(locale))!
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, typeof value === 'string' ? value : figures.format(value)),
    sentence,
  )
}

/** Returns the message for an invalid field, from the same texts; a code may be followed by a colon and a number. */
export function fieldErrorText(locale: Locale, code: string, domain?: string): string {
  return explainFieldCode(code, locale, namespacesFor(locale, domain)) ?? code.split(':')[0]!
}

// A code that neither its domain nor the app explains, such as one of the uploads that belong to a form, has its
// message in another namespace.
function namespacesFor(locale: Locale, domain = 'app'): unknown[] {
  const messages = messagesOf(locale)
  return [messages[domain], messages.app, ...Object.values(messages)]
}
