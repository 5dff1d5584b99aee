import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import type { PaymentStep } from '../payment-step.ts'
import type { CardSetup } from '../queries.ts'

type BankAuthenticationProps = {
  setup: CardSetup
  step: Extract<PaymentStep, { kind: 'authenticating' }>
  /** Called when the holder has answered their bank, or cancels. */
  onFinished: () => void
}

/** Lets the holder's bank authenticate them. */
export function BankAuthentication({ setup: { provider, publishableKey }, step, onFinished }: BankAuthenticationProps) {
  const t = useTranslations('payments.dialog.authenticating')
  return (
    <>
      <p>{t('text')}</p>
      <provider.Authentication
        publishableKey={publishableKey}
        paymentId={step.paymentId}
        clientSecret={step.clientSecret}
        onFinished={onFinished}
      />
      <DialogActions>
        <Button variant="second" isWide onClick={onFinished}>
          {t('cancel')}
        </Button>
      </DialogActions>
    </>
  )
}
