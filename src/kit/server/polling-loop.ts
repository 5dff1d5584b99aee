import { eventChannel } from './event-channel.ts'

type Log = { error(details: object, message: string): void }

export type PollingLoop = {
  /** Stops the loop. Resolves when the current run has ended. */
  stop(): Promise<void>
}

/** A loop that also starts a run on request: now, or right after the one that is under way. */
export type WakeableLoop = PollingLoop & { wake(): void }

/** A run of a job: it had work, it was idle, or it failed with an error. */
type JobRun = { job: string; outcome: 'worked' | 'idle' | 'failed'; seconds: number; error?: unknown }

/** A background job of this process, with its current state. */
export type RunningJob = {
  name: string
  everySeconds: number
  /** When the current run started; null while none is under way. */
  runningSince: Date | null
  /** When the next run starts; null while one is under way. */
  nextAt: Date | null
  /** Starts a run now, or right after the one that is under way. */
  wake(): void
}

const runningJobs = new Set<RunningJob>()

/** Returns the jobs that this process runs now. */
export function listRunningJobs(): readonly RunningJob[] {
  return [...runningJobs]
}

/** Adds a job to those that this process runs. @returns a function that removes it. */
export function registerRunningJob(job: RunningJob): () => void {
  runningJobs.add(job)
  return () => runningJobs.delete(job)
}

/** Published when a run of a job has ended. */
export const jobRunFinished = eventChannel<JobRun>('turn')

type PollingLoopOptions = {
  everySeconds: number
  name: string
  log: Log
  /** Whether one run does all that there is to do, so that a pause follows in any case. */
  isComplete?: boolean
}

/**
 * Runs work repeatedly: again at once while it reports that there was something to do, otherwise after a pause. A
 * failure is logged and retried after the same pause as an idle run.
 */
export function startPollingLoop(
  work: () => Promise<boolean>,
  { everySeconds, name, log, isComplete = false }: PollingLoopOptions,
): WakeableLoop {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let currentRun = Promise.resolve()
  let isWoken = false
  const job: RunningJob = { name, everySeconds, runningSince: null, nextAt: null, wake }
  const unregister = registerRunningJob(job)

  async function runOnce() {
    job.runningSince = new Date()
    job.nextAt = null
    isWoken = false
    let outcome: JobRun['outcome'] = 'failed'
    let failure: unknown
    const startedAt = performance.now()
    try {
      outcome = (await work()) ? 'worked' : 'idle'
    } catch (error) {
      failure = error
      log.error({ job: name, error: (error as Error).message }, 'job failed')
    }
    jobRunFinished.publish({ job: name, outcome, seconds: (performance.now() - startedAt) / 1000, error: failure })
    job.runningSince = null
    const isAtOnce = isWoken || (outcome === 'worked' && !isComplete)
    if (!isStopped) scheduleNext(isAtOnce ? 0 : everySeconds)
  }

  function wake() {
    if (job.runningSince) isWoken = true
    else if (!isStopped) scheduleNext(0)
  }

  function scheduleNext(seconds: number) {
    clearTimeout(timer)
    job.nextAt = new Date(Date.now() + seconds * 1_000)
    timer = setTimeout(() => {
      currentRun = runOnce()
    }, seconds * 1000)
  }

  scheduleNext(0)
  return {
    wake,
    async stop() {
      isStopped = true
      unregister()
      clearTimeout(timer)
      await currentRun
    },
  }
}
