import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createQueueWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import { collectAgreedDates } from './collect-agreed-dates.ts'
import { collectContracts, nextCollection } from './collect-contracts.ts'
import { collectProofs } from './collect-proofs.ts'
import { type NoticeRow, noticeKeyOf, noticeQueue, updateNotice } from './notice-store.ts'
import { type NoticeDeps, prepareNotice } from './prepare-notice.ts'
import { createSharedReads } from './shared-reads.ts'

/** How many notices a process prepares at the same time: each holds one year of a curve and one drawn document. */
const concurrency = 4

type RevisionJobDeps = NoticeDeps & Pick<WatchedJobDeps, 'log'>

/** Creates the worker that prepares notices. One that cannot be prepared is shown to operators as failed. */
export function createNoticeWorker({ log, ...deps }: RevisionJobDeps): QueueWorker<NoticeRow> {
  const { db, clock } = deps
  const reads = createSharedReads(db)
  return createQueueWorker({
    ...{ db, clock, queue: noticeQueue, concurrency },
    work: (row) => prepareNotice(deps, row, reads),
    async onFailure(row, error, { isLast }) {
      log.error({ noticeId: row.notice_id, error: error.message }, 'notice of a revision not prepared')
      if (isLast) await updateNotice(db, noticeKeyOf(row), ['waiting'], { state: 'failed' })
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
    startPollingLoop(() => collectProofs(deps), { everySeconds: 60, name: 'collect proofs of notices', log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
