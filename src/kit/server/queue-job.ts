import type { RawBuilder } from 'kysely'
import type { DatabaseWatch } from './database-watch.ts'
import {
  jobRunFinished,
  type PollingLoop,
  type RunningJob,
  registerRunningJob,
  startPollingLoop,
} from './polling-loop.ts'
import { createQueueRunner, type QueueWorker } from './queue-runner.ts'
import { nextDueQuery, type WorkQueue } from './work-queue.ts'

export type WatchedJobDeps = {
  watch: DatabaseWatch
  clock: () => Date
  log: { error(details: object, message: string): void }
}

type QueueJobOptions = WatchedJobDeps & {
  name: string
  /** The query for the time from which the next row is due, if the queue's own would be slow. */
  nextDue?: RawBuilder<unknown>
}

/**
 * Starts to work on a queue. The job starts when this process has committed a row to the table, and when the watch finds
 * one that is due. `stop` claims nothing any more and resolves when nothing is in progress.
 */
export function startQueueJob<QueueRow, Row>(
  queue: WorkQueue<QueueRow>,
  worker: QueueWorker<Row>,
  { name, watch, clock, log, nextDue = nextDueQuery(queue) }: QueueJobOptions,
): PollingLoop {
  const runner = createQueueRunner(worker, ({ outcome, seconds, error }) => {
    if (outcome === 'failed') log.error({ job: name, error: (error as Error).message }, 'job failed')
    jobRunFinished.publish({ job: name, outcome, seconds, error })
  })
  const unregister = registerRunningJob(describeJob())
  const unfollow = followNextDue(watch, nextDue, { clock, wake: runner.wake })
  const unsubscribe = watch.onRowsInserted(queue.table, runner.wake)
  runner.wake()

  function describeJob(): RunningJob {
    return {
      name,
      everySeconds: watch.everySeconds,
      get runningSince() {
        return runner.busySince()
      },
      get nextAt() {
        return runner.busySince() ? null : watch.nextAt()
      },
      wake: runner.wake,
    }
  }

  return {
    async stop() {
      runner.close()
      unregister()
      unfollow()
      unsubscribe()
      await runner.whenIdle()
    },
  }
}

type WatchedLoopOptions = WatchedJobDeps & {
  name: string
  everySeconds: number
  /** The query for the time from which there is something to do. */
  nextDue: RawBuilder<unknown>
}

/** Starts a polling loop that also runs while the time that a query selects has come. */
export function startWatchedLoop(
  work: () => Promise<boolean>,
  { watch, clock, log, name, everySeconds, nextDue }: WatchedLoopOptions,
): PollingLoop {
  const loop = startPollingLoop(work, { everySeconds, name, log })
  const unfollow = followNextDue(watch, nextDue, { clock, wake: loop.wake })
  return {
    stop() {
      unfollow()
      return loop.stop()
    },
  }
}

/** Calls `wake` while the time that a query selects has come, or cannot be read. @returns a function that ends it. */
function followNextDue(
  watch: DatabaseWatch,
  nextDue: RawBuilder<unknown>,
  { clock, wake }: { clock: () => Date; wake: () => void },
): () => void {
  return watch.follow({
    query: nextDue,
    onValue: (value) => {
      if (value !== null && new Date(value) <= clock()) wake()
    },
    onFailure: wake,
  })
}
