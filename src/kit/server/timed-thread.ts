import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that does one task after the other, none for longer than allowed. */
export type TimedThread<Task, Result> = {
  /** Returns the result of a task; undefined if it took too long, needed too much memory or failed. */
  run(task: Task): Promise<Result | undefined>
  close(): Promise<void>
}

/** What a task may use. Buffers, which the heap does not count, are looked at while it runs. */
export type ThreadLimits = { timeLimitMs: number; maxHeapMb: number; maxBufferMb: number }

const memoryCheckMs = 100

/**
 * Returns a thread that starts `script` with the first task. The script answers each message with one. After a task
 * without a result the next one gets a new thread.
 */
export function openTimedThread<Task, Result>(
  script: URL,
  { timeLimitMs, maxHeapMb, maxBufferMb }: ThreadLimits,
): TimedThread<Task, Result> {
  let thread: Worker | null = null

  async function close() {
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    // Whoever waits for a result hears of an error too. Without this one, an error between two tasks would end the process.
    started.on('error', () => {})
    started.on('exit', () => {
      if (thread === started) thread = null
    })
    return started
  }

  return {
    async run(task) {
      thread ??= start()
      thread.postMessage(task)
      const memory = watchBuffers(thread, maxBufferMb)
      const signal = AbortSignal.any([AbortSignal.timeout(timeLimitMs), memory.signal])
      try {
        const [result] = await once(thread, 'message', { signal })
        return result
      } catch {
        await close()
        return undefined
      } finally {
        memory.stop()
      }
    },
    close,
  }
}

/** Aborts a signal once the buffers of a thread hold more than allowed. */
function watchBuffers(thread: Worker, maxBufferMb: number) {
  const exceeded = new AbortController()
  const timer = setInterval(async () => {
    // A thread that has just ended has no statistics.
    const statistics = await thread.getHeapStatistics().catch(() => null)
    if (statistics && statistics.external_memory > maxBufferMb * 1_000_000) exceeded.abort()
  }, memoryCheckMs)
  return { signal: exceeded.signal, stop: () => clearInterval(timer) }
}
