import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDebts } from '#domains/collections/web/use-debts.ts'
import { useReturnedDebits } from '#domains/debit-returns/web/use-returned-debits.ts'
import { usePaymentTarget } from '#domains/payments/web/use-payment-target.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { reload } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useOneTimeSearchParam } from '#kit/web/navigation/use-one-time-search-param.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { addressOf, parseListView } from './filters/list-address.ts'
import styles from './invoices-screen.module.css'
import { InvoiceList } from './list/invoice-list.tsx'
import type { InvoiceModel } from './parse-invoice.ts'
import { payingItemOf } from './payment/invoice-to-pay.ts'
import { invoicesKey } from './queries.ts'

export { loadInvoices as load } from './load-invoices.ts'

const PaymentDialog = lazyPart(async () => (await import('#domains/payments/web/payment-dialog.tsx')).PaymentDialog)

// Loaded on demand: few users come directly to pay, or owe so much, and the page should stay small.
const PayOnline = lazyPart(async () => (await import('./payment/pay-online.tsx')).PayOnline)

const DebtBanner = lazyPart(async () => (await import('#domains/collections/web/debt-banner.tsx')).DebtBanner)
const PlanBanners = lazyPart(async () => (await import('#domains/collections/web/plan-banners.tsx')).PlanBanners)
const ReturnedDebits = lazyPart(
  async () => (await import('#domains/debit-returns/web/returned-debits.tsx')).ReturnedDebits,
)

/** Shows a customer's invoices, with the payment dialog over them. */
export function InvoicesScreen() {
  const t = useTranslations('invoices')
  const { itemsPerPage } = useCustomerSettings().invoices
  const view = parseListView(useSearch({ strict: false }) as SearchParams, itemsPerPage)
  const { isRefreshing, refresh } = useRefresh()
  const { paying: paymentTarget, pay, stop } = usePaymentTarget()
  const { debts, plans } = useDebts()
  const hasReturns = useReturnedDebits().length > 0
  const [isPayOnlineOpen, setPayOnlineOpen] = useState(false)
  useOneTimeSearchParam('action', (action) => setPayOnlineOpen(action === 'payOnline'))
  const open = (invoice: InvoiceModel) => {
    setPayOnlineOpen(false)
    pay(payingItemOf(invoice))
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <Button variant="quiet" icon={reload} isBusy={isRefreshing} onClick={refresh}>
          {t('refresh')}
        </Button>
      </div>
      <Suspense>
        {isPayOnlineOpen && <PayOnline kind={view.kind} contractName={view.contractName} onPay={open} />}
      </Suspense>
      <Suspense>
        {debts.length > 0 && <DebtBanner />}
        {plans.length > 0 && <PlanBanners />}
        {hasReturns && <ReturnedDebits onPay={pay} />}
      </Suspense>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={addressOf(view)}>
        <InvoiceList view={view} onPay={open} />
      </RetryBoundary>
      <Suspense>
        {paymentTarget && <PaymentDialog target={paymentTarget} onClose={stop} onSettled={refresh} />}
      </Suspense>
    </>
  )
}

function useRefresh() {
  const queryClient = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh() {
    setRefreshing(true)
    await queryClient.invalidateQueries({ queryKey: invoicesKey })
    setRefreshing(false)
  }

  return { isRefreshing, refresh }
}
