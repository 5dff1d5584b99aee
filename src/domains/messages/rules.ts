/** The topics of messages, in the order in which the preferences list them. */
export const topics = ['payments', 'requests', 'cases', 'signatures', 'account'] as const
export type Topic = (typeof topics)[number]

/**
 * The topics that a user may opt out of. The others are required: signers receive their codes by them, and account
 * owners notice changes that they did not make.
 */
export const optionalTopics = ['payments', 'requests', 'cases'] as const satisfies readonly Topic[]
export type OptionalTopic = (typeof optionalTopics)[number]

const topicOfDomain: Record<string, Topic> = {
  payments: 'payments',
  invoices: 'payments',
  'invoice-details': 'payments',
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

/** Returns the domain of a kind of message: `payments` for `payments.succeeded`. */
export function messageDomainOf(kind: string): string {
  return kind.split('.')[0]!
}

/** Checks whether users cannot opt out of this topic. */
export function isRequiredTopic(topic: Topic): boolean {
  return !(optionalTopics as readonly Topic[]).includes(topic)
}

/** Checks whether a user who has opted out of some topics receives messages about this one. */
export function receivesTopic(topic: Topic, unwanted: readonly string[]): boolean {
  return isRequiredTopic(topic) || !unwanted.includes(topic)
}

/** Checks whether a message is sent to a user who has opted out of some topics. */
export function shouldSendMessage(kind: string, unwanted: readonly string[]): boolean {
  return receivesTopic(topicOf(kind), unwanted)
}

/** Matches the kinds whose key ends in `code`. PostgreSQL understands its source as well. */
export const codeKind = /(^|[._-])code$|Code$/

/**
 * Checks whether a message holds a one-time code, i.e. whether its key ends in `code`. Such messages are for the
 * mailbox alone, because the person using the portal has to prove that the mailbox is theirs.
 */
export function holdsCode(kind: string): boolean {
  return codeKind.test(kind)
}

/** How often a message is tried before it is given up: with the pauses below, this takes most of a day. */
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

/**
 * The delivery status of a mail or text message: waiting, sent, sent to nobody (`not_wanted`: every reader has opted out,
 * or there is no address), or given up.
 */
export type DeliveryStatus = 'waiting' | 'sent' | 'not_wanted' | 'failed'

/** Returns the delivery status of a message. `addresses` are those that it was sent to. */
export function deliveryStatusOf({
  isSent,
  isGivenUp,
  addresses,
}: {
  isSent: boolean
  isGivenUp: boolean
  addresses: readonly string[]
}): DeliveryStatus {
  if (isGivenUp) return 'failed'
  if (!isSent) return 'waiting'
  return addresses.length ? 'sent' : 'not_wanted'
}
