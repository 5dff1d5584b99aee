import { useEffect, useEffectEvent, useState } from 'react'
import type { BodyIn } from '#kit/call.ts'
import { useSend } from '#kit/web/portal.ts'
import { payItem } from '../api.ts'
import type { PayingItem } from './paying-item.ts'
import { type PaymentStep, stepAfter, stepAfterFailure } from './payment-step.ts'
import { forgetPayment, type RememberedPayment, rememberPayment } from './remembered-payment.ts'

type Asked = { item: PayingItem; returned: RememberedPayment | null; onSettled: () => void }

/**
 * The payment of an item: the step that it is at, and the ways on from there. One that the bank's page sent the browser
 * back from goes on by itself. `onSettled` hears when it has come to an end, also to one that is not known for sure.
 */
export function usePayment({ item, returned, onSettled }: Asked) {
  const send = useSend()
  const [step, setStep] = useState<PaymentStep>({ kind: returned ? 'processing' : 'details' })

  async function ask(body: BodyIn<typeof payItem>) {
    const platform = body.platform_name
    setStep({ kind: 'processing' })
    const next = await send(payItem, { body }).then(
      (reply) => stepAfter(reply, { platform, at: new Date() }),
      (failure) => stepAfterFailure(failure, { at: new Date() }),
    )
    setStep(next)
    if (next.kind === 'authenticating') {
      rememberPayment({ item, platform, paymentId: next.paymentId })
    } else {
      forgetPayment()
      onSettled()
    }
  }

  function confirm({ platform, paymentId }: { platform: string; paymentId: string }) {
    return ask({ payment_intent_id: paymentId, platform_name: platform })
  }

  const goOn = useEffectEvent(() => {
    if (returned) void confirm(returned)
  })
  useEffect(() => goOn(), [])

  return {
    step,
    /** Pays with what the card fields have made of the card. */
    pay: (platform: string, methodId: string) =>
      ask({
        payment_method_id: methodId,
        platform_name: platform,
        item_id: item.id,
        related_object_type: item.kind,
      }),
    /** Asks how the payment stands after its holder has been asked by the bank, or has given up. */
    confirm,
    tryAgain: () => setStep({ kind: 'details' }),
  }
}
