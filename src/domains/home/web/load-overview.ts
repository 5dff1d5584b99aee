import { loadDebts } from '#domains/collections/web/queries.ts'
import { loadReturnedDebits } from '#domains/debit-returns/web/queries.ts'
import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { loadCoupons } from '#domains/offers/web/load-coupons.ts'
import { transferQuery } from '#domains/payments/web/queries.ts'
import { loadHomeBanners, loadRetailerPages } from '#domains/retailer/web/load-pages.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import { revisionsQuery } from '#domains/revisions/web/queries.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import { loadOpenRequests } from '#domains/support/web/load-support.ts'
import type { LoadContext } from '#kit/web/page.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { changeOfUsePercent, comparisonPeriods, readDaysOf, readingsMonth, sameDaysBefore } from '../rules.ts'
import { type FirstContracts, findActiveContract, isBeyondFirst } from './find-active-contract.ts'
import { findDueInvoices, mergeInvoices } from './listed-invoices.ts'
import {
  dueQuery,
  firstContractsQuery,
  firstOfEnergyQuery,
  historyQuery,
  monthQuery,
  newestInvoiceQuery,
} from './queries.ts'
import { useOfDays } from './use-of-days.ts'

/** Prefetches the data of the overview. Errors are shown in their own place, without affecting the rest. */
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
    boot.hasUpstream ? undefined : prefetch(revisionsQuery(send)).catch(() => undefined),
    loadReturnedDebits(context),
    loadDebts(context),
  ])

  async function loadInvoices() {
    const [newest, owed] = await Promise.all([
      Promise.all(kinds.map((kind) => prefetch(newestInvoiceQuery(send, kind, boot)))),
      Promise.all(kinds.map((kind) => prefetch(dueQuery(send, kind, boot)))),
    ])
    const due = findDueInvoices(kinds, owed).listed
    const subjects = [mergeInvoices(kinds, newest)[0], due[0]].filter((each) => each !== undefined)
    const awaited = boot.hasUpstream ? undefined : due.find(({ invoice }) => isAwaitedTransfer(invoice))
    await Promise.all([
      ...subjects.map(({ kind, invoice }) => prefetch(historyQuery(send, kind, invoice.contractName))),
      awaited && prefetch(transferQuery(send, payingItemOf(awaited.invoice))),
    ])
  }

  async function loadActive(first: FirstContracts, energy: Energy) {
    if (!kinds.includes(energy) || !isBeyondFirst(first, energy)) return findActiveContract(first.items, energy)
    return findActiveContract((await prefetch(firstOfEnergyQuery(send, energy))).items, energy)
  }

  async function loadMonth() {
    const first = await prefetch(firstContractsQuery(send, kinds))
    const [contract] = await Promise.all([loadActive(first, 'electricity'), loadActive(first, 'gas')])
    if (!contract) return
    const month = readingsMonth(readMadridClock(new Date(boot.now)).day)
    const now = await prefetch(monthQuery(send, contract.id, month))
    const days = readDaysOf(month, now.dataUntil)
    if (!days) return
    for (const period of comparisonPeriods) {
      const daysBefore = sameDaysBefore(days, period)
      const before = await prefetch(monthQuery(send, contract.id, daysBefore))
      if (changeOfUsePercent(useOfDays(now, days), useOfDays(before, daysBefore)) !== null) return
    }
  }
}
