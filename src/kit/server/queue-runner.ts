import type { QueryExecutorProvider } from 'kysely'
import { claimDue, countTries, type WorkQueue } from './work-queue.ts'

/** The work on a queue. */
export type QueueWorker<Row> = {
  /** Claims up to `limit` rows, with regard to those in progress. An empty answer ends the run. */
  claim(limit: number, inProgress: readonly Row[]): Promise<Row[]>
  /** Works on a claimed row and stores its result. */
  work(row: Row): Promise<void>
  /** How many rows a process works on at the same time. */
  concurrency: number
}

type QueueWorkerInput<Row> = {
  db: QueryExecutorProvider
  queue: WorkQueue<Row>
  clock: () => Date
  concurrency?: number
  claim?: QueueWorker<Row>['claim']
  work: QueueWorker<Row>['work']
  /** Handles a failed try: the row is tried again at its due time, unless this was the last try. */
  onFailure?(row: Row, error: Error, failure: { isLast: boolean }): Promise<void>
}

/** The failure of a row whose every try ended with its process. */
export class EveryTryInterruptedError extends Error {
  override name = 'EveryTryInterruptedError'

  constructor() {
    super('every try was interrupted')
  }
}

/** Creates the worker of a queue. A row of which every try was interrupted is not worked on again, but fails. */
export function createQueueWorker<Row>({
  db,
  queue,
  clock,
  concurrency = 1,
  claim = (limit) => claimDue(db, queue, { now: clock(), limit }),
  work,
  onFailure,
}: QueueWorkerInput<Row>): QueueWorker<Row> {
  const { maxTries = Number.POSITIVE_INFINITY } = queue
  return {
    concurrency,
    claim,
    async work(row) {
      const tries = countTries(queue, row)
      try {
        if (tries > maxTries) throw new EveryTryInterruptedError()
        await work(row)
      } catch (error) {
        if (!onFailure) throw error
        await onFailure(row, error as Error, { isLast: tries >= maxTries })
      }
    },
  }
}

/** A row that its worker could not work on. */
export type FailedRow<Row> = { row: Row; error: Error }

type BatchWorkerInput<Row> = Pick<QueueWorkerInput<Row>, 'db' | 'queue' | 'clock' | 'concurrency'> & {
  /** How many rows are claimed at a time. */
  batchSize: number
  /** Works on rows together. @returns those that failed; if it throws, each is worked on by itself. */
  workOn(rows: readonly Row[]): Promise<FailedRow<Row>[]>
  onFailure: NonNullable<QueueWorkerInput<Row>['onFailure']>
}

/**
 * Creates the worker of a queue that works on a batch of rows at a time. Rows that have been tried before are worked on
 * one by one, so that one that ends its worker takes others along only once.
 */
export function createBatchWorker<Row>({
  db,
  queue,
  clock,
  concurrency = 1,
  batchSize,
  workOn,
  onFailure,
}: BatchWorkerInput<Row>): QueueWorker<readonly Row[]> {
  const { maxTries = Number.POSITIVE_INFINITY } = queue
  const single = createQueueWorker({
    ...{ db, queue, clock, onFailure },
    async work(row: Row) {
      const [failure] = await workOn([row])
      if (failure) throw failure.error
    },
  })

  async function workTogether(rows: readonly Row[]) {
    let failures: FailedRow<Row>[] = []
    try {
      failures = await workOn(rows)
    } catch {
      for (const row of rows) await single.work(row)
    }
    for (const { row, error } of failures) await onFailure(row, error, { isLast: countTries(queue, row) >= maxTries })
  }

  return {
    concurrency,
    async claim() {
      const rows = await claimDue(db, queue, { now: clock(), limit: batchSize })
      return rows.length > 0 ? [rows] : []
    },
    async work(rows) {
      const { first = [], repeated = [] } = Object.groupBy(rows, (row) =>
        countTries(queue, row) > 1 ? 'repeated' : 'first',
      )
      if (first.length > 0) await workTogether(first)
      for (const row of repeated) await single.work(row)
    },
  }
}

/** Works on the row that is due first. @returns whether there was one. */
export async function workOnNext<Row>(worker: QueueWorker<Row>): Promise<boolean> {
  const rows = await worker.claim(1, [])
  for (const row of rows) await worker.work(row)
  return rows.length > 0
}

/** Works on all rows that are due. @returns whether there were any. @throws the first error of a claim or of work. */
export async function workOnDue<Row>(worker: QueueWorker<Row>): Promise<boolean> {
  let hasWorked = false
  let failure: { error: unknown } | undefined
  const runner = createQueueRunner(worker, ({ outcome, error }) => {
    if (outcome !== 'idle') hasWorked = true
    if (outcome === 'failed') failure ??= { error }
  })
  runner.wake()
  await runner.whenIdle()
  if (failure) throw failure.error
  return hasWorked
}

/** A claim that found nothing, or the work on one row. */
type QueueRun = { outcome: 'worked' | 'idle' | 'failed'; seconds: number; error?: unknown }

/** Claims rows while there is room and works on them concurrently. */
export type QueueRunner = {
  /** Claims what is due. Called during a claim, it has another one follow. */
  wake(): void
  /** Claims nothing any more. What is in progress goes on. */
  close(): void
  /** Resolves when nothing is in progress and the last claim found nothing. */
  whenIdle(): Promise<void>
  /** When the oldest work in progress started; null if there is none. */
  busySince(): Date | null
}

/** Creates a runner, which reports each of its runs. */
export function createQueueRunner<Row>(worker: QueueWorker<Row>, onRun: (run: QueueRun) => void): QueueRunner {
  const inProgress = new Map<Promise<void>, { row: Row; since: Date }>()
  let claiming: Promise<void> | undefined
  let isWoken = false
  let isClosed = false

  function wake() {
    isWoken = true
    claiming ??= claimWhileWoken().finally(() => {
      claiming = undefined
      if (shouldClaim()) wake()
    })
  }

  function shouldClaim() {
    return isWoken && !isClosed && inProgress.size < worker.concurrency
  }

  async function claimWhileWoken() {
    while (shouldClaim()) {
      isWoken = false
      const run = measureRun()
      try {
        const held = [...inProgress.values()].map(({ row }) => row)
        const rows = await worker.claim(worker.concurrency - held.length, held)
        for (const row of rows) begin(row)
        if (rows.length > 0) isWoken = true
        else if (inProgress.size === 0) onRun(run('idle'))
      } catch (error) {
        onRun(run('failed', error))
      }
    }
  }

  function begin(row: Row) {
    const run = measureRun()
    const task = worker.work(row).then(
      () => end('worked'),
      (error: unknown) => end('failed', error),
    )
    inProgress.set(task, { row, since: new Date() })
    function end(outcome: QueueRun['outcome'], error?: unknown) {
      inProgress.delete(task)
      onRun(run(outcome, error))
      wake()
    }
  }

  return {
    wake,
    close() {
      isClosed = true
    },
    async whenIdle() {
      while (claiming || inProgress.size > 0) await Promise.all([claiming, ...inProgress.keys()])
    },
    busySince: () => [...inProgress.values()][0]?.since ?? null,
  }
}

function measureRun() {
  const startedAt = performance.now()
  return (outcome: QueueRun['outcome'], error?: unknown): QueueRun => ({
    outcome,
    seconds: (performance.now() - startedAt) / 1_000,
    error,
  })
}
