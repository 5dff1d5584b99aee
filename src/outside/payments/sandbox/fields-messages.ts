import type { CardError } from '../card-error.ts'

/**
 * The messages between the portal and the card fields, which are in a frame with an opaque origin. The portal generates
 * a channel and passes it in the fragment of the frame's address. Every message names it, and each side also checks
 * which window a message comes from. No message contains a card number.
 */
type OnChannel<Message> = { channel: string } & Message

export type MessageToFields = OnChannel<{ kind: 'appear'; appearance: FieldsAppearance } | { kind: 'tokenize' }>

export type MessageFromFields = OnChannel<
  | { kind: 'ready' }
  | { kind: 'height'; heightPx: number }
  /** Enter was pressed. */
  | { kind: 'submit' }
  /** The result of `tokenize`. The fields show their own errors. */
  | { kind: 'method'; methodId: string }
  | { kind: 'refused'; error: CardError }
>

/** The holder has answered the bank. The server determines the state of the payment. */
export type MessageFromAuthentication = OnChannel<{ kind: 'answered' }>

/** The appearance and texts of the fields, to match the page around them. */
export type FieldsAppearance = {
  words: { number: string; expiry: string; expiryPattern: string; cvc: string; cvcPattern: string }
  /** The message for each error. */
  errors: Partial<Record<CardError, string>>
  /** BCP 47. */
  locale: string
  colorScheme: 'light' | 'dark'
  /** Design tokens by name, e.g. `--ink`. */
  tokens: Record<string, string>
  /** The full address of the portal's font; if it cannot be loaded, the system font is used. */
  fontAddress: string
}
