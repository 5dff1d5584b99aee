import { secondsPerDay } from '#vocabulary/durations.ts'

/** All event types that the retailer's systems can receive, by their API names. */
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
  'case.switch_undo_accepted',
  'payment.settled',
  'payment.failed',
  'payment.refunded',
  'payment.refund_returned',
  'payment.debit_returned',
  'invoice.checked',
  'invoice.held',
  'invoice.released',
  'invoice.plan_started',
  'invoice.plan_ended',
  'contract.made',
  'contract.signed',
  'contract.expired',
  'contract.leave_requested',
  'revision.notified',
  'contract.withdrawn',
  'contract.switch_rejected',
  'contract.switch_ended',
  'contract.reconnection_requested',
  'contract.protection_changed',
  'lead.made',
  'lead.closed',
  'wallet.credit_expired',
  'compensation.approved',
  'consent.changed',
  'newsletter.address_changed',
  'account.changed',
  'erasure.requested',
  'erasure.withdrawn',
] as const
export type EventType = (typeof eventTypes)[number]

/** The type of the event sent when an operator tests an endpoint, regardless of its types. */
export const testEventType = 'endpoint.test'

export const deliveryStates = ['waiting', 'delivered', 'given_up', 'held'] as const

/** Why there was no reply to an event. */
export const deliveryFailures = [
  'timeout',
  'refused',
  'unknown_host',
  'private_address',
  'certificate',
  'broken',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** Why an endpoint is off: an operator switched it off, it replied that it is gone, or it accepted nothing for days. */
export type OffReason = 'operator' | 'gone' | 'failing'

export const maxUrlLength = 500
export const maxDescriptionLength = 120
/** The maximum number of endpoints. Each one is queried in every run of the job. */
export const maxEndpoints = 20
/** How many hours the previous secret also signs after a rotation. */
export const bothSecretsHours = 24
/** How many days events are kept and can be sent again. */
export const eventRetentionDays = 30

/** The pauses after each attempt according to the Standard Webhooks specification; in total just under three days. */
const pauseSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 79_200]

/**
 * Returns the pause after a failed attempt, or undefined after the last one. `tries` is the number of attempts so far.
 * A random part (`chance`, 0 to 1) takes off up to a fifth, so that simultaneous failures are not retried
 * simultaneously.
 */
export function webhookRetryPauseSeconds(tries: number, chance: number): number | undefined {
  const pause = pauseSeconds[tries - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 - chance / 5))
}

const retryWindowSeconds = 3 * secondsPerDay

type RetryInput = {
  /** The number of attempts so far. */
  tries: number
  /** When the first attempt started. */
  triedSince: Date
  now: Date
  /** 0 to 1. */
  chance: number
  /** How long the endpoint asked not to be called. */
  retryAfterSeconds: number
}

/**
 * Returns when a failed delivery is retried, or undefined after the last attempt. Never earlier than the endpoint has
 * requested, except at the end of the three days, when a last attempt is made because there is none afterwards.
 */
export function findNextTryAt({ tries, triedSince, now, chance, retryAfterSeconds }: RetryInput): Date | undefined {
  const pause = webhookRetryPauseSeconds(tries, chance)
  const end = triedSince.getTime() + retryWindowSeconds * 1_000
  if (pause === undefined || now.getTime() >= end) return undefined
  return new Date(Math.min(now.getTime() + Math.max(pause, retryAfterSeconds) * 1_000, end))
}

/**
 * Parses a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3), into seconds. Returns 0 for anything that
 * is invalid.
 */
export function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  const header = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(header)) return Number(header)
  // One of the three date formats has no zone and also means GMT.
  const at = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header.endsWith('GMT') ? header : `${header} GMT`) : Number.NaN
  return Math.max(0, Math.ceil((at - now.getTime()) / 1_000)) || 0
}

export type DeliveryOutcome =
  | { kind: 'replied'; code: number; cut: string; retryAfter?: string }
  | { kind: 'failed'; failure: DeliveryFailure }

/** Classifies the outcome of an attempt: delivered, gone for good, or failed. Redirects are not followed. */
export function classifyOutcome(outcome: DeliveryOutcome): 'delivered' | 'gone' | 'failed' {
  if (outcome.kind === 'failed') return 'failed'
  if (outcome.code === 410) return 'gone'
  return outcome.code >= 200 && outcome.code < 300 ? 'delivered' : 'failed'
}

/** Returns the delay in seconds that an endpoint requests when it is rate limiting (429) or unavailable (503). */
export function retryAfterSecondsOf(outcome: DeliveryOutcome, now: Date): number {
  const mayRetryLater = outcome.kind === 'replied' && (outcome.code === 429 || outcome.code === 503)
  return mayRetryLater ? parseRetryAfter(outcome.retryAfter, now) : 0
}

/** Checks whether an endpoint is dead: all attempts of one event failed, and nothing else was delivered meanwhile. */
export function isEndpointDead({
  triedSince,
  lastDeliveredAt,
}: {
  triedSince: Date
  lastDeliveredAt: Date | null
}): boolean {
  return lastDeliveredAt === null || lastDeliveredAt < triedSince
}

/**
 * Returns the problem of a URL as the code of a field error. Whether it is private is only known after name resolution.
 */
export function findUrlProblem(
  url: string,
  { allowsPrivate }: { allowsPrivate: boolean },
): 'url_wrong' | 'url_insecure' | undefined {
  if (!URL.canParse(url)) return 'url_wrong'
  const { protocol, username, password, hash } = new URL(url)
  if (username || password || hash || !/^https?:$/.test(protocol)) return 'url_wrong'
  return protocol === 'http:' && !allowsPrivate ? 'url_insecure' : undefined
}
