import type { ComponentType, Ref } from 'react'
import type { CardError } from '#outside/payments/card-error.ts'

/** What the dialog asks of a provider's fields. */
export type CardFieldsHandle = {
  /** Turns what was typed into a payment method; null when something is wrong, which the fields then show themselves. */
  makeMethod(): Promise<string | null>
}

export type CardFieldsProps = {
  ref: Ref<CardFieldsHandle>
  publishableKey: string
  onReady: () => void
  /** Enter was pressed in a field. */
  onSubmit: () => void
  /** The sentence for what is wrong with a field. */
  errorText: (error: CardError) => string
}

export type AuthenticationProps = {
  publishableKey: string
  paymentId: string
  clientSecret: string
  /** The holder has answered the bank; how the payment stands is asked of the server. */
  onAnswered: () => void
}

/** A provider as the dialog uses it: fields that the card number is typed into, and the way to the holder's bank. */
export type CardProvider = {
  Fields: ComponentType<CardFieldsProps>
  Authentication: ComponentType<AuthenticationProps>
  /** Fetches what the fields are made of, so that it is known to have failed before they are shown. */
  prepare?: (publishableKey: string) => Promise<unknown>
  /** Whether the bank asks over the whole page, so that our dialog has to stand aside. */
  asksOverPage?: boolean
}

/** The platforms that this portal knows, each with the way to load its browser half. */
export const cardProviders: ReadonlyMap<string, () => Promise<CardProvider>> = new Map([
  ['sandbox', async () => (await import('./sandbox-card.tsx')).sandboxCard],
  ['stripe', async () => (await import('./stripe-card.tsx')).stripeCard],
  ['redsys', async () => (await import('./redsys-page.tsx')).redsysPage],
])

/** Those whose holders pay on a page of theirs, from which a browser may be back before they have told us anything. */
export const paidElsewhere: ReadonlySet<string> = new Set(['redsys'])
