import { holdsCode } from '#domains/messages/rules.ts'
import { isText } from '#domains/messages/text-messages.ts'
import { maskEmail, maskPhone } from '#domains/signatures/rules.ts'

/** What a list of messages is narrowed to by how they fared. */
export const mailFilters = ['waiting', 'failed', 'sent'] as const
export type MailFilter = (typeof mailFilters)[number]

/** No list counts further. */
export const mostCounted = 10_000

/** An address, of a mailbox or a phone, as it is shown to whoever need not know it. */
export function maskedAddress(address: string): string {
  return address.includes('@') ? maskEmail(address) : maskPhone(address)
}

type Fared = { kind: string; isGivenUp: boolean; isSent: boolean; tries: number }

/** Whether a message may be sent once more: not what is out, nor a code, which has expired by then, nor a text message. */
export function canRetry({ kind, isGivenUp, isSent, tries }: Fared): boolean {
  if (isSent || holdsCode(kind) || isText(kind)) return false
  return isGivenUp || tries > 0
}
