import { happening } from '#kit/server/happening.ts'

/** A breaker has begun to hold questions back until an instant, or lets them through again. */
export const circuitChanged = happening<{ system: string; openUntil: Date | null }>('circuit')

type Limits = {
  /** So many failures one after the other, without an answer between them, */
  maxFailures: number
  /** within so many seconds, */
  windowSeconds: number
  /** hold all questions back for so many. */
  openSeconds: number
}

const usual: Limits = { maxFailures: 5, windowSeconds: 120, openSeconds: 30 }

export type CircuitBreaker = {
  /** Null when the system may be asked now; otherwise after how many seconds it may. */
  secondsToWait(): number | null
  /** Whether questions are held back at the moment; asking this lets none through. */
  isHoldingBack(): boolean
  /** It has answered. */
  succeed(): void
  fail(): void
}

/**
 * Holds back what would be asked of a system that does not answer: whoever waits is told at once, and the system is left to
 * recover. When the time is over one question is let through, and its answer decides for the others.
 */
export function circuitBreaker(
  system: string,
  { clock, limits = usual }: { clock: () => Date; limits?: Limits },
): CircuitBreaker {
  let failedAt: number[] = []
  let openUntil: number | null = null
  let triedAt: number | null = null

  function open(now: number) {
    openUntil = now + limits.openSeconds * 1000
    triedAt = null
    failedAt = []
    circuitChanged.tell({ system, openUntil: new Date(openUntil) })
  }

  // A trial whose answer never comes is followed by another.
  const isBeingTried = (now: number) => triedAt !== null && now - triedAt < limits.openSeconds * 1000

  return {
    secondsToWait() {
      const now = clock().getTime()
      if (openUntil === null) return null
      if (now < openUntil) return Math.ceil((openUntil - now) / 1000)
      if (isBeingTried(now)) return limits.openSeconds
      triedAt = now
      return null
    },
    isHoldingBack() {
      const now = clock().getTime()
      return openUntil !== null && (now < openUntil || isBeingTried(now))
    },
    succeed() {
      failedAt = []
      if (openUntil === null) return
      openUntil = null
      triedAt = null
      circuitChanged.tell({ system, openUntil: null })
    },
    fail() {
      const now = clock().getTime()
      if (openUntil !== null) {
        // What was asked before it opened says nothing new.
        if (triedAt !== null) open(now)
        return
      }
      failedAt = [...failedAt.filter((at) => now - at < limits.windowSeconds * 1000), now]
      if (failedAt.length >= limits.maxFailures) open(now)
    },
  }
}
