import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { usePaying } from '#domains/payments/web/use-paying.ts'
import { Button } from '#kit/web/button.tsx'
import { reload } from '#kit/web/icons.ts'
import type { Search } from '#kit/web/page.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
import { InvoiceList } from './invoice-list.tsx'
import { payingItemOf } from './invoice-to-pay.ts'
import styles from './invoices-screen.module.css'
import { addressOf, readView } from './list-address.ts'
import { invoicesKey } from './queries.ts'
import type { ReadInvoice } from './read-invoice.ts'

export { loadInvoices as load } from './load-invoices.ts'

const PaymentDesk = lazy(async () => ({
  default: (await import('#domains/payments/web/payment-desk.tsx')).PaymentDesk,
}))

// Few come to pay at once, and the page is to weigh little.
const PayOnline = lazy(async () => ({ default: (await import('./pay-online.tsx')).PayOnline }))

/** A customer's invoices, and the desk over them where they are paid. */
export function InvoicesScreen() {
  const t = useTranslations('invoices')
  const { itemsPerPage } = useCustomerSettings().invoices
  const view = readView(useSearch({ strict: false }) as Search, itemsPerPage)
  const { isRefreshing, refresh } = useRefresh()
  const { paying, pay, stop } = usePaying()
  const [asksToPay, setAsksToPay] = useState(false)
  useTakenFromAddress('action', (action) => setAsksToPay(action === 'payOnline'))
  const open = (invoice: ReadInvoice) => {
    setAsksToPay(false)
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
      <Suspense>{asksToPay && <PayOnline kind={view.kind} contractName={view.contractName} onPay={open} />}</Suspense>
      <Retryable title={t('failed.title')} words={t('failed.words')} resetKey={addressOf(view)}>
        <InvoiceList view={view} onPay={open} />
      </Retryable>
      <Suspense>{paying && <PaymentDesk paying={paying} onClose={stop} onSettled={refresh} />}</Suspense>
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
