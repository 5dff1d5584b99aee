import type { Locale } from '#vocabulary/locale.ts'
import { deskOf } from '../desk-of.ts'
import type { Texts } from '../web/texts.ts'

const files = Object.fromEntries(
  Object.entries(
    import.meta.glob<{ default: Texts }>([
      '../../domains/*/desk/texts/*.json',
      '../../domains/*/desk/*/texts/*.json',
      '../../backoffice/*/texts/*.json',
      './texts/*.json',
    ]),
  ).map(([file, load]) => [`${deskOf(file) ?? 'operator-area'}/${file.split('/').at(-1)}`, load]),
)

/** Returns the texts of a desk, or of the back-office layout, in a language; undefined if there are none. */
export async function readDeskTexts(namespace: string, locale: Locale): Promise<Texts | undefined> {
  return (await files[`${namespace.replace(/^desk-/, '')}/${locale}.json`]?.())?.default
}
