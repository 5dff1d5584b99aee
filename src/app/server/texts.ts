import { readdirSync, readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { explained, explainedField } from '#kit/explained.ts'
import type { Locale } from '#kit/locale.ts'

type Messages = Record<string, Record<string, unknown>>

const source = new URL('../../', import.meta.url)

/** Where the texts of the product are: a folder per namespace, each with a file per language. */
export function textFolders(): { namespace: string; folder: URL }[] {
  const under = (folder: string, prefix: string) =>
    readdirSync(new URL(`${folder}/`, source)).map((name) => ({
      namespace: prefix + name,
      folder: new URL(`${folder}/${name}/texts/`, source),
    }))
  return [
    { namespace: 'app', folder: new URL('app/texts/', source) },
    { namespace: 'database-faults', folder: new URL('app/server/texts/', source) },
    { namespace: 'operator-area', folder: new URL('app/operator/texts/', source) },
    { namespace: 'shell', folder: new URL('app/web/shell/texts/', source) },
    { namespace: 'settings', folder: new URL('domains/operator/settings/texts/', source) },
    { namespace: 'kit', folder: new URL('kit/web/texts/', source) },
    ...[...under('domains', ''), ...under('desks', 'desk-')].filter(({ folder }) => existsAsFolder(folder)),
  ]
}

const loaded = new Map<Locale, Messages>()

/** Every text of the product in one language, by namespace. */
export function messagesOf(locale: Locale): Messages {
  const known = loaded.get(locale)
  if (known) return known
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

/** The texts of a namespace, for documents, mails and error messages. @throws when a key is missing. */
export function translator(locale: Locale, namespace: string): Translate {
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

/** The sentence for a refusal code: in the words of the call's domain under `refusals`, or else in the common ones. */
export function refusalText(
  locale: Locale,
  code: string,
  domain?: string,
  values: Readonly<Record<string, number | string>> = {},
): string {
  const sentence =
    explained('refusals', [code], namespacesFor(locale, domain)) ??
    explained('refusals', ['unexpected'], namespacesFor(locale))!
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, typeof value === 'string' ? value : figures.format(value)),
    sentence,
  )
}

/** The sentence for what is wrong with a field, in the same words; a code may carry a figure behind a colon. */
export function fieldErrorText(locale: Locale, code: string, domain?: string): string {
  return explainedField(code, locale, namespacesFor(locale, domain)) ?? code.split(':')[0]!
}

// A code that neither its domain nor the app explains, such as one of the uploads that go with a form, has its words elsewhere.
function namespacesFor(locale: Locale, domain = 'app'): unknown[] {
  const messages = messagesOf(locale)
  return [messages[domain], messages.app, ...Object.values(messages)]
}

function existsAsFolder(folder: URL): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
