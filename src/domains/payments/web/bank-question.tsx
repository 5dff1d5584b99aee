import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import type { PaymentStep } from './payment-step.ts'
import type { CardDesk } from './queries.ts'

type BankQuestionProps = {
  desk: CardDesk
  step: Extract<PaymentStep, { kind: 'authenticating' }>
  /** The holder has answered their bank, or does not want to. */
  onAnswered: () => void
}

/** Lets the holder's bank ask whether it is really them. */
export function BankQuestion({ desk: { provider, publishableKey }, step, onAnswered }: BankQuestionProps) {
  const t = useTranslations('payments.dialog.authenticating')
  return (
    <>
      <p>{t('words')}</p>
      <provider.Authentication
        publishableKey={publishableKey}
        paymentId={step.paymentId}
        clientSecret={step.clientSecret}
        onAnswered={onAnswered}
      />
      <DialogActions>
        <Button variant="second" isWide onClick={onAnswered}>
          {t('cancel')}
        </Button>
      </DialogActions>
    </>
  )
}
