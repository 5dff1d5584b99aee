import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type Repeated, repeat, standingJobs, turnTaken } from '#kit/server/repeat.ts'

type Log = Parameters<typeof repeat>[1]['log']
type Needs = { db: Database; clock: () => Date; log: Log; program?: string; everySeconds?: number }
type Window = {
  job: string
  beganAt: Date
  worked: number
  failed: number
  slowestMs: number
  errorKind: string | null
}

const ownName = 'report jobs'
/** How often what is long over is looked for. */
const forgetEvery = 720

/**
 * Writes down every few seconds how the jobs of this program stand and what they did since, and begins those that an operator
 * wishes. What is written does not grow with how much there is to do.
 */
export function reportJobs({
  db,
  clock,
  log,
  program = `${hostname()}:${process.pid}`,
  everySeconds = 5,
}: Needs): Repeated {
  let windows = new Map<string, Window>()
  let lookedAt = clock()
  let turns = 0

  const unlisten = turnTaken.listen(({ job, outcome, seconds, error }) => {
    if (job === ownName || outcome === 'idle') return
    const milliseconds = Math.round(seconds * 1_000)
    const known = windows.get(job)
    const window = known ?? {
      job,
      beganAt: new Date(clock().getTime() - milliseconds),
      ...{ worked: 0, failed: 0, slowestMs: 0, errorKind: null },
    }
    window[outcome]++
    window.slowestMs = Math.max(window.slowestMs, milliseconds)
    if (outcome === 'failed') window.errorKind = kindOf(error)
    windows.set(job, window)
  })

  async function report(): Promise<boolean> {
    const now = clock()
    const ended = [...windows.values()]
    windows = new Map()
    await writeStanding(db, program, now)
    await writeRuns(db, { program, windows: ended, now })
    for (const name of await wishesSince(db, lookedAt))
      for (const job of standingJobs()) if (job.name === name) job.wake()
    lookedAt = now
    if (turns++ % forgetEvery === 0) await forget(db, now)
    return false
  }

  const repeated = repeat(report, { everySeconds, name: ownName, log })
  return {
    async stop() {
      unlisten()
      await repeated.stop()
    },
  }
}

async function writeStanding(db: Database, program: string, now: Date) {
  const rows = standingJobs()
    .filter(({ name }) => name !== ownName)
    .map(({ name, everySeconds, turnSince, nextAt }) => ({
      job: name,
      program,
      every_seconds: everySeconds,
      turn_since: turnSince,
      next_at: nextAt,
      seen_at: now,
    }))
  if (rows.length === 0) return
  await db
    .insertInto('job_standing')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['job', 'program']).doUpdateSet((told) => ({
        every_seconds: told.ref('excluded.every_seconds'),
        turn_since: told.ref('excluded.turn_since'),
        next_at: told.ref('excluded.next_at'),
        seen_at: told.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

async function writeRuns(
  db: Database,
  { program, windows, now }: { program: string; windows: readonly Window[]; now: Date },
) {
  if (windows.length === 0) return
  const rows = windows.map(({ job, beganAt, worked, failed, slowestMs, errorKind }) => ({
    ...{ job, program, worked, failed },
    ...{ began_at: beganAt, ended_at: now, slowest_ms: slowestMs, error_kind: errorKind },
  }))
  await db.insertInto('job_run').values(rows).execute()
}

async function wishesSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('job_wish').where('wished_at', '>', since).select('job').execute()
  return rows.map(({ job }) => job)
}

/** Forgets programs and wishes after a day. */
async function forget(db: Database, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  await db.deleteFrom('job_standing').where('seen_at', '<', daysAgo(1)).execute()
  await db.deleteFrom('job_wish').where('wished_at', '<', daysAgo(1)).execute()
}

/** Notes that a job is to be done now. */
export async function wishJob(db: Database, job: string, now: Date) {
  await db
    .insertInto('job_wish')
    .values({ job, wished_at: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ wished_at: sql<Date>`excluded.wished_at` }))
    .execute()
}

// The words of an error may be somebody's; its code or its name is not.
function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const kind = typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
  return kind.slice(0, 60)
}
