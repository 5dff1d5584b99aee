import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { maskEmail, maskPhone } from '#vocabulary/mask-contact.ts'
import type { StoredSignature } from './stored-signature.ts'

/** A channel for a code: its destination, and how that is shown. */
export type CodeDestination = { channel: CodeChannel; to: string; masked: string }

/**
 * Returns the channels by which a code can reach the signer: their own e-mail, and the phone of the contract or its
 * holder.
 */
export function channelsOf({ phone }: Pick<StoredSignature, 'phone'>, signer: { email: string }): CodeDestination[] {
  return [
    // A signer invited by text message may have given no e-mail address.
    ...(signer.email ? [{ channel: 'email' as const, to: signer.email, masked: maskEmail(signer.email) }] : []),
    ...(phone ? [{ channel: 'sms' as const, to: phone, masked: maskPhone(phone) }] : []),
  ]
}
