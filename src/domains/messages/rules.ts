/** The topics of messages, in the order in which they are offered as a choice. */
export const topics = ['payments', 'requests', 'cases', 'signatures', 'account'] as const
export type Topic = (typeof topics)[number]

/**
 * The topics that a user may opt out of. Signers must be asked, and account owners must be notified of changes to their
 * account.
 */
export const optionalTopics = ['payments', 'requests', 'cases'] as const satisfies readonly Topic[]
export type OptionalTopic = (typeof optionalTopics)[number]

const topicOfDomain: Record<string, Topic> = {
  payments: 'payments',
  invoices: 'payments',
  batteries: 'requests',
  changes: 'requests',
  contracts: 'requests',
  'tariff-options': 'requests',
  support: 'cases',
  signatures: 'signatures',
}

/**
 * Returns the topic of a kind of message (`payments.succeeded`). Unknown kinds belong to the account, so that they are
 * always sent.
 */
export function topicOf(kind: string): Topic {
  return topicOfDomain[messageDomainOf(kind)] ?? 'account'
}

/** Returns the domain of a kind of message. */
export function messageDomainOf(kind: string): string {
  return kind.split('.')[0]!
}

/** Checks whether users cannot opt out of this topic. */
export function isRequiredTopic(topic: Topic): boolean {
  return !(optionalTopics as readonly Topic[]).includes(topic)
}

/** Checks whether a message is sent to a user who has opted out of some topics. */
export function shouldSendMessage(kind: string, unwanted: readonly string[]): boolean {
  const topic = topicOf(kind)
  return isRequiredTopic(topic) || !unwanted.includes(topic)
}

/** Matches the kinds whose key ends in `code`, in a syntax that the database understands as well. */
export const codeKind = /(^|[._-])code$|Code$/

/**
 * Checks whether a message holds a one-time code, i.e. whether its key ends in `code`. Such messages are for the
 * mailbox alone, because the person using the portal has to prove that the mailbox is theirs.
 */
export function holdsCode(kind: string): boolean {
  return codeKind.test(kind)
}

/** The maximum number of tries before a message is given up: they take most of a day, with the pauses below. */
export const maxTries = 12

const minPauseSeconds = 60
const maxPauseSeconds = 3 * 3_600

/**
 * Returns the seconds between the start of a try and the start of the next one, unless it succeeds. `tries` is the
 * number of tries so far.
 */
export function retryPauseSeconds(tries: number): number {
  return Math.min(minPauseSeconds * 2 ** (tries - 1), maxPauseSeconds)
}

/** The delivery status of a message as a mail: waiting, sent, not wanted by any reader, or failed. */
export type MailStatus = 'waiting' | 'sent' | 'not_wanted' | 'failed'

/** Returns the delivery status of a message. */
export function mailStatusOf({
  isSent,
  isGivenUp,
  addresses,
}: {
  isSent: boolean
  isGivenUp: boolean
  addresses: readonly string[]
}): MailStatus {
  if (isGivenUp) return 'failed'
  if (!isSent) return 'waiting'
  return addresses.length ? 'sent' : 'not_wanted'
}
