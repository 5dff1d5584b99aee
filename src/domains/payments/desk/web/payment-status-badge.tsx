import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { RefundState } from '../../refund-rules.ts'
import type { ListedPayment } from '../api.ts'

const tones = {
  created: 'warning',
  processing: 'warning',
  requires_action: 'warning',
  succeeded: 'positive',
  failed: 'negative',
  unknown: 'warning',
} as const

/** The state of a payment. */
export function PaymentStatusBadge({ state }: Pick<ListedPayment, 'state'>) {
  const t = useTranslations('desk-payments.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

const refundTones = {
  pending: 'warning',
  asked: 'warning',
  made: 'positive',
  refused: 'negative',
  unknown: 'negative',
  returned: 'negative',
} as const

/** The state of a refund. */
export function RefundStatusBadge({ state }: { state: RefundState }) {
  const t = useTranslations('desk-payments.refundStates')
  return <Badge tone={refundTones[state]}>{t(state)}</Badge>
}

/** Returns a function for the technical text of a card error. */
export function useCardErrorText(): (code: string) => string {
  const t = useTranslations('desk-payments.errors')
  return (code) => (t.has(code as never) ? t(code as never) : t('other'))
}
