import { Refused } from '../refusal.ts'

/** Does some work when its turn comes. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

const busyRetrySeconds = 5

/**
 * Lets heavy work be done by a few at once while others wait, so that a rush neither takes all memory nor holds up what is
 * light. @throws Refused 503 `unavailable` when too many wait already.
 */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): TakeTurn {
  let working = 0
  const queue: (() => void)[] = []

  return async (work) => {
    if (working < atOnce) working++
    else if (queue.length < waiting) await new Promise<void>((begin) => queue.push(begin))
    else throw new Refused('unavailable', 503, { retryAfterSeconds: busyRetrySeconds })
    try {
      return await work()
    } finally {
      // The place passes to whoever has waited longest, or becomes free.
      const next = queue.shift()
      if (next) next()
      else working--
    }
  }
}
