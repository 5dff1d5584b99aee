import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { takeCorrectionPlan } from '#domains/collections/api.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { wholeItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { invoicesKey } from '#domains/invoices/web/queries.ts'
import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import { PlanParts } from '#domains/payments/web/plan-parts.tsx'
import { failureCodeOf } from '#kit/failure-code.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { centsOf } from '../cents.ts'
import type { InvoiceFacts } from '../shown-invoice.ts'
import styles from './plan-section.module.css'

type PlanSectionProps = { invoice: InvoiceModel; details: InvoiceFacts; onPay: (item: PayableItem) => void }

/** Offers to pay an invoice in parts because it charges what earlier ones lacked, or shows its parts. */
export function PlanSection({ invoice, details: { plan, plan_offer: offer }, onPay }: PlanSectionProps) {
  const t = useTranslations('invoice-details.plan')
  return (
    <section className="stack" aria-labelledby="plan">
      <h2 id="plan">{t('title')}</h2>
      {plan && <FollowedPlan invoice={invoice} plan={plan} onPay={onPay} />}
      {offer && invoice.id !== null && <PlanOffer invoiceId={invoice.id} offer={offer} />}
    </section>
  )
}

type FollowedPlanProps = Pick<PlanSectionProps, 'invoice' | 'onPay'> & { plan: NonNullable<InvoiceFacts['plan']> }

function FollowedPlan({ invoice, plan: { parts }, onPay }: FollowedPlanProps) {
  const t = useTranslations('invoice-details.plan')
  const locale = useLocale()
  const disabledReason = useReadonlyReason()
  const shown = parts.map(({ number, due_on: dueOn, amount, left }) => ({
    ...{ number, dueOn, amountCents: centsOf(amount), leftCents: centsOf(left) },
  }))
  const leftCents = shown.find((part) => part.leftCents > 0)?.leftCents
  const { amountPendingCents } = invoice
  const payPart = (amountCents: number) =>
    onPay({ ...wholeItemOf(invoice), amountCents, isPart: true, isTransferable: invoice.isTransferable })
  return (
    <>
      <p>{t('rule')}</p>
      <PlanParts parts={shown} />
      {invoice.isPayable && leftCents !== undefined && (
        <div className={styles.ways}>
          {leftCents < amountPendingCents && (
            <Button disabledReason={disabledReason} onClick={() => payPart(leftCents)}>
              {t('payPart', { amount: formatMoney(leftCents, locale) })}
            </Button>
          )}
          <Button variant="second" disabledReason={disabledReason} onClick={() => onPay(wholeItemOf(invoice))}>
            {t('payRest', { amount: formatMoney(amountPendingCents, locale) })}
          </Button>
        </div>
      )}
    </>
  )
}

type PlanOfferProps = { invoiceId: number; offer: NonNullable<InvoiceFacts['plan_offer']> }

function PlanOffer({ invoiceId, offer: { amount, since, parts } }: PlanOfferProps) {
  const t = useTranslations('invoice-details')
  const locale = useLocale()
  const disabledReason = useReadonlyReason()
  const { take, isSending, failure } = useTakePlan(invoiceId)
  const values = { amount: formatMoney(centsOf(amount), locale), day: formatDay(since, locale), count: parts.length }
  return (
    <>
      <p>{t('plan.offer', values)}</p>
      <ErrorBanner>{failure}</ErrorBanner>
      <PlanParts
        parts={parts.map(({ number, due_on: dueOn, amount: part }) => ({ number, dueOn, amountCents: centsOf(part) }))}
      />
      <div className={styles.ways}>
        <Button isBusy={isSending} disabledReason={disabledReason} onClick={take}>
          {t('plan.take', { count: parts.length })}
        </Button>
      </div>
    </>
  )
}

function useTakePlan(invoiceId: number) {
  const t = useTranslations('invoice-details.plan')
  const send = useSend()
  const queries = useQueryClient()
  const outageText = useOutageText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(takeCorrectionPlan, { params: { id: String(invoiceId) } }),
    // What is owed changes on every page that shows it.
    onSettled: () => queries.invalidateQueries({ queryKey: invoicesKey }),
  })

  function textOf(thrown: unknown): string {
    const code = failureCodeOf(thrown)
    if (code === 'plan_exists' || code === 'plan_not_possible') return t(`refusals.${code}`)
    return outageText(thrown) ?? t('failed')
  }
  return { take: () => mutate(), isSending: isPending, failure: error !== null && textOf(error) }
}
