import type { ComponentType, Ref } from 'react'
import type { CardError } from '#outside/payments/card-error.ts'

/** The handle through which the dialog controls a provider's fields. */
export type CardFieldsHandle = {
  /**
   * Creates a payment method from the input; null if it is invalid, in which case the fields show the errors
   * themselves.
   */
  makeMethod(): Promise<string | null>
}

export type CardFieldsProps = {
  ref: Ref<CardFieldsHandle>
  publishableKey: string
  onReady: () => void
  /** Called when Enter is pressed in a field. */
  onSubmit: () => void
  /** Returns the message for a field error. */
  errorText: (error: CardError) => string
}

export type AuthenticationProps = {
  publishableKey: string
  paymentId: string
  clientSecret: string
  /** Called when the holder has answered the bank. The server is then asked for the state of the payment. */
  onFinished: () => void
}

/** A provider as the dialog uses it: its card fields, and the authentication at the holder's bank. */
export type CardProvider = {
  Fields: ComponentType<CardFieldsProps>
  Authentication: ComponentType<AuthenticationProps>
  /** Loads what the fields require, so that a failure is known before they are shown. */
  prepare?: (publishableKey: string) => Promise<unknown>
  /** Whether the bank's page covers the whole page, so that our dialog has to be hidden. */
  coversPage?: boolean
}

/** The platforms that this portal supports, each with a function that loads its browser module. */
export const cardProviders: ReadonlyMap<string, () => Promise<CardProvider>> = new Map([
  ['sandbox', async () => (await import('./sandbox-card.tsx')).sandboxCard],
  ['stripe', async () => (await import('./stripe-card.tsx')).stripeCard],
  ['redsys', async () => (await import('./redsys-page.tsx')).redsysPage],
])

/**
 * The platforms whose holders pay on a page of the provider, and may return before the provider has reported anything.
 */
export const providerPagePlatforms: ReadonlySet<string> = new Set(['redsys'])
