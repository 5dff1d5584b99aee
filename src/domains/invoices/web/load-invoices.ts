import { loadDebts } from '#domains/collections/web/queries.ts'
import { loadReturnedDebits } from '#domains/debit-returns/web/queries.ts'
import { transferQuery } from '#domains/payments/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { parseListView } from './filters/list-address.ts'
import { chooseOpenKind, listShownKinds } from './filters/shown-kinds.ts'
import { isAwaitedTransfer, listAwaitedTransfers, payingItemOf } from './payment/invoice-to-pay.ts'
import { countsQuery, monthSumsQuery, owedQuery, viewQuery } from './queries.ts'

/**
 * Prefetches what the invoices screen shows first: the counts of each kind, the owed amount, the page and where
 * to transfer what it lists. Failed requests are reported by the screen, where they can be retried.
 */
export async function loadInvoices(context: LoadContext) {
  await Promise.all([fetchFirst(context).catch(() => {}), loadReturnedDebits(context), loadDebts(context)])
}

async function fetchFirst({ send, search, boot, prefetch }: LoadContext) {
  const { features, invoices } = customerSettingsOf(boot)
  const view = parseListView(search, invoices.itemsPerPage)
  const counts = await prefetch(countsQuery(send, features.displayTypes, boot))
  const kind = chooseOpenKind(listShownKinds(features.displayTypes, counts, view.kind), view.kind)
  const [page, owed] = await Promise.all([
    prefetch(viewQuery(send, kind, view)),
    prefetch(owedQuery(send, kind, boot)),
    prefetch(monthSumsQuery(send, kind, view)),
  ])
  if (boot.hasUpstream) return
  const owedByTransfer = owed.items.findLast(isAwaitedTransfer)
  const awaited = [...listAwaitedTransfers(page.items), ...(owedByTransfer ? [owedByTransfer] : [])]
  await Promise.all(awaited.map((invoice) => prefetch(transferQuery(send, payingItemOf(invoice)))))
}
