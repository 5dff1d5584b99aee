import { eventChannel } from '#kit/server/event-channel.ts'

/** Published when a breaker opens, with the time until which calls are held back, and when it closes. */
export const circuitChanged = eventChannel<{ system: string; openUntil: Date | null }>('circuit')

type CircuitLimits = {
  /** This number of consecutive failures, without a response in between, */
  maxFailures: number
  /** within this many seconds, */
  windowSeconds: number
  /** holds back all calls for this many seconds. */
  openSeconds: number
}

const defaultLimits: CircuitLimits = { maxFailures: 5, windowSeconds: 120, openSeconds: 30 }

export type CircuitBreaker = {
  /**
   * Null if the system may be called now; otherwise the seconds until it may be. After the open period, null is
   * returned to one caller, as the trial call.
   */
  retryAfterSeconds(): number | null
  /** Checks whether calls are held back at the moment, without letting a trial call through. */
  isOpen(): boolean
  /** Records that the system has responded. */
  recordSuccess(): void
  recordFailure(): void
}

/**
 * Creates a circuit breaker that holds back calls to a system that does not respond: callers get an immediate result,
 * and the system is left to recover. After the open period one trial call is let through, and its outcome decides for
 * the others.
 */
export function createCircuitBreaker(
  system: string,
  { clock, limits = defaultLimits }: { clock: () => Date; limits?: CircuitLimits },
): CircuitBreaker {
  let failedAt: number[] = []
  let openUntil: number | null = null
  let probedAt: number | null = null

  function open(now: number) {
    openUntil = now + limits.openSeconds * 1000
    probedAt = null
    failedAt = []
    circuitChanged.publish({ system, openUntil: new Date(openUntil) })
  }

  // A trial call that never finishes is followed by another.
  const isBeingProbed = (now: number) => probedAt !== null && now - probedAt < limits.openSeconds * 1000

  return {
    retryAfterSeconds() {
      const now = clock().getTime()
      if (openUntil === null) return null
      if (now < openUntil) return Math.ceil((openUntil - now) / 1000)
      if (isBeingProbed(now)) return limits.openSeconds
      probedAt = now
      return null
    },
    isOpen() {
      const now = clock().getTime()
      return openUntil !== null && (now < openUntil || isBeingProbed(now))
    },
    recordSuccess() {
      failedAt = []
      if (openUntil === null) return
      openUntil = null
      probedAt = null
      circuitChanged.publish({ system, openUntil: null })
    },
    recordFailure() {
      const now = clock().getTime()
      if (openUntil !== null) {
        // The failure of a call that started before the breaker opened is no new information.
        if (probedAt !== null) open(now)
        return
      }
      failedAt = [...failedAt.filter((at) => now - at < limits.windowSeconds * 1000), now]
      if (failedAt.length >= limits.maxFailures) open(now)
    },
  }
}
