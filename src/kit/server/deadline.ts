import { AsyncLocalStorage } from 'node:async_hooks'
import { Refused } from '../refusal.ts'

/** The time limit of some work, and what has to be aborted when it is over. */
export type Deadline = {
  isOver: boolean
  /** Aborts what is under way, such as the statement that a connection is running. */
  abortHandlers: Set<() => void>
}

type DeadlineLimits = {
  /** Infinity for work without a limit. */
  seconds: number
  /** Whether the answer is already being sent when time is over, so that it may complete. */
  isAnswered?: () => boolean
}

const retrySeconds = 5
const current = new AsyncLocalStorage<Deadline>()

/** Returns the deadline of the work that the caller is part of, if it has one. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore()
}

/** Creates the refusal for work past its deadline. */
export function createDeadlineError(): Refused {
  return new Refused('unavailable', 504, { retryAfterSeconds: retrySeconds })
}

/**
 * Runs work with a time limit; nested work has at most the time that is left. @throws Refused 504 `unavailable` when
 * the time is over: running statements are cancelled and no more are started, so that a change is made completely or
 * not at all.
 */
export function runWithDeadline<T>({ seconds, isAnswered }: DeadlineLimits, work: () => Promise<T>): Promise<T> {
  if (current.getStore()) return work()
  const deadline: Deadline = { isOver: false, abortHandlers: new Set() }
  return current.run(deadline, () =>
    seconds === Number.POSITIVE_INFINITY ? work() : raceDeadline(deadline, { seconds, isAnswered }, work),
  )
}

function raceDeadline<T>(
  deadline: Deadline,
  { seconds, isAnswered }: DeadlineLimits,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise<T>((done, fail) => {
    const timer = setTimeout(() => {
      if (isAnswered?.()) return
      deadline.isOver = true
      for (const abort of deadline.abortHandlers) abort()
      fail(createDeadlineError())
    }, seconds * 1000)
    work()
      .then(done, fail)
      .finally(() => clearTimeout(timer))
  })
}
