import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type Mock, vi } from 'vitest'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { listPlatforms, payItem, readPublishableKey, readTransactionSummary, readTransferDetails } from '../api.ts'
import payments from '../texts/es.json'
import type { CardFieldsProps, CardProvider } from './card-provider.ts'
import { PaymentDesk } from './payment-desk.tsx'
import { booked, item, paid, transferDetails } from './payment-samples.ts'
import type { Paying } from './use-paying.ts'

export const messages = { app, payments }

type Replies = {
  address?: string
  paying?: Paying
  platforms?: () => string[]
  key?: () => string
  pay?: Parameters<typeof answer<typeof payItem>>[1]
  summary?: () => typeof booked
  /** The providers that the policy of the page lets in. */
  cardPlatforms?: readonly string[]
}

/** Opens the desk of a page with these replies; what is not said goes well. */
export async function openDesk({
  address = '/invoices',
  paying = { kind: 'item', item },
  platforms = () => ['sandbox'],
  key = () => 'pk_1',
  pay = () => paid,
  summary = () => booked,
  cardPlatforms = ['stripe'],
}: Replies = {}): Promise<{ onClose: Mock; onSettled: Mock; search: () => unknown }> {
  const onClose = vi.fn()
  const onSettled = vi.fn()
  const { router } = await renderAt(address, <PaymentDesk paying={paying} onClose={onClose} onSettled={onSettled} />, {
    boot: { signedIn: anna, cardPlatforms },
    messages,
    answers: [
      answer(listPlatforms, () => ({ platforms: platforms() })),
      answer(readPublishableKey, () => ({ publishable_key: key() })),
      answer(payItem, pay),
      answer(readTransactionSummary, summary),
      answer(readTransferDetails, () => transferDetails),
    ],
  })
  return { onClose, onSettled, search: () => router.state.location.search }
}

export function findDialog(name: string) {
  return screen.findByRole('dialog', { name })
}

export async function press(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Fields of a provider whose only card has the number 4242. */
function StandInFields({ ref, onReady, onSubmit, errorText }: CardFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const tell = useEffectEvent(onReady)
  useEffect(() => tell(), [])
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

/** A provider in the place of one whose fields stand in frames, which jsdom does not fill. */
export const standInProvider: CardProvider = {
  Fields: StandInFields,
  Authentication: ({ paymentId, clientSecret, onAnswered }) => (
    <button type="button" onClick={onAnswered}>
      Soy yo ({paymentId}, {clientSecret})
    </button>
  ),
}
