import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { readView } from './list-address.ts'
import { countsQuery, monthSumsQuery, owedQuery, viewQuery } from './queries.ts'
import { openKind, shownKinds } from './shown-kinds.ts'

/**
 * Fetches what the screen of the invoices shows first: how many there are of each kind, what is owed, and the page. What
 * cannot be read is told of by the screen, where it can be tried again.
 */
export async function loadInvoices(context: LoadContext) {
  await fetchFirst(context).catch(() => {})
}

async function fetchFirst({ send, search, boot, prefetch }: LoadContext) {
  const { features, invoices } = customerSettingsOf(boot)
  const view = readView(search, invoices.itemsPerPage)
  const counts = await prefetch(countsQuery(send, features.displayTypes))
  const kind = openKind(shownKinds(features.displayTypes, counts, view.kind), view.kind)
  await Promise.all([
    prefetch(viewQuery(send, kind, view)),
    prefetch(owedQuery(send, kind, boot)),
    prefetch(monthSumsQuery(send, kind, view)),
  ])
}
