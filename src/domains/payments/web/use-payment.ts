import { useEffect, useEffectEvent, useState } from 'react'
import type { BodyIn } from '#kit/call.ts'
import { useSend } from '#kit/web/portal.ts'
import { payItem } from '../api.ts'
import { providerPagePlatforms } from './card/card-provider.ts'
import { deletePendingPayment, type PendingPayment, storePendingPayment } from './interrupted/pending-payment.ts'
import type { PayableItem } from './payable-item.ts'
import { type CardMethod, isUndecided, type PaymentStep, stepFromFailure, stepFromReply } from './payment-step.ts'

/** A payment that the browser returns with; given up if the provider sends it back without payment. */
export type ReturnedPayment = PendingPayment & { isGivenUp: boolean }

type UsePaymentOptions = { item: PayableItem; returned: ReturnedPayment | null; onSettled: () => void }

const pauseSeconds = 1.5
/** The maximum number of checks of a payment on the provider's page: the provider's report arrives within seconds. */
const maxChecksPaid = 12
const maxChecksGivenUp = 2

/**
 * Manages the payment of an item: its current step and the actions from there. A payment that the bank's page sent the
 * browser back from continues automatically. `onSettled` is called when it has ended, even with an unknown outcome.
 */
export function usePayment({ item, returned, onSettled }: UsePaymentOptions) {
  const send = useSend()
  const [step, setStep] = useState<PaymentStep>({ kind: returned ? 'processing' : 'details' })
  const [amountCents, setAmountCents] = useState(item.amountCents)

  function sendForStep(body: BodyIn<typeof payItem>): Promise<PaymentStep> {
    return send(payItem, { body }).then(
      (reply) => stepFromReply(reply, { platform: body.platform_name, at: new Date() }),
      (failure) => stepFromFailure(failure, { at: new Date(), seenCents: amountCents, method: cardMethodIn(body) }),
    )
  }

  function applyStep(next: PaymentStep) {
    if (next.kind === 'authenticating') {
      storePendingPayment({ item: { ...item, amountCents }, platform: next.platform, paymentId: next.paymentId })
    } else {
      deletePendingPayment()
      onSettled()
    }
    if (next.kind === 'amountChanged') setAmountCents(next.amountCents)
    setStep(next)
  }

  async function sendPayment(body: BodyIn<typeof payItem>) {
    setStep({ kind: 'processing' })
    applyStep(await sendForStep(body))
  }

  function confirm(payment: { platform: string; paymentId: string }) {
    return sendPayment(confirmationOf(payment))
  }

  function pollOutcome(payment: ReturnedPayment, isMounted: () => boolean) {
    return pollUntilDecided(payment, { isMounted, check: sendForStep, onDecided: applyStep })
  }

  useResumedPayment(returned, (payment, isMounted) => {
    void (providerPagePlatforms.has(payment.platform) ? pollOutcome(payment, isMounted) : confirm(payment))
  })

  return {
    step,
    /** The item with the amount that is shown now. */
    item: { ...item, amountCents },
    /** Pays with the method that the card fields have created. */
    pay: (platform: string, methodId: string) =>
      sendPayment({
        payment_method_id: methodId,
        platform_name: platform,
        item_id: item.id,
        related_object_type: item.kind,
        amount: amountCents / 100,
        ...(item.isPart && { part: true }),
      }),
    /** Requests the state of the payment after its holder has been authenticated, or has cancelled. */
    confirm,
    tryAgain: () => setStep({ kind: 'details' }),
  }
}

function cardMethodIn(body: BodyIn<typeof payItem>): CardMethod | null {
  return 'payment_method_id' in body ? { platform: body.platform_name, methodId: body.payment_method_id } : null
}

/** Cancelling a payment on the provider's page must be explicit, because returning from there does not imply it. */
function confirmationOf({ platform, paymentId }: { platform: string; paymentId: string }) {
  return {
    payment_intent_id: paymentId,
    platform_name: platform,
    ...(providerPagePlatforms.has(platform) && { given_up: true }),
  }
}

type PollingContext = {
  isMounted: () => boolean
  check: (body: BodyIn<typeof payItem>) => Promise<PaymentStep>
  onDecided: (step: PaymentStep) => void
}

/** Polls until the provider has reported, because otherwise nothing is known of a payment on its page. */
async function pollUntilDecided(
  { platform, paymentId, isGivenUp }: ReturnedPayment,
  { isMounted, check, onDecided }: PollingContext,
) {
  const maxChecks = isGivenUp ? maxChecksGivenUp : maxChecksPaid
  for (let left = maxChecks; left > 0 && isMounted(); left--) {
    if (left < maxChecks) await new Promise((done) => setTimeout(done, pauseSeconds * 1000))
    const isLast = left === 1
    const next = await check({
      payment_intent_id: paymentId,
      platform_name: platform,
      ...(isGivenUp && isLast && { given_up: true }),
    })
    if (!isMounted()) return
    if (!isUndecided(next)) return onDecided(next)
    if (isLast) onDecided({ kind: 'failed', error: 'outcome_unknown', at: new Date() })
  }
}

function useResumedPayment(
  returned: ReturnedPayment | null,
  onResume: (payment: ReturnedPayment, isMounted: () => boolean) => void,
) {
  const resume = useEffectEvent((isMounted: () => boolean) => {
    if (returned) onResume(returned, isMounted)
  })
  useEffect(() => {
    let isMounted = true
    resume(() => isMounted)
    return () => {
      isMounted = false
    }
  }, [])
}
