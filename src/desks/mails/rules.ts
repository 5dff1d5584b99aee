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

/** Why a message is not sent once more: there is nothing to send again, or what it said is over. */
export const hindrances = ['not_retriable', 'code_over', 'link_over'] as const
export type Hindrance = (typeof hindrances)[number]

type Fared = {
  kind: string
  isGivenUp: boolean
  isSent: boolean
  tries: number
  /** Whether it leads somewhere; a text message that does not keeps nothing of what it said. */
  hasLink: boolean
  /** Until when its link opens; null where that has no end. */
  until: Date | null
}

/**
 * What speaks against sending a message once more: it is out, or has its first try before it. A code is over by then, and is not
 * kept; whoever waits for it asks for another. A link that opens no longer leads nowhere. Null where nothing does.
 */
export function hindranceTo({ kind, isGivenUp, isSent, tries, hasLink, until }: Fared, now: Date): Hindrance | null {
  if (isSent || !(isGivenUp || tries > 0)) return 'not_retriable'
  if (holdsCode(kind)) return 'code_over'
  if (until !== null && until <= now) return 'link_over'
  return isText(kind) && !hasLink ? 'not_retriable' : null
}
