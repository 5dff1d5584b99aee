import { useEffect, useEffectEvent, useState } from 'react'
import type { BodyIn } from '#kit/call.ts'
import { useSend } from '#kit/web/portal.ts'
import { payItem } from '../api.ts'
import { paidElsewhere } from './card-provider.ts'
import type { PayingItem } from './paying-item.ts'
import { isUndecided, type PaidMethod, type PaymentStep, stepAfter, stepAfterFailure } from './payment-step.ts'
import { forgetPayment, type RememberedPayment, rememberPayment } from './remembered-payment.ts'

/** A payment that the browser comes back with; given up, where the provider sends it back without one. */
export type ReturnedPayment = RememberedPayment & { isGivenUp: boolean }

type Asked = { item: PayingItem; returned: ReturnedPayment | null; onSettled: () => void }

const pauseSeconds = 1.5
/** How often it is asked how a payment stands that was made elsewhere: the provider's report comes within seconds. */
const asksOfPaid = 12
const asksOfGivenUp = 2

/**
 * The payment of an item: the step that it is at, and the ways on from there. One that the bank's page sent the browser
 * back from goes on by itself. `onSettled` hears when it has come to an end, also to one that is not known for sure.
 */
export function usePayment({ item, returned, onSettled }: Asked) {
  const send = useSend()
  const [step, setStep] = useState<PaymentStep>({ kind: returned ? 'processing' : 'details' })
  const [amountCents, setAmountCents] = useState(item.amountCents)

  function stepOf(body: BodyIn<typeof payItem>): Promise<PaymentStep> {
    return send(payItem, { body }).then(
      (reply) => stepAfter(reply, { platform: body.platform_name, at: new Date() }),
      (failure) => stepAfterFailure(failure, { at: new Date(), seenCents: amountCents, method: methodIn(body) }),
    )
  }

  function take(next: PaymentStep) {
    if (next.kind === 'authenticating') {
      rememberPayment({ item: { ...item, amountCents }, platform: next.platform, paymentId: next.paymentId })
    } else {
      forgetPayment()
      onSettled()
    }
    if (next.kind === 'amountChanged') setAmountCents(next.amountCents)
    setStep(next)
  }

  async function ask(body: BodyIn<typeof payItem>) {
    setStep({ kind: 'processing' })
    take(await stepOf(body))
  }

  /** Who breaks a payment off at a page elsewhere has to say so, since being back there means nothing. */
  function confirm({ platform, paymentId }: { platform: string; paymentId: string }) {
    return ask({
      payment_intent_id: paymentId,
      platform_name: platform,
      ...(paidElsewhere.has(platform) && { given_up: true }),
    })
  }

  /** Waits for what the provider has to tell, without which nothing is known of a payment that was made elsewhere. */
  async function waitFor({ platform, paymentId, isGivenUp }: ReturnedPayment, isHere: () => boolean) {
    const asks = isGivenUp ? asksOfGivenUp : asksOfPaid
    for (let left = asks; left > 0 && isHere(); left--) {
      if (left < asks) await new Promise((done) => setTimeout(done, pauseSeconds * 1000))
      const isLast = left === 1
      const next = await stepOf({
        payment_intent_id: paymentId,
        platform_name: platform,
        ...(isGivenUp && isLast && { given_up: true }),
      })
      if (!isHere()) return
      if (!isUndecided(next)) return take(next)
      if (isLast) take({ kind: 'failed', error: 'outcome_unknown', at: new Date() })
    }
  }

  const goOn = useEffectEvent((isHere: () => boolean) => {
    if (!returned) return
    void (paidElsewhere.has(returned.platform) ? waitFor(returned, isHere) : confirm(returned))
  })
  useEffect(() => {
    let isHere = true
    goOn(() => isHere)
    return () => {
      isHere = false
    }
  }, [])

  return {
    step,
    /** What is paid, with the amount that is shown now. */
    item: { ...item, amountCents },
    /** Pays with what the card fields have made of the card. */
    pay: (platform: string, methodId: string) =>
      ask({
        payment_method_id: methodId,
        platform_name: platform,
        item_id: item.id,
        related_object_type: item.kind,
        amount: amountCents / 100,
      }),
    /** Asks how the payment stands after its holder has been asked by the bank, or has given up. */
    confirm,
    tryAgain: () => setStep({ kind: 'details' }),
  }
}

function methodIn(body: BodyIn<typeof payItem>): PaidMethod | null {
  return 'payment_method_id' in body ? { platform: body.platform_name, methodId: body.payment_method_id } : null
}
