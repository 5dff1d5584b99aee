import { settingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { loadOverview } from './load-overview.ts'

/** Fetches what the overview shows, where whoever is signed in has one; every other first page needs nothing. */
export async function loadHome(context: LoadContext) {
  if (!context.boot.signedIn || settingsOf(context.boot).home.type !== 'overview') return
  await loadOverview(context)
}
