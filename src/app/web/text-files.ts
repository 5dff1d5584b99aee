import type { Locale } from '#vocabulary/locale.ts'
import type { Texts } from './texts.ts'

const files = import.meta.glob<{ default: Texts }>([
  '../../domains/*/texts/*.json',
  '../../domains/retailer/settings/texts/*.json',
  '../texts/*.json',
  './shell/texts/*.json',
  '../../kit/web/texts/*.json',
])

// The customers' program contains nothing of the back office.
const hasDesks = import.meta.env.SSR || import.meta.env.MODE === 'operator'

/** Returns the texts of a namespace in a language. @throws if there are none. */
export async function readTexts(namespace: string, locale: Locale): Promise<Texts> {
  const load = files[`${folderOf(namespace)}/texts/${locale}.json`]
  if (!load && hasDesks) {
    const { readDeskTexts } = await import('../operator/desk-texts.ts')
    const texts = await readDeskTexts(namespace, locale)
    if (texts) return texts
  }
  if (!load) throw new Error(`There are no texts "${namespace}" in ${locale}.`)
  return (await load()).default
}

function folderOf(namespace: string): string {
  if (namespace === 'app') return '..'
  if (namespace === 'shell') return './shell'
  if (namespace === 'kit') return '../../kit/web'
  if (namespace === 'settings') return '../../domains/retailer/settings'
  return `../../domains/${namespace}`
}
