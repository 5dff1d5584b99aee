import type { LoadContext } from '#kit/web/page.ts'
import { preferencesQuery } from './queries.ts'

/** Prefetches the notification preferences of the user. */
export function loadPreferences({ send, prefetch }: LoadContext) {
  return prefetch(preferencesQuery(send))
}
