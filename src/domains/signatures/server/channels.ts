import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { maskEmail, maskPhone } from '../rules.ts'
import type { KeptSignature } from './store.ts'

/** A way for a code: where it goes, and how that is shown. */
export type OpenChannel = { channel: CodeChannel; to: string; masked: string }

/** The ways by which a code can reach whoever signs: their own mail, and the telephone of the contract or its holder. */
export function channelsOf({ phone }: Pick<KeptSignature, 'phone'>, signer: { email: string }): OpenChannel[] {
  return [
    // Whoever was sent here by text message may have given no e-mail address.
    ...(signer.email ? [{ channel: 'email' as const, to: signer.email, masked: maskEmail(signer.email) }] : []),
    ...(phone ? [{ channel: 'sms' as const, to: phone, masked: maskPhone(phone) }] : []),
  ]
}
