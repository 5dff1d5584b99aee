import { happening } from './happening.ts'

type Log = { error(details: object, message: string): void }

export type Repeated = {
  /** Ends the repetition, and then when the present turn has ended. */
  stop(): Promise<void>
}

/** A turn of a job: there was something to do, there was nothing, or it failed, and of what. */
type Turn = { job: string; outcome: 'worked' | 'idle' | 'failed'; seconds: number; error?: unknown }

/** A job that this program does, as it stands. */
export type StandingJob = {
  name: string
  everySeconds: number
  /** Since when a turn is under way. */
  turnSince: Date | null
  /** When the next one begins; null while one is under way. */
  nextAt: Date | null
  /** Begins a turn now, or at once after the one that is under way. */
  wake(): void
}

const standing = new Set<StandingJob>()

/** The jobs that this program does now. */
export function standingJobs(): readonly StandingJob[] {
  return [...standing]
}

/** A turn of a job is over. */
export const turnTaken = happening<Turn>('turn')

/**
 * Does a piece of work again and again: at once as long as it answers that there was something to do, otherwise after a
 * pause. A failure is logged and comes round again like an idle turn.
 */
export function repeat(
  work: () => Promise<boolean>,
  { everySeconds, name, log }: { everySeconds: number; name: string; log: Log },
): Repeated {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  let isWoken = false
  const job: StandingJob = { name, everySeconds, turnSince: null, nextAt: null, wake }
  standing.add(job)

  async function takeTurn() {
    job.turnSince = new Date()
    job.nextAt = null
    isWoken = false
    let outcome: Turn['outcome'] = 'failed'
    let met: unknown
    const began = performance.now()
    try {
      outcome = (await work()) ? 'worked' : 'idle'
    } catch (error) {
      met = error
      log.error({ job: name, error: (error as Error).message }, 'job failed')
    }
    turnTaken.tell({ job: name, outcome, seconds: (performance.now() - began) / 1000, error: met })
    job.turnSince = null
    if (!isStopped) next(outcome === 'worked' || isWoken ? 0 : everySeconds)
  }

  function wake() {
    if (job.turnSince) isWoken = true
    else if (!isStopped) next(0)
  }

  function next(seconds: number) {
    clearTimeout(timer)
    job.nextAt = new Date(Date.now() + seconds * 1_000)
    timer = setTimeout(() => {
      turn = takeTurn()
    }, seconds * 1000)
  }

  next(0)
  return {
    async stop() {
      isStopped = true
      standing.delete(job)
      clearTimeout(timer)
      await turn
    },
  }
}
