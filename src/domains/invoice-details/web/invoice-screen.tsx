import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { CheckSection } from '#domains/bill-checks/web/check-section.tsx'
import { chargesItsDays } from '#domains/invoices/rules.ts'
import { payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { invoicesKey } from '#domains/invoices/web/queries.ts'
import { usePaymentTarget } from '#domains/payments/web/use-payment-target.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { InvoicePayment } from './invoice-payment.tsx'
import styles from './invoice-screen.module.css'
import { InvoiceTitle } from './invoice-title.tsx'
import { invoiceQuery } from './queries.ts'
import { ComparatorSection } from './sections/comparator-section.tsx'
import { HistorySection } from './sections/history-section.tsx'
import { HoursSection } from './sections/hours-section.tsx'
import { InvoiceFiles } from './sections/invoice-files.tsx'
import { MembersSection } from './sections/members-section.tsx'
import { ParticularsSection } from './sections/particulars-section.tsx'
import { PartsSection } from './sections/parts-section.tsx'
import { ReadingsSection } from './sections/readings-section.tsx'
import { WhySection } from './sections/why-section.tsx'

export { loadInvoice as load } from './load-invoice.ts'

const PaymentDialog = lazyPart(async () => (await import('#domains/payments/web/payment-dialog.tsx')).PaymentDialog)
// Loaded on demand: few invoices correct earlier ones.
const PlanSection = lazyPart(async () => (await import('./plan/plan-section.tsx')).PlanSection)
const EasyInvoice = lazyPart(async () => (await import('./easy/easy-invoice.tsx')).EasyInvoice)

/** The page of an invoice: how much and until when, why, what it is made of, its check, readings, hours and documents. */
export function InvoiceScreen() {
  const t = useTranslations('invoice-details')
  const { number } = useParams({ strict: false }) as { number: string }
  const { view } = useSearch({ strict: false }) as SearchParams
  const { displayTypes } = useCustomerSettings().features
  const { hasUpstream } = useBoot()
  const { data: shown } = useSuspenseQuery(invoiceQuery(useSend(), number, { hasUpstream, kinds: displayTypes }))
  const { paying, pay, stop } = usePaymentTarget()
  const queryClient = useQueryClient()
  useWindowTitle(`${t('title')} ${number}`)
  const { invoice, details, members } = shown
  const onPay = () => pay(payingItemOf(invoice))
  // One that cancels or complements others has no earlier one to compare with, and its energy is not what a meter read.
  const isOfItsDays = chargesItsDays(invoice.rectificativeType)

  return (
    <div className={styles.invoice}>
      <InvoiceTitle shown={shown} isEasy={view === 'easy'} />
      {view === 'easy' ? (
        <Suspense>
          <EasyInvoice shown={shown} onPay={onPay} />
        </Suspense>
      ) : (
        <>
          <InvoicePayment shown={shown} onPay={onPay} />
          {details && (details.plan ?? details.plan_offer) && (
            <Suspense>
              <PlanSection invoice={invoice} details={details} onPay={pay} />
            </Suspense>
          )}
          {details && isOfItsDays && <WhySection details={details} />}
          {details && <PartsSection details={details} />}
          {details && invoice.id !== null && <CheckSection invoiceId={invoice.id} />}
          {members.length > 0 && <MembersSection members={members} />}
          {details && isOfItsDays && <ReadingsSection details={details} contractName={invoice.contractName} />}
          {details && <ParticularsSection details={details} />}
          {details?.comparator_url && <ComparatorSection url={details.comparator_url} />}
          {details?.has_hours && <HoursSection number={number} />}
          <InvoiceFiles invoice={invoice} />
          {invoice.history.length > 0 && <HistorySection invoice={invoice} />}
        </>
      )}
      <Suspense>
        {paying && (
          <PaymentDialog
            target={paying}
            onClose={stop}
            onSettled={() => void queryClient.invalidateQueries({ queryKey: invoicesKey })}
          />
        )}
      </Suspense>
    </div>
  )
}
