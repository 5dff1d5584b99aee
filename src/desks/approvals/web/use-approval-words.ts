import { useTranslations } from 'use-intl'
import { useMoney } from '#desks/common/web/use-money.ts'
import type { ApprovalDetail } from '../api.ts'

/** One thing that would change: what it is, how it stands, and how it would stand then. */
export type Comparison = { label: string; before: string; after: string }

/** What is asked for, in a sentence; what would change; and where the thing itself is looked at. */
type ApprovalWords = { headline: string; comparisons: Comparison[]; origin: { label: string; href: string } }

/** Tells a request in the words and formats of the desk it comes from. */
export function useApprovalWords(): (detail: ApprovalDetail) => ApprovalWords {
  const t = useTranslations('desk-approvals')
  const money = useMoney()
  return ({ payment, amount, is_owed_again: isOwedAgain, ...detail }) => ({
    headline: t('headlines.refund', { amount: money(amount), number: payment.item.number }),
    comparisons: [
      {
        label: t('refund.refundable'),
        before: money(detail.refundable_before),
        after: money(detail.refundable_after),
      },
      {
        label: t('refund.invoice'),
        before: '—',
        after: isOwedAgain ? t('refund.owedAgain', { amount: money(amount) }) : t('refund.asItIs'),
      },
    ],
    origin: { label: t('approval.origins.refund'), href: `/operator/payments/${payment.id}` },
  })
}
