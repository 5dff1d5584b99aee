import { openRequestsQuery } from '#domains/changes/web/open-requests.tsx'
import { owedQuery } from '#domains/invoices/web/queries.ts'
import { loadRetailerPages } from '#domains/operator/web/load-pages.ts'
import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { readMonth } from '../rules.ts'
import { listedInvoices } from './listed-invoices.ts'
import { meteredContract } from './metered-contract.ts'
import { firstContractsQuery, historyQuery, monthQuery, newestInvoiceQuery } from './queries.ts'

/**
 * Fetches what the overview shows. Two things may fail: the readings of the month, which have a place of their own to say so,
 * and what is under way, which is then left out.
 */
export async function loadOverview(context: LoadContext) {
  const { send, boot, prefetch } = context
  const kinds = customerSettingsOf(boot).features.displayTypes
  await Promise.all([
    loadInvoices(),
    loadMonth(),
    loadRetailerPages(context),
    loadPendingSignatures(context),
    prefetch(openRequestsQuery(send)).catch(() => undefined),
  ])

  async function loadInvoices() {
    const [newest, owed] = await Promise.all([
      Promise.all(kinds.map((kind) => prefetch(newestInvoiceQuery(send, kind)))),
      Promise.all(kinds.map((kind) => prefetch(owedQuery(send, kind)))),
    ])
    const subject = listedInvoices(kinds, owed)[0] ?? listedInvoices(kinds, newest)[0]
    if (subject) await prefetch(historyQuery(send, subject.kind, subject.invoice.contractName))
  }

  async function loadMonth() {
    const { items } = await prefetch(firstContractsQuery(send))
    const contract = meteredContract(items)
    if (!contract) return
    const month = readMonth(madridClock(new Date(boot.now)).day)
    await prefetch(monthQuery(send, contract.id, month)).catch(() => undefined)
  }
}
