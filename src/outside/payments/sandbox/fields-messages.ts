import type { CardError } from '../card-error.ts'

/**
 * What the portal and the card fields, which stand in a frame of an opaque origin, say to each other. The portal makes up
 * a channel and hands it over in the fragment of the frame's address; every message names it, and each side also looks
 * whose window a message comes from. A card number is in none of them.
 */
type On<Message> = { channel: string } & Message

export type MessageToFields = On<{ kind: 'appear'; appearance: FieldsAppearance } | { kind: 'tokenize' }>

export type MessageFromFields = On<
  | { kind: 'ready' }
  | { kind: 'height'; heightPx: number }
  /** Enter was pressed. */
  | { kind: 'submit' }
  /** What came of `tokenize`. The fields show by themselves what is wrong with them. */
  | { kind: 'method'; methodId: string }
  | { kind: 'refused'; error: CardError }
>

/** The holder has answered the bank; how the payment stands is for the server to say. */
export type MessageFromAuthentication = On<{ kind: 'answered' }>

/** How the fields look and read, so that they are part of the page around them. */
export type FieldsAppearance = {
  words: { number: string; expiry: string; expiryPattern: string; cvc: string; cvcPattern: string }
  /** The sentence for each error. */
  errors: Partial<Record<CardError, string>>
  /** BCP 47. */
  locale: string
  colorScheme: 'light' | 'dark'
  /** Design tokens by name, e.g. `--ink`. */
  tokens: Record<string, string>
  /** Where the portal's font is, in full; where it cannot be loaded the system's stands in. */
  fontAddress: string
}
