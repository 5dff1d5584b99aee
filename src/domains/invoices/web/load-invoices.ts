import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { parseListView } from './filters/list-address.ts'
import { chooseOpenKind, listShownKinds } from './filters/shown-kinds.ts'
import { countsQuery, monthSumsQuery, owedQuery, viewQuery } from './queries.ts'

/**
 * Prefetches what the invoices screen shows first: the counts of each kind, the owed amount and the page. Failed
 * requests are reported by the screen, where they can be retried.
 */
export async function loadInvoices(context: LoadContext) {
  await fetchFirst(context).catch(() => {})
}

async function fetchFirst({ send, search, boot, prefetch }: LoadContext) {
  const { features, invoices } = customerSettingsOf(boot)
  const view = parseListView(search, invoices.itemsPerPage)
  const counts = await prefetch(countsQuery(send, features.displayTypes))
  const kind = chooseOpenKind(listShownKinds(features.displayTypes, counts, view.kind), view.kind)
  await Promise.all([
    prefetch(viewQuery(send, kind, view)),
    prefetch(owedQuery(send, kind, boot)),
    prefetch(monthSumsQuery(send, kind, view)),
  ])
}
