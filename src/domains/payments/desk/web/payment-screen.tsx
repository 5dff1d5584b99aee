import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { PendingApprovalNotice } from '#domains/approvals/web/pending-approval-notice.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { brandOf, isBranded } from '#outside/payments/platforms.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentDetails } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { AttemptsSection, ReportsSection } from './payment-history.tsx'
import { PaymentStatusBadge, useCardErrorText } from './payment-status-badge.tsx'
import { paymentQuery, paymentsKey } from './queries.ts'
import { RefundsSection } from './refunds-section.tsx'

const RefundDialog = lazyPart(async () => (await import('./refund-dialog.tsx')).RefundDialog)

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(paymentQuery(send, params.id!))
}

/** A payment: customer, item, state, all attempts, provider reports and refunds. */
export function PaymentScreen() {
  const t = useTranslations('desk-payments')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: payment } = useSuspenseQuery(paymentQuery(useSend(), id))
  const [isRefunding, setRefunding] = useState(false)
  const { waiting_approval: pendingApproval } = payment
  const canRefund = payment.refundable > 0 && payment.has_platform && !pendingApproval
  return (
    <>
      <div>
        <BackLink href="/operator/payments">{t('payment.back')}</BackLink>
        <div className="line">
          <h1>{t('payment.heading', { number: payment.item.number })}</h1>
          <PaymentStatusBadge state={payment.state} />
        </div>
      </div>
      <PaymentFacts payment={payment} />
      <PendingApprovalNotice approval={pendingApproval} />
      {!payment.has_platform && <Banner tone="warning">{t('payment.noPlatform')}</Banner>}
      <div className="line">
        {canRefund && (
          <RoleButton roles={paymentRoles} onClick={() => setRefunding(true)}>
            {t('refund.open')}
          </RoleButton>
        )}
        {payment.has_platform && <ReconcileButton id={id} />}
      </div>
      <RefundsSection payment={payment} />
      <AttemptsSection payment={payment} />
      <ReportsSection payment={payment} />
      {isRefunding && (
        <Suspense>
          <RefundDialog payment={payment} onClose={() => setRefunding(false)} />
        </Suspense>
      )}
    </>
  )
}

function PaymentFacts({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const errorText = useCardErrorText()
  const { customer, contract, item, error, platform, state } = payment
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={t('payment.amount')}>{money(payment.amount)}</DescriptionItem>
        <DescriptionItem label={t('payment.at')}>{formatInstant(new Date(payment.at), locale)}</DescriptionItem>
        <DescriptionItem label={t('payment.platform')}>
          {isBranded(platform) ? brandOf(platform) : t(`platforms.${platform}` as 'platforms.sandbox')}
        </DescriptionItem>
        <DescriptionItem label={t('payment.card')}>
          {payment.card_last4 && t('payment.cardEnding', { ending: payment.card_last4 })}
        </DescriptionItem>
        {state === 'failed' && error && (
          <DescriptionItem label={t('payment.error')}>{errorText(error)}</DescriptionItem>
        )}
        <DescriptionItem label={t('payment.reference')}>{payment.provider_payment}</DescriptionItem>
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('payment.holder')}>
          <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
        </DescriptionItem>
        <DescriptionItem label={t('payment.taxId')}>{customer.tax_id}</DescriptionItem>
        <DescriptionItem label={t('payment.paidBy')}>{payment.paid_by}</DescriptionItem>
        <DescriptionItem label={t('payment.contract')}>{contract ?? t('list.several')}</DescriptionItem>
        <DescriptionItem label={t('payment.invoice')}>{t(`paid.${item.paid_status}` as 'paid.paid')}</DescriptionItem>
        {item.amount_pending > 0 && (
          <DescriptionItem label={t('payment.pending')}>{money(item.amount_pending)}</DescriptionItem>
        )}
      </DescriptionList>
    </>
  )
}

/** Queries the provider now and shows the result. */
function ReconcileButton({ id }: { id: string }) {
  const t = useTranslations('desk-payments.ask')
  const failureText = useErrorText('desk-payments')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).reconcilePayment, { params: { id } }),
    onSuccess: async ({ answer }) => {
      toast(t(answer))
      await client.invalidateQueries({ queryKey: paymentsKey })
    },
  })
  return (
    <>
      <RoleButton roles={paymentRoles} variant="second" isBusy={isPending} onClick={() => mutate()}>
        {t('now')}
      </RoleButton>
      <ErrorBanner>{error && failureText(error)}</ErrorBanner>
    </>
  )
}
