import { settingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { loadOverview } from './load-overview.ts'

/** Prefetches the data of the overview, if the signed-in user has one; every other home page needs no data. */
export async function loadHome(context: LoadContext) {
  if (!context.boot.signedIn || settingsOf(context.boot).home.type !== 'overview') return
  await loadOverview(context)
}
