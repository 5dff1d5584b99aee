import { AsyncLocalStorage } from 'node:async_hooks'
import { Refused } from '../refusal.ts'

/** Work that has only so much time, and what ends when that is over. */
export type Deadline = {
  isOver: boolean
  /** What is to be broken off, such as the statement that a connection is busy with. */
  breakOffs: Set<() => void>
}

type Limits = {
  /** Infinity where work may take as long as it likes. */
  seconds: number
  /** Whether the answer is on its way already when time is over, so that it may arrive. */
  isAnswered?: () => boolean
}

const retrySeconds = 5
const current = new AsyncLocalStorage<Deadline>()

/** The deadline of the work that this is part of, if it has one. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore()
}

/** What work past its deadline is refused with. */
export function pastDeadline(): Refused {
  return new Refused('unavailable', 504, { retryAfterSeconds: retrySeconds })
}

/**
 * Does work that has so many seconds; a part of such work has what is left of them. @throws Refused 504 `unavailable` when
 * they are over: statements under way are cancelled and no more are begun, so that a change is whole or not made.
 */
export function withinDeadline<T>({ seconds, isAnswered }: Limits, work: () => Promise<T>): Promise<T> {
  if (current.getStore()) return work()
  const deadline: Deadline = { isOver: false, breakOffs: new Set() }
  return current.run(deadline, () =>
    seconds === Number.POSITIVE_INFINITY ? work() : raced(deadline, { seconds, isAnswered }, work),
  )
}

function raced<T>(deadline: Deadline, { seconds, isAnswered }: Limits, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((done, fail) => {
    const timer = setTimeout(() => {
      if (isAnswered?.()) return
      deadline.isOver = true
      for (const breakOff of deadline.breakOffs) breakOff()
      fail(pastDeadline())
    }, seconds * 1000)
    work()
      .then(done, fail)
      .finally(() => clearTimeout(timer))
  })
}
