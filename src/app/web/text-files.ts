import type { Locale } from '#kit/locale.ts'
import type { Texts } from './texts.ts'

const files = import.meta.glob<{ default: Texts }>([
  '../../domains/*/texts/*.json',
  '../../domains/operator/settings/texts/*.json',
  '../../desks/*/texts/*.json',
  '../operator/texts/*.json',
  '../texts/*.json',
  './shell/texts/*.json',
  '../../kit/web/texts/*.json',
])

/** Returns the texts of a namespace in a language. @throws if there are none. */
export async function readTexts(namespace: string, locale: Locale): Promise<Texts> {
  const load = files[`${folderOf(namespace)}/texts/${locale}.json`]
  if (!load) throw new Error(`There are no texts "${namespace}" in ${locale}.`)
  return (await load()).default
}

function folderOf(namespace: string): string {
  if (namespace === 'app') return '..'
  if (namespace === 'shell') return './shell'
  if (namespace === 'kit') return '../../kit/web'
  if (namespace === 'settings') return '../../domains/operator/settings'
  if (namespace === 'operator-area') return '../operator'
  if (namespace.startsWith('desk-')) return `../../desks/${namespace.slice('desk-'.length)}`
  return `../../domains/${namespace}`
}
