import { matchesSearch } from '#kit/backoffice/search-terms.ts'
import { msPerHour } from '#vocabulary/durations.ts'

/** Shorter runs are not shown as running. */
const runningAfterSeconds = 3
/** How many minutes a run may last before it counts as stuck. */
const stuckAfterMinutes = 15
/** Jobs in which a run handles a whole file of any size. */
const longJobs = ['take in dropped files', 'watched folder']
const longStuckAfterMinutes = 240
const goneAfterSeconds = 60
/** For how many hours a failure determines the state of a job that has not succeeded since. */
const failingHours = 24

type JobStatusRow = { job: string; turnSince: Date | null; seenAt: Date }

export const programStates = ['idle', 'running', 'stuck', 'gone'] as const
export type ProgramState = (typeof programStates)[number]

/** Returns the state of a job on one process. */
export function programStateOf({ job, turnSince, seenAt }: JobStatusRow, now: Date): ProgramState {
  if (now.getTime() - seenAt.getTime() > goneAfterSeconds * 1_000) return 'gone'
  const milliseconds = turnSince ? now.getTime() - turnSince.getTime() : 0
  const maxMinutes = longJobs.includes(job) ? longStuckAfterMinutes : stuckAfterMinutes
  if (milliseconds > maxMinutes * 60_000) return 'stuck'
  return milliseconds > runningAfterSeconds * 1_000 ? 'running' : 'idle'
}

export const jobStates = ['stuck', 'failing', 'gone', 'running', 'idle'] as const
export type JobState = (typeof jobStates)[number]

type JobSummary = { programs: readonly ProgramState[]; lastFailed: Date | null; lastWorked: Date | null }

/** Returns the overall state of a job: the worst state on any process that is still alive. */
export function jobStateOf({ programs, lastFailed, lastWorked }: JobSummary, now: Date): JobState {
  if (programs.includes('stuck')) return 'stuck'
  if (programs.every((state) => state === 'gone')) return 'gone'
  const isRecent = lastFailed !== null && now.getTime() - lastFailed.getTime() < failingHours * msPerHour
  if (isRecent && (lastWorked === null || lastWorked < lastFailed)) return 'failing'
  return programs.includes('running') ? 'running' : 'idle'
}

type JobFilter = { q: string; state?: JobState }

/** Returns the jobs in a state whose translated or internal name matches the query. */
export function filterJobs<Job extends { name: string; state: JobState }>(
  jobs: readonly Job[],
  { q, state }: JobFilter,
  names: Readonly<Record<string, string>>,
): Job[] {
  return jobs.filter(
    (job) => (!state || job.state === state) && matchesSearch(`${names[job.name] ?? ''} ${job.name}`, q),
  )
}
