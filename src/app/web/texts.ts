import type { Portal } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'

export type Texts = Record<string, unknown>

/**
 * Loads namespaces in the portal's language into its messages, in place: components already rendered would not see a
 * new object.
 */
export async function loadTexts(portal: Portal, namespaces: readonly string[]): Promise<void> {
  const { messages, boot } = portal
  const missing = namespaces.filter((namespace) => !(namespace in messages))
  if (!missing.length) return
  const texts = await textsIn(boot.locale, missing)
  if (portal.boot.locale !== boot.locale) return loadTexts(portal, namespaces)
  Object.assign(messages, texts)
}

/** Switches all loaded texts to another language at once, so that no page mixes two. */
export async function translateTexts({ messages }: Portal, locale: Locale): Promise<void> {
  Object.assign(messages, await textsIn(locale, Object.keys(messages)))
}

// Loaded on demand: the list of files is long, and the first page includes its texts.
async function textsIn(locale: Locale, namespaces: readonly string[]): Promise<Texts> {
  const { readTexts } = await import('./text-files.ts')
  const read = namespaces.map(async (namespace) => [namespace, await readTexts(namespace, locale)])
  return Object.fromEntries(await Promise.all(read))
}
