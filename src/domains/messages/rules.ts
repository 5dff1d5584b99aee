/** What messages are about, in the order in which people choose among them. */
export const topics = ['payments', 'requests', 'cases', 'signatures', 'account'] as const
export type Topic = (typeof topics)[number]

/** The topics that somebody may do without. Who signs must be asked, and whoever's account it is must hear of changes to it. */
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

/** What a kind of message (`payments.succeeded`) is about. What is not known is about the account, so that it is sent. */
export function topicOf(kind: string): Topic {
  return topicOfDomain[domainOf(kind)] ?? 'account'
}

/** The domain that a kind of message is of. */
export function domainOf(kind: string): string {
  return kind.split('.')[0]!
}

/** Whether nobody can do without messages about this. */
export function isRequired(topic: Topic): boolean {
  return !(optionalTopics as readonly Topic[]).includes(topic)
}

/** Whether a message goes to somebody who does without some topics. */
export function isWanted(kind: string, unwanted: readonly string[]): boolean {
  const topic = topicOf(kind)
  return isRequired(topic) || !unwanted.includes(topic)
}

/** The kinds whose key ends in `code`, in words that the database understands as well. */
export const codeKind = /(^|[._-])code$|Code$/

/**
 * Whether a message holds a one-time code, as those do whose key ends in `code`: it is for the mailbox alone, because whoever
 * sits before the portal must show that it is theirs.
 */
export function holdsCode(kind: string): boolean {
  return codeKind.test(kind)
}

/** How often a message is tried before it is given up: for most of a day, with the pauses below. */
export const mostTries = 12

const firstPauseSeconds = 60
const longestPauseSeconds = 3 * 3_600

/** How long after the beginning of a try the next one begins, unless it ends well. `tries` is how many there have been. */
export function pauseSecondsAfter(tries: number): number {
  return Math.min(firstPauseSeconds * 2 ** (tries - 1), longestPauseSeconds)
}

/** How a message has fared as a mail: it is on its way, gone, nobody wanted it, or it could not be sent. */
export type Standing = 'waiting' | 'sent' | 'not_wanted' | 'failed'

/** How a message has fared, by what is known of it. */
export function standingOf({
  isSent,
  isGivenUp,
  addresses,
}: {
  isSent: boolean
  isGivenUp: boolean
  addresses: readonly string[]
}): Standing {
  if (isGivenUp) return 'failed'
  if (!isSent) return 'waiting'
  return addresses.length ? 'sent' : 'not_wanted'
}

/** How many communications a page shows, and the most that can be asked for at once. */
export const defaultPerPage = 20
export const mostPerPage = 100
