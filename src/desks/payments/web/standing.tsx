import { useTranslations } from 'use-intl'
import type { RefundState } from '#domains/payments/rules.ts'
import { Chip } from '#kit/web/chip.tsx'
import type { PaymentInList } from '../api.ts'

const tones = {
  created: 'warning',
  processing: 'warning',
  requires_action: 'warning',
  succeeded: 'positive',
  failed: 'negative',
  unknown: 'warning',
} as const

/** How a payment stands. */
export function Standing({ state }: Pick<PaymentInList, 'state'>) {
  const t = useTranslations('desk-payments.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}

const refundTones = {
  pending: 'warning',
  asked: 'warning',
  made: 'positive',
  refused: 'negative',
  unknown: 'negative',
  returned: 'negative',
} as const

/** How a refund stands. */
export function RefundStanding({ state }: { state: RefundState }) {
  const t = useTranslations('desk-payments.refundStates')
  return <Chip tone={refundTones[state]}>{t(state)}</Chip>
}

/** Why a payment failed, in words of the trade. */
export function useCardError(): (code: string) => string {
  const t = useTranslations('desk-payments.errors')
  return (code) => (t.has(code as never) ? t(code as never) : t('other'))
}
