import { holdsWords } from '#desks/common/holds-words.ts'

/** Turns that are over at once are not worth telling of. */
const runningAfterSeconds = 3
/** For how long a turn may last before it is looked at, and how long a program may say nothing before it is gone. */
const stuckAfterMinutes = 15
/** Jobs whose turn is a whole file, however large. */
const longJobs = ['take in dropped files', 'watched folder']
const longStuckAfterMinutes = 240
const goneAfterSeconds = 60
/** For how long a failure is what there is to say of a job that has not worked since. */
const failingHours = 24

type Standing = { job: string; turnSince: Date | null; seenAt: Date }

export const programStates = ['idle', 'running', 'stuck', 'gone'] as const
export type ProgramState = (typeof programStates)[number]

/** How a job stands on one program. */
export function programStateOf({ job, turnSince, seenAt }: Standing, now: Date): ProgramState {
  if (now.getTime() - seenAt.getTime() > goneAfterSeconds * 1_000) return 'gone'
  const milliseconds = turnSince ? now.getTime() - turnSince.getTime() : 0
  const mostMinutes = longJobs.includes(job) ? longStuckAfterMinutes : stuckAfterMinutes
  if (milliseconds > mostMinutes * 60_000) return 'stuck'
  return milliseconds > runningAfterSeconds * 1_000 ? 'running' : 'idle'
}

export const jobStates = ['stuck', 'failing', 'gone', 'running', 'idle'] as const
export type JobState = (typeof jobStates)[number]

type Job = { programs: readonly ProgramState[]; lastFailed: Date | null; lastWorked: Date | null }

/** How a job stands altogether: by the worst that is to be said, of programs that are still there. */
export function jobStateOf({ programs, lastFailed, lastWorked }: Job, now: Date): JobState {
  if (programs.includes('stuck')) return 'stuck'
  if (programs.every((state) => state === 'gone')) return 'gone'
  const isRecent = lastFailed !== null && now.getTime() - lastFailed.getTime() < failingHours * 3_600_000
  if (isRecent && (lastWorked === null || lastWorked < lastFailed)) return 'failing'
  return programs.includes('running') ? 'running' : 'idle'
}

type Narrowed = { q: string; state?: JobState }

/** The jobs in a state that are called so, by what they do in the reader's words or by their own name. */
export function jobsFound<Job extends { name: string; state: JobState }>(
  jobs: readonly Job[],
  { q, state }: Narrowed,
  words: Readonly<Record<string, string>>,
): Job[] {
  return jobs.filter((job) => (!state || job.state === state) && holdsWords(`${words[job.name] ?? ''} ${job.name}`, q))
}
