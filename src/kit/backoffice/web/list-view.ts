import { useSearch } from '@tanstack/react-router'
import type { SearchParams } from '../../web/page.ts'
import { readOffset } from './read-offset.ts'

/** The state of a list from its URL: the query and the offset. */
export type ListView = { q: string; offset: number }

/** Returns the list state from URL parameters. */
export function listViewOf(search: SearchParams): ListView {
  return { q: search.q?.trim() ?? '', offset: readOffset(search) }
}

/** Returns the view of the current URL, parsed by `viewOf`. */
export function useListView<View>(viewOf: (search: SearchParams) => View): View {
  return viewOf(useSearch({ strict: false }) as SearchParams)
}

/** Returns the allowed value that equals the parameter, or undefined if none does. */
export function matchValue<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text)
}
