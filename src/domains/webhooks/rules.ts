/** Everything that the retailer's systems can be told of, by the names on the wire. */
export const eventTypes = [
  'request.made',
  'request.signed',
  'request.sent',
  'request.done',
  'request.refused',
  'request.withdrawn',
  'request.expired',
  'case.opened',
  'case.answered',
  'payment.settled',
  'payment.failed',
  'payment.refunded',
  'payment.refund_returned',
  'contract.made',
  'contract.signed',
  'contract.expired',
  'lead.made',
  'lead.closed',
  'wallet.credit_expired',
  'consent.changed',
  'newsletter.address_changed',
  'account.changed',
  'erasure.requested',
  'erasure.withdrawn',
] as const
export type EventType = (typeof eventTypes)[number]

/** What an endpoint is sent when an operator tries it, whatever it listens to. */
export const testType = 'endpoint.test'

export const deliveryStates = ['waiting', 'delivered', 'given_up', 'held'] as const

/** Why there was no reply to an event. */
export const failures = ['timeout', 'refused', 'unknown_host', 'private_address', 'certificate', 'broken'] as const
export type Failure = (typeof failures)[number]

/** Why an endpoint is off: an operator did it, it said that it is gone, or it took nothing for days. */
export type OffReason = 'operator' | 'gone' | 'failing'

export const longestUrl = 500
export const longestDescription = 120
/** So many can be told at most; each is asked after at every turn of the job. */
export const mostEndpoints = 20
/** For how long the secret from before signs beside the new one. */
export const bothSecretsHours = 24
/** For how long events are kept, and can be sent again. */
export const keptDays = 30

/** The pauses after each try, as the specification of Standard Webhooks has them; in all just under three days. */
const pauseSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 79_200]

/**
 * How long after a try in vain the next one begins; undefined when it was the last. `tries` is how many there have been.
 * Up to a fifth is taken off by chance (0 to 1), so that what failed together does not come again together.
 */
export function pauseSecondsAfter(tries: number, chance: number): number | undefined {
  const pause = pauseSeconds[tries - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 - chance / 5))
}

const triedForSeconds = 3 * 86_400

type Tried = {
  /** How many tries there have been. */
  tries: number
  /** When the first of them began. */
  triedSince: Date
  now: Date
  /** 0 to 1. */
  chance: number
  /** For how long the endpoint wants to be left alone. */
  askedSeconds: number
}

/**
 * When what was not taken is tried again; undefined when that was the last try. Never earlier than the endpoint has asked for,
 * but for the end of the three days: there it is tried once more, because nobody asks again after them.
 */
export function nextTryAt({ tries, triedSince, now, chance, askedSeconds }: Tried): Date | undefined {
  const pause = pauseSecondsAfter(tries, chance)
  const end = triedSince.getTime() + triedForSeconds * 1_000
  if (pause === undefined || now.getTime() >= end) return undefined
  return new Date(Math.min(now.getTime() + Math.max(pause, askedSeconds) * 1_000, end))
}

/**
 * For how many seconds a server wants to be left alone that answers with this `Retry-After`, seconds or a date (RFC 9110,
 * 10.2.3); 0 where it says nothing that can be understood.
 */
export function secondsAsked(retryAfter: string | undefined, now: Date): number {
  const said = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(said)) return Number(said)
  // One of the three forms of a date has no zone and means the same.
  const at = /^[A-Z][a-z]+,? /.test(said) ? Date.parse(said.endsWith('GMT') ? said : `${said} GMT`) : Number.NaN
  return Math.max(0, Math.ceil((at - now.getTime()) / 1_000)) || 0
}

export type Outcome =
  | { kind: 'replied'; code: number; cut: string; retryAfter?: string }
  | { kind: 'failed'; failure: Failure }

/** What a try has come to: taken, never to be tried there again, or not taken. Redirects are not followed. */
export function meaningOf(outcome: Outcome): 'delivered' | 'gone' | 'failed' {
  if (outcome.kind === 'failed') return 'failed'
  if (outcome.code === 410) return 'gone'
  return outcome.code >= 200 && outcome.code < 300 ? 'delivered' : 'failed'
}

/** For how many seconds an endpoint asks to be left alone, as one does that is busy (429) or away for a while (503). */
export function secondsAskedBy(outcome: Outcome, now: Date): number {
  const isAsking = outcome.kind === 'replied' && (outcome.code === 429 || outcome.code === 503)
  return isAsking ? secondsAsked(outcome.retryAfter, now) : 0
}

/** Whether an endpoint is dead: the tries of one event were all in vain, and nothing else was taken meanwhile. */
export function isDead({ triedSince, lastDeliveredAt }: { triedSince: Date; lastDeliveredAt: Date | null }): boolean {
  return lastDeliveredAt === null || lastDeliveredAt < triedSince
}

/** What is wrong with an address, as the code of a field error. Whether it is private is known only where names are. */
export function urlProblem(
  url: string,
  { allowsPrivate }: { allowsPrivate: boolean },
): 'url_wrong' | 'url_insecure' | undefined {
  if (!URL.canParse(url)) return 'url_wrong'
  const { protocol, username, password, hash } = new URL(url)
  if (username || password || hash || !/^https?:$/.test(protocol)) return 'url_wrong'
  return protocol === 'http:' && !allowsPrivate ? 'url_insecure' : undefined
}
