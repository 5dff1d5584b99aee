import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { WaitingNotice } from '#desks/approvals/web/waiting-notice.tsx'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadPayment } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { Attempts, Reports } from './payment-history.tsx'
import { paymentQuery, paymentsKey } from './queries.ts'
import { Refunds } from './refunds.tsx'
import { Standing, useCardError } from './standing.tsx'

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }))

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(paymentQuery(send, params.id!))
}

/** A payment: whose, of what, how it stands, all tries at it, what its provider told, and what was given back. */
export function PaymentScreen() {
  const t = useTranslations('desk-payments')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: payment } = useSuspenseQuery(paymentQuery(useSend(), id))
  const [isRefunding, setRefunding] = useState(false)
  const { waiting_approval: waiting } = payment
  const canRefund = payment.refundable > 0 && payment.has_platform && !waiting
  return (
    <>
      <div>
        <BackLink href="/operator/payments">{t('payment.back')}</BackLink>
        <div className="line">
          <h1>{t('payment.heading', { number: payment.item.number })}</h1>
          <Standing state={payment.state} />
        </div>
      </div>
      <About payment={payment} />
      <WaitingNotice approval={waiting} />
      {!payment.has_platform && <Banner tone="warning">{t('payment.noPlatform')}</Banner>}
      <div className="line">
        {canRefund && (
          <RoleButton roles={paymentRoles} onClick={() => setRefunding(true)}>
            {t('refund.open')}
          </RoleButton>
        )}
        {payment.has_platform && <AskButton id={id} />}
      </div>
      <Refunds payment={payment} />
      <Attempts payment={payment} />
      <Reports payment={payment} />
      {isRefunding && (
        <Suspense>
          <RefundDialog payment={payment} onClose={() => setRefunding(false)} />
        </Suspense>
      )}
    </>
  )
}

function About({ payment }: { payment: ReadPayment }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const errorWords = useCardError()
  const { customer, contract, item, error, state } = payment
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  return (
    <>
      <Facts>
        <Fact label={t('payment.amount')}>{money(payment.amount)}</Fact>
        <Fact label={t('payment.at')}>{formatInstant(new Date(payment.at), locale)}</Fact>
        <Fact label={t('payment.platform')}>{t(`platforms.${payment.platform}` as 'platforms.stripe')}</Fact>
        <Fact label={t('payment.card')}>
          {payment.card_last4 && t('payment.cardEnding', { ending: payment.card_last4 })}
        </Fact>
        {state === 'failed' && error && <Fact label={t('payment.error')}>{errorWords(error)}</Fact>}
        <Fact label={t('payment.reference')}>{payment.provider_payment}</Fact>
      </Facts>
      <Facts>
        <Fact label={t('payment.holder')}>
          <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
        </Fact>
        <Fact label={t('payment.taxId')}>{customer.tax_id}</Fact>
        <Fact label={t('payment.paidBy')}>{payment.paid_by}</Fact>
        <Fact label={t('payment.contract')}>{contract ?? t('list.several')}</Fact>
        <Fact label={t('payment.invoice')}>{t(`paid.${item.paid_status}` as 'paid.paid')}</Fact>
        {item.amount_pending > 0 && <Fact label={t('payment.pending')}>{money(item.amount_pending)}</Fact>}
      </Facts>
    </>
  )
}

/** Asks the provider now, and says what came of it. */
function AskButton({ id }: { id: string }) {
  const t = useTranslations('desk-payments.ask')
  const sentenceOf = useSentence('desk-payments')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).reconcilePayment, { params: { id } }),
    onSuccess: async ({ answer }) => {
      say(t(answer))
      await client.invalidateQueries({ queryKey: paymentsKey })
    },
  })
  return (
    <>
      <RoleButton roles={paymentRoles} variant="second" isBusy={isPending} onClick={() => mutate()}>
        {t('now')}
      </RoleButton>
      <Failure>{error && sentenceOf(error)}</Failure>
    </>
  )
}
