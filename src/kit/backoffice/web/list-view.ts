import type { SearchParams } from '../../web/page.ts'
import { readOffset } from './read-offset.ts'

/** Returns the list state from URL parameters. */
export function listViewOf(search: SearchParams): { q: string; offset: number } {
  return { q: search.q?.trim() ?? '', offset: readOffset(search) }
}

/** Returns the allowed value that equals the parameter, or undefined if none does. */
export function matchValue<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text)
}
