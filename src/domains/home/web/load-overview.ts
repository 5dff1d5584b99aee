import { loadCoupons } from '#domains/offers/web/load-coupons.ts'
import { loadHomeBanners, loadRetailerPages } from '#domains/operator/web/load-pages.ts'
import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import { loadOpenRequests } from '#domains/support/web/load-support.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { changeOfUse, comparedWith, readDays, readMonth, sameDaysBefore } from '../rules.ts'
import { dueInvoices, listedInvoices } from './listed-invoices.ts'
import { meteredContract } from './metered-contract.ts'
import { dueQuery, firstContractsQuery, historyQuery, monthQuery, newestInvoiceQuery } from './queries.ts'
import { usedIn } from './used-in.ts'

/** Fetches what the overview shows. Whatever fails is told in its own place, and the rest stands. */
export async function loadOverview(context: LoadContext) {
  const { send, boot, prefetch } = context
  const kinds = customerSettingsOf(boot).features.displayTypes
  await Promise.all([
    loadInvoices().catch(() => undefined),
    loadMonth().catch(() => undefined),
    loadOpenRequests(context),
    loadCoupons(context),
    loadHomeBanners(context),
    loadRetailerPages(context),
    loadPendingSignatures(context),
  ])

  async function loadInvoices() {
    const [newest, owed] = await Promise.all([
      Promise.all(kinds.map((kind) => prefetch(newestInvoiceQuery(send, kind, boot)))),
      Promise.all(kinds.map((kind) => prefetch(dueQuery(send, kind, boot)))),
    ])
    const subjects = [listedInvoices(kinds, newest)[0], dueInvoices(kinds, owed).listed[0]].filter(
      (each) => each !== undefined,
    )
    await Promise.all(subjects.map(({ kind, invoice }) => prefetch(historyQuery(send, kind, invoice.contractName))))
  }

  async function loadMonth() {
    const { items } = await prefetch(firstContractsQuery(send, kinds))
    const contract = meteredContract(items)
    if (!contract) return
    const month = readMonth(madridClock(new Date(boot.now)).day)
    const now = await prefetch(monthQuery(send, contract.id, month))
    const days = readDays(month, now.dataUntil)
    if (!days) return
    for (const ago of comparedWith) {
      const daysBefore = sameDaysBefore(days, ago)
      const before = await prefetch(monthQuery(send, contract.id, daysBefore))
      if (changeOfUse(usedIn(now, days), usedIn(before, daysBefore)) !== null) return
    }
  }
}
