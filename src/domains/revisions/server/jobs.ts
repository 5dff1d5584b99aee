import { concurrencyLimit } from '#kit/server/concurrency-limit.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createBatchWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import { collectAgreedDates } from './collect-agreed-dates.ts'
import { collectContracts, nextCollection } from './collect-contracts.ts'
import { collectProofs } from './collect-proofs.ts'
import { type NoticeRow, noticeQueue, updateNotices } from './notice-store.ts'
import { type NoticeDeps, prepareNotices } from './prepare-notices.ts'
import { createSharedReads } from './shared-reads.ts'

/** How many notices are claimed, read and sent together. */
const batchSize = 50
/** How many batches a process has in hand: while one waits for the database, another one is drawn. */
const concurrency = 2
/** How many notices of them a process prepares at the same time: each holds one drawn document. */
const maxConcurrentNotices = 4

type RevisionJobDeps = NoticeDeps & Pick<WatchedJobDeps, 'log'>

/** Creates the worker that prepares notices. One that cannot be prepared is shown to operators as failed. */
export function createNoticeWorker({ log, ...deps }: RevisionJobDeps): QueueWorker<readonly NoticeRow[]> {
  const { db, clock } = deps
  const runLimited = concurrencyLimit({ maxConcurrent: maxConcurrentNotices, maxQueued: Number.POSITIVE_INFINITY })
  const prepareDeps = { ...deps, runLimited, reads: createSharedReads(db) }
  return createBatchWorker({
    ...{ db, clock, queue: noticeQueue, concurrency, batchSize },
    workOn: (rows) => prepareNotices(prepareDeps, rows),
    async onFailure(row, error, { isLast }) {
      log.error({ noticeId: row.notice_id, error: error.message }, 'notice of a revision not prepared')
      if (isLast) await updateNotices(db, [row], 'waiting', { state: 'failed' })
    },
  })
}

/** Starts to collect the contracts of revisions, to prepare their notices and to collect the proofs of their delivery. Any number of workers may run it at once. */
export function startRevisionJobs(deps: RevisionJobDeps & Pick<WatchedJobDeps, 'watch'>): PollingLoop {
  const { watch, clock, log } = deps
  const jobs = [
    startWatchedLoop(() => collectContracts(deps), {
      ...{ name: 'collect contracts of revisions', nextDue: nextCollection, everySeconds: 3_600, watch, clock, log },
    }),
    startQueueJob(noticeQueue, createNoticeWorker(deps), { name: 'prepare notices of revisions', watch, clock, log }),
    startPollingLoop(() => collectAgreedDates(deps), {
      ...{ everySeconds: 3_600, name: 'collect agreed dates of contracts', log },
    }),
    startPollingLoop(() => collectProofs(deps), {
      ...{ everySeconds: 60, name: 'collect proofs of notices', log, isComplete: true },
    }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
