import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DatabaseWatch } from '#kit/server/database-watch.ts'
import { jobRunFinished, listRunningJobs, type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { msPerDay } from '#vocabulary/durations.ts'

type Log = Parameters<typeof startPollingLoop>[1]['log']
type ReportJobsDeps = {
  db: Database
  watch: DatabaseWatch
  clock: () => Date
  log: Log
  program?: string
  everySeconds?: number
}
type RunWindow = {
  job: string
  beganAt: Date
  worked: number
  failed: number
  slowestMs: number
  errorKind: string | null
}

const reporterName = 'report jobs'
/** The number of reports between two clean-ups of old rows. */
const cleanUpInterval = 240

/**
 * Stores regularly the state and runs of this process's jobs, and starts those that an operator has requested.
 * The amount of data written does not depend on the workload.
 */
export function reportJobs({
  db,
  watch,
  clock,
  log,
  program = `${hostname()}:${process.pid}`,
  everySeconds = 15,
}: ReportJobsDeps): PollingLoop {
  let windows = new Map<string, RunWindow>()
  const startedAt = clock()
  let iterations = 0

  const unsubscribe = jobRunFinished.subscribe(({ job, outcome, seconds, error }) => {
    if (job === reporterName || outcome === 'idle') return
    const milliseconds = Math.round(seconds * 1_000)
    const existing = windows.get(job)
    const window = existing ?? {
      job,
      beganAt: new Date(clock().getTime() - milliseconds),
      ...{ worked: 0, failed: 0, slowestMs: 0, errorKind: null },
    }
    window[outcome]++
    window.slowestMs = Math.max(window.slowestMs, milliseconds)
    if (outcome === 'failed') window.errorKind = errorKindOf(error)
    windows.set(job, window)
  })

  async function report(): Promise<boolean> {
    const now = clock()
    const ended = [...windows.values()]
    windows = new Map()
    await saveJobStatus(db, program, now)
    await saveRuns(db, { program, windows: ended, now })
    if (iterations++ % cleanUpInterval === 0) await deleteOldRows(db, now)
    return false
  }

  const loop = startPollingLoop(report, { everySeconds, name: reporterName, log })
  const unfollow = followRunRequests(watch, startedAt)
  return {
    async stop() {
      unsubscribe()
      unfollow()
      await loop.stop()
    },
  }
}

async function saveJobStatus(db: Database, program: string, now: Date) {
  const rows = listRunningJobs()
    .filter(({ name }) => name !== reporterName)
    .map(({ name, everySeconds, runningSince, nextAt }) => ({
      job: name,
      program,
      every_seconds: everySeconds,
      turn_since: runningSince,
      next_at: nextAt,
      seen_at: now,
    }))
  if (rows.length === 0) return
  await db
    .insertInto('job_standing')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['job', 'program']).doUpdateSet((expression) => ({
        every_seconds: expression.ref('excluded.every_seconds'),
        turn_since: expression.ref('excluded.turn_since'),
        next_at: expression.ref('excluded.next_at'),
        seen_at: expression.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

async function saveRuns(
  db: Database,
  { program, windows, now }: { program: string; windows: readonly RunWindow[]; now: Date },
) {
  if (windows.length === 0) return
  const rows = windows.map(({ job, beganAt, worked, failed, slowestMs, errorKind }) => ({
    ...{ job, program, worked, failed },
    ...{ began_at: beganAt, ended_at: now, slowest_ms: slowestMs, error_kind: errorKind },
  }))
  await db.insertInto('job_run').values(rows).execute()
}

/** Starts the jobs that are requested from now on. @returns a function that ends it. */
function followRunRequests(watch: DatabaseWatch, since: Date): () => void {
  let handledUntil = since
  return watch.follow({
    query: sql`select json_object_agg(job, wished_at) from job_wish`,
    onValue(value) {
      const requests = Object.entries(JSON.parse(value ?? '{}') as Record<string, string>)
      const latest = new Date(Math.max(+handledUntil, ...requests.map(([, at]) => Date.parse(at))))
      for (const [name, at] of requests)
        if (new Date(at) > handledUntil) for (const job of listRunningJobs()) if (job.name === name) job.wake()
      handledUntil = latest
    },
  })
}

/** Deletes the rows of processes and run requests after a day. */
async function deleteOldRows(db: Database, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * msPerDay)
  await db.deleteFrom('job_standing').where('seen_at', '<', daysAgo(1)).execute()
  await db.deleteFrom('job_wish').where('wished_at', '<', daysAgo(1)).execute()
}

/** Stores a request to run a job now. */
export async function requestJobRun(db: Database, job: string, now: Date) {
  await db
    .insertInto('job_wish')
    .values({ job, wished_at: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ wished_at: sql<Date>`excluded.wished_at` }))
    .execute()
}

// Error messages may contain personal data; codes and names do not.
function errorKindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const kind = typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
  return kind.slice(0, 60)
}
