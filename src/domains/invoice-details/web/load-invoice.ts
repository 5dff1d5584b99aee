import { invoiceCheckQuery } from '#domains/bill-checks/web/queries.ts'
import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { transferQuery } from '#domains/payments/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { invoiceQuery, readingDutiesQuery } from './queries.ts'

/** Prefetches an invoice, its check, and where to transfer it. @throws Refused 404 if it is not the customer's. */
export async function loadInvoice({ send, params, search, boot, prefetch }: LoadContext) {
  const { displayTypes } = customerSettingsOf(boot).features
  const { invoice, details } = await prefetch(
    invoiceQuery(send, params.number!, { hasUpstream: boot.hasUpstream, kinds: displayTypes }),
  )
  if (boot.hasUpstream) return
  const isChecked = details !== null && search.view !== 'easy'
  await Promise.all([
    isChecked && invoice.id !== null && prefetch(invoiceCheckQuery(send, invoice.id)).catch(() => undefined),
    details?.readings?.to.is_estimated &&
      prefetch(readingDutiesQuery(send, invoice.contractName!)).catch(() => undefined),
    isAwaitedTransfer(invoice) && prefetch(transferQuery(send, payingItemOf(invoice))).catch(() => undefined),
  ])
}
