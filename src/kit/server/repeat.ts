import { happening } from './happening.ts'

type Log = { error(details: object, message: string): void }

export type Repeated = {
  /** Ends the repetition, and then when the present turn has ended. */
  stop(): Promise<void>
}

/** A turn of a job: there was something to do, there was nothing, or it failed, and of what. */
type Turn = { job: string; outcome: 'worked' | 'idle' | 'failed'; seconds: number; error?: unknown }

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

  async function takeTurn() {
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
    if (!isStopped) next(outcome === 'worked' ? 0 : everySeconds)
  }

  function next(seconds: number) {
    timer = setTimeout(() => {
      turn = takeTurn()
    }, seconds * 1000)
  }

  next(0)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
