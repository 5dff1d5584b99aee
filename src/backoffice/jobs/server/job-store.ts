import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { JobRun, ListedJob } from '../api.ts'
import { jobStateOf, jobStates, programStateOf } from '../rules.ts'

type RunRow = Omit<JobRun, 'began_at'> & { job: string; began_at: Date }

const runColumns = ['job', 'program', 'began_at', 'worked', 'failed', 'slowest_ms', 'error_kind'] as const

/** Returns every job run by a process within the last day, worst state first. */
export async function findJobs(db: Database, now: Date): Promise<ListedJob[]> {
  const statuses = await db.selectFrom('job_standing').orderBy('job').orderBy('program').selectAll().execute()
  const lastRuns = await db
    .selectFrom('job_run')
    .distinctOn('job')
    .orderBy('job')
    .orderBy('job_run_id', 'desc')
    .select(runColumns)
    .execute()
  const today = new Date(now.getTime() - msPerDay)
  const { rows: counts } = await sql<{ job: string; failures: number; failed_at: Date | null; worked_at: Date | null }>`
    select job, sum(failed)::integer as failures,
      max(ended_at) filter (where failed > 0) as failed_at, max(ended_at) filter (where worked > 0) as worked_at
    from job_run where ended_at > ${today} group by job`.execute(db)

  const names = [...new Set(statuses.map(({ job }) => job))]
  const jobs = names.map((name): ListedJob => {
    const programs = statuses
      .filter(({ job }) => job === name)
      .map((row) => ({
        program: row.program,
        state: programStateOf({ job: name, turnSince: row.turn_since, seenAt: row.seen_at }, now),
        turn_since: row.turn_since?.toISOString() ?? null,
        next_at: row.next_at?.toISOString() ?? null,
        seen_at: row.seen_at.toISOString(),
      }))
    const count = counts.find(({ job }) => job === name)
    const last = lastRuns.find(({ job }) => job === name)
    const outcome = { lastFailed: count?.failed_at ?? null, lastWorked: count?.worked_at ?? null }
    return {
      name,
      state: jobStateOf({ programs: programs.map(({ state }) => state), ...outcome }, now),
      every_seconds: Math.max(...statuses.filter(({ job }) => job === name).map((row) => row.every_seconds)),
      programs,
      last_run: last ? presentRun(last) : null,
      failures: count?.failures ?? 0,
    }
  })
  return jobs.sort((one, other) => jobStates.indexOf(one.state) - jobStates.indexOf(other.state))
}

/** Returns a job by the name from a URL. */
export async function findJob(db: Database, name: string, now: Date): Promise<ListedJob | undefined> {
  return (await findJobs(db, now)).find((job) => job.name === name)
}

/** Returns the runs of a job, newest first. */
export async function findRuns(
  db: Database,
  { job, offset, limit }: { job: string; offset: number; limit: number },
): Promise<{ runs: JobRun[]; total: number }> {
  const runs = await db
    .selectFrom('job_run')
    .where('job', '=', job)
    .orderBy('job_run_id', 'desc')
    .limit(limit)
    .offset(offset)
    .select(runColumns)
    .execute()
  const { total } = await db
    .selectFrom('job_run')
    .where('job', '=', job)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  return { runs: runs.map(presentRun), total }
}

function presentRun({ job: _, began_at, ...run }: RunRow): JobRun {
  return { ...run, began_at: began_at.toISOString() }
}
