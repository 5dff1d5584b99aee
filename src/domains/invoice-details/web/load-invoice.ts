import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { transferQuery } from '#domains/payments/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { invoiceQuery } from './queries.ts'

/** Prefetches an invoice, and where to transfer it. @throws Refused 404 if it is not the customer's. */
export async function loadInvoice({ send, params, boot, prefetch }: LoadContext) {
  const { displayTypes } = customerSettingsOf(boot).features
  const { invoice } = await prefetch(
    invoiceQuery(send, params.number!, { hasUpstream: boot.hasUpstream, kinds: displayTypes }),
  )
  if (boot.hasUpstream || !isAwaitedTransfer(invoice)) return
  await prefetch(transferQuery(send, payingItemOf(invoice))).catch(() => undefined)
}
