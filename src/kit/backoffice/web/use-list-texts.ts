import { useTranslations } from 'use-intl'
import type { ListPage } from './list-page.ts'
import type { ListText } from './list-page-definition.ts'

/** The texts of a namespace that only the value of a page knows. */
export type PlainTexts = { (key: string, values?: Record<string, number>): string; has(key: string): boolean }

/** Returns the texts of a list page: any of its namespace, and those that every list has. */
export function useListTexts({ texts, list, keys }: Pick<ListPage, 'texts' | 'list' | 'keys'>) {
  const t = useTranslations(texts) as unknown as PlainTexts
  const keyOf = (name: ListText): string => keys?.[name] ?? (list ? `${list}.${name}` : name)
  return {
    t,
    text: (name: ListText) => t(keyOf(name)),
    /** Returns undefined if the page has no such text. */
    optionalText: (name: ListText) => (t.has(keyOf(name)) ? t(keyOf(name)) : undefined),
  }
}
