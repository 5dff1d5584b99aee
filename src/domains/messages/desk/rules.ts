import { holdsCode } from '../rules.ts'
import { isTextMessage } from '../text-messages.ts'

/** The filters of the message list by delivery state. */
export const mailFilters = ['waiting', 'failed', 'sent'] as const
export type MailFilter = (typeof mailFilters)[number]

/** The count of results stops here, as does paging: counting every message would read the whole table. */
export const maxMailCount = 10_000

/** Why a message cannot be sent again: there is nothing to send, or its code or link has expired. */
export const retryHindrances = ['not_retriable', 'code_over', 'link_over'] as const
export type RetryHindrance = (typeof retryHindrances)[number]

type DeliveryProgress = {
  kind: string
  isGivenUp: boolean
  isSent: boolean
  tries: number
  /** Whether the message has a link. The content of a text message without one is not stored. */
  hasLink: boolean
  /** When the link expires; null if it does not. */
  linkExpiresAt: Date | null
}

/**
 * Returns why a message cannot be sent again; null if it can. A message that was sent or not yet tried is not
 * retriable. A code has expired or was redacted: its reader requests another. An expired link leads nowhere.
 */
export function findRetryHindrance(
  { kind, isGivenUp, isSent, tries, hasLink, linkExpiresAt }: DeliveryProgress,
  now: Date,
): RetryHindrance | null {
  if (isSent || !(isGivenUp || tries > 0)) return 'not_retriable'
  if (holdsCode(kind)) return 'code_over'
  if (linkExpiresAt !== null && linkExpiresAt <= now) return 'link_over'
  return isTextMessage(kind) && !hasLink ? 'not_retriable' : null
}
