import type { Locale } from '#kit/locale.ts'
import type { Portal } from '#kit/web/portal.ts'

export type Texts = Record<string, unknown>

/** Loads namespaces in the portal's language into its messages, in place: a new object would not be seen by what is already drawn. */
export async function loadTexts(portal: Portal, namespaces: readonly string[]): Promise<void> {
  const { messages, boot } = portal
  const missing = namespaces.filter((namespace) => !(namespace in messages))
  if (!missing.length) return
  const texts = await textsIn(boot.locale, missing)
  if (portal.boot.locale !== boot.locale) return loadTexts(portal, namespaces)
  Object.assign(messages, texts)
}

/** Puts everything that is loaded into another language, all at once, so that no page is in two. */
export async function translateTexts({ messages }: Portal, locale: Locale): Promise<void> {
  Object.assign(messages, await textsIn(locale, Object.keys(messages)))
}

// The list of the files is long, and the first page brings its texts along.
async function textsIn(locale: Locale, namespaces: readonly string[]): Promise<Texts> {
  const { readTexts } = await import('./text-files.ts')
  const read = namespaces.map(async (namespace) => [namespace, await readTexts(namespace, locale)])
  return Object.fromEntries(await Promise.all(read))
}
