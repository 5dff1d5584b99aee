import { Refused } from '../refusal.ts'

/** Runs work as soon as a slot is free. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

const busyRetrySeconds = 5

/**
 * Runs at most a few pieces of heavy work at once and queues the rest, so that a rush neither exhausts the memory nor
 * delays light work. @throws Refused 503 `unavailable` when the queue is full.
 */
export function concurrencyLimit({
  maxConcurrent,
  maxQueued,
}: {
  maxConcurrent: number
  maxQueued: number
}): RunLimited {
  let running = 0
  const queue: (() => void)[] = []

  return async (work) => {
    if (running < maxConcurrent) running++
    else if (queue.length < maxQueued) await new Promise<void>((begin) => queue.push(begin))
    else throw new Refused('unavailable', 503, { retryAfterSeconds: busyRetrySeconds })
    try {
      return await work()
    } finally {
      // The slot passes to the longest waiting work, or becomes free.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
