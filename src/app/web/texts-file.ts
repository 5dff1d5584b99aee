import type { Locale } from '#vocabulary/locale.ts'
import type { TextsFile } from '../rendering-program.ts'
import { readTexts } from './text-files.ts'

const hashLength = 12
const files = new Map<string, Promise<TextsFile>>()

/**
 * Returns the file with the texts of some namespaces in a language, and its path, which names them and contains a hash of
 * the content. @throws if a namespace does not exist.
 */
export function textsFileOf(locale: Locale, namespaces: readonly string[]): Promise<TextsFile> {
  const name = `${locale}/${namespaces.toSorted().join('+')}`
  const file = (import.meta.env.PROD && files.get(name)) || createFile(name, { locale, namespaces })
  files.set(name, file)
  file.catch(() => files.delete(name))
  return file
}

type FileContent = { locale: Locale; namespaces: readonly string[] }

async function createFile(name: string, { locale, namespaces }: FileContent): Promise<TextsFile> {
  const texts = namespaces.toSorted().map(async (namespace) => [namespace, await readTexts(namespace, locale)] as const)
  const json = JSON.stringify(Object.fromEntries(await Promise.all(texts)))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { path: `/assets/texts/${name}.${hash.slice(0, hashLength)}.json`, json }
}
