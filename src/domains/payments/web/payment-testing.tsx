import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type Mock, vi } from 'vitest'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { listPlatforms, payItem, readPublishableKey, readTransactionSummary, readTransferDetails } from '../api.ts'
import payments from '../texts/es.json'
import type { CardFieldsProps, CardProvider } from './card/card-provider.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { booked, item, paid, transferDetails } from './payment-samples.ts'
import type { PaymentTarget } from './use-payment-target.ts'

export const messages = { app, payments }

type Replies = {
  address?: string
  target?: PaymentTarget
  platforms?: () => string[]
  key?: () => string
  pay?: Parameters<typeof mockCall<typeof payItem>>[1]
  summary?: () => typeof booked
  /** The providers that the page's content security policy allows. */
  cardPlatforms?: readonly string[]
}

/** Opens the payment dialog of a page with these replies. Everything else succeeds by default. */
export async function openPaymentDialog({
  address = '/invoices',
  target = { kind: 'item', item },
  platforms = () => ['sandbox'],
  key = () => 'pk_1',
  pay = () => paid,
  summary = () => booked,
  cardPlatforms = ['stripe'],
}: Replies = {}): Promise<{ onClose: Mock; onSettled: Mock; search: () => unknown }> {
  const onClose = vi.fn()
  const onSettled = vi.fn()
  const { router } = await renderAt(
    address,
    <PaymentDialog target={target} onClose={onClose} onSettled={onSettled} />,
    {
      boot: { signedIn: anna, cardPlatforms },
      messages,
      callMocks: [
        mockCall(listPlatforms, () => ({ platforms: platforms() })),
        mockCall(readPublishableKey, () => ({ publishable_key: key() })),
        mockCall(payItem, pay),
        mockCall(readTransactionSummary, summary),
        mockCall(readTransferDetails, () => transferDetails),
      ],
    },
  )
  return { onClose, onSettled, search: () => router.state.location.search }
}

export function findDialog(name: string) {
  return screen.findByRole('dialog', { name })
}

export async function press(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Card fields of a provider whose only valid card has the number 4242. */
function StandInFields({ ref, onReady, onSubmit, errorText }: CardFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const notifyReady = useEffectEvent(onReady)
  useEffect(() => notifyReady(), [])
  useImperativeHandle(ref, () => ({
    async makeMethod() {
      const isRight = input.current!.value === '4242'
      setWrong(!isRight)
      return isRight ? 'pm_1' : null
    },
  }))
  return (
    <>
      <input
        ref={input}
        aria-label="Número de la tarjeta"
        onKeyDown={({ key }) => {
          if (key === 'Enter') onSubmit()
        }}
      />
      {isWrong && <p role="alert">{errorText('invalid_number')}</p>}
    </>
  )
}

/** Replaces providers whose fields are in frames, which jsdom does not render. */
export const standInProvider: CardProvider = {
  Fields: StandInFields,
  Authentication: ({ paymentId, clientSecret, onFinished }) => (
    <button type="button" onClick={onFinished}>
      Soy yo ({paymentId}, {clientSecret})
    </button>
  ),
}
