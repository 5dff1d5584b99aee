import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { maskEmail, maskPhone } from '#vocabulary/mask-contact.ts'
import type { StoredSignature } from './stored-signature.ts'

/** Where a code is sent. `masked` is `to` as it is shown and stored: only its owner recognises it. */
export type CodeDestination = { channel: CodeChannel; to: string; masked: string }

/**
 * Returns where a code can be sent: to the signer's own e-mail address, and to the phone of the contract or else of its
 * holder. A signer with neither gets an empty list.
 */
export function codeDestinationsOf(
  { phone }: Pick<StoredSignature, 'phone'>,
  signer: { email: string },
): CodeDestination[] {
  return [
    // A signer invited by text message may have given no e-mail address.
    ...(signer.email ? [{ channel: 'email' as const, to: signer.email, masked: maskEmail(signer.email) }] : []),
    ...(phone ? [{ channel: 'sms' as const, to: phone, masked: maskPhone(phone) }] : []),
  ]
}
