type Log = { error(details: object, message: string): void }

export type Repeated = {
  /** Ends the repetition, and then when the present turn has ended. */
  stop(): Promise<void>
}

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
    let wasBusy = false
    try {
      wasBusy = await work()
    } catch (error) {
      log.error({ job: name, error: (error as Error).message }, 'job failed')
    }
    if (!isStopped) next(wasBusy ? 0 : everySeconds)
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
