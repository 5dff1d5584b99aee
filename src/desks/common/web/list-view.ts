import { useSearch } from '@tanstack/react-router'
import type { Search } from '#kit/web/page.ts'
import { offsetOf } from './offset-of.ts'

/** What the address of a list says: what is looked for, and at which row the page begins. */
export type ListView = { q: string; offset: number }

/** The view of a list by its address. */
export function listViewOf(search: Search): ListView {
  return { q: search.q?.trim() ?? '', offset: offsetOf(search) }
}

/** The view that the address of the page asks for, as `viewOf` reads it. */
export function useListView<View>(viewOf: (search: Search) => View): View {
  return viewOf(useSearch({ strict: false }) as Search)
}

/** That of the values which an address names; undefined where it names none of them. */
export function namedOf<Value extends string>(values: readonly Value[], named: string | undefined): Value | undefined {
  return values.find((value) => value === named)
}
