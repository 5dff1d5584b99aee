import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isRefused } from '#kit/refusal.ts'
import { concurrencyLimit } from '#kit/server/concurrency-limit.ts'
import { createDeadlineError, currentDeadline } from '#kit/server/deadline.ts'
import type { TemplatedPage, TemplateRequest } from './page-template.ts'
import { type FromWorker, type ProgramName, type ToWorker, toError, toSentError } from './page-worker-messages.ts'

/** Renders pages in other threads. */
export type PageWorkers = {
  render(program: ProgramName, request: TemplateRequest): Promise<TemplatedPage>
  stop(): Promise<void>
}

// One core remains for the calls.
const workerCount = Math.min(Math.max(availableParallelism() - 1, 1), 4)
// While a page waits for its calls, another one is rendered. More at once would only take more memory.
const pagesPerWorker = 3
// So many take about two seconds. More would only wait for longer than a browser takes to render them.
const maxQueuedPages = 120

// Several times what all pages need. Without it garbage would be collected late, when there is much of it.
const maxOldGenerationSizeMb = 192

/** How many pages are rendered at the same time, and how many wait for their turn. */
export type PageLimits = { maxConcurrent: number; maxQueued: number }

const defaultLimits: PageLimits = { maxConcurrent: workerCount * pagesPerWorker, maxQueued: maxQueuedPages }

/**
 * Renders pages by the built program in `entry`, a file URL, in threads that start with the first page. The calls of a
 * page are made in this thread. A page for which too many others are queued is not rendered. @throws Refused 504 when
 * the time of a page was over before its turn.
 */
export function openPageWorkers(entry: string, limits: PageLimits = defaultLimits): PageWorkers {
  let workers: PageWorker[] = []
  const runLimited = concurrencyLimit(limits)

  function leastBusyWorker(): PageWorker {
    if (workers.length < workerCount) {
      const worker = startPageWorker(entry, () => {
        workers = workers.filter((each) => each !== worker)
      })
      workers.push(worker)
    }
    return workers.toSorted((one, other) => one.pageCount() - other.pageCount())[0]!
  }

  return {
    async render(program, request) {
      try {
        return await runLimited(() => {
          if (currentDeadline()?.isOver) throw createDeadlineError()
          return leastBusyWorker().render(program, request)
        })
      } catch (error) {
        if (isRefused(error) && error.code === 'unavailable') return { kind: 'busy' }
        throw error
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

type PageWorker = PageWorkers & { pageCount(): number }

type PendingPage = {
  resolve: (page: TemplatedPage) => void
  reject: (error: Error) => void
  /** Makes a call of the page in the context of its request. */
  transport: TemplateRequest['transport']
}

function startPageWorker(entry: string, onEnd: () => void): PageWorker {
  const thread = new Worker(new URL('./page-worker.ts', import.meta.url), {
    workerData: { entry },
    resourceLimits: { maxOldGenerationSizeMb },
  })
  thread.unref()
  const pages = new Map<number, PendingPage>()
  let orderCount = 0
  const post = (message: ToWorker, transferred: ArrayBuffer[] = []) => thread.postMessage(message, transferred)

  let cause = new Error('The thread that renders pages has ended.')
  thread.on('error', (error: Error) => {
    cause = error
  })
  // Follows an error too, so that a thread ends once.
  thread.on('exit', () => {
    onEnd()
    for (const page of pages.values()) page.reject(cause)
    pages.clear()
  })

  thread.on('message', (message: FromWorker) => {
    const page = pages.get(message.id)
    if (!page) return
    if (message.kind === 'call') {
      const { callId } = message
      page.transport(message.call).then(
        ({ status, body }) => {
          // The page cache may still use the response.
          const copy = new Uint8Array(body)
          post({ kind: 'response', callId, response: { status, body: copy } }, [copy.buffer])
        },
        (error: unknown) => post({ kind: 'callFailed', callId, error: toSentError(error) }),
      )
      return
    }
    pages.delete(message.id)
    page.resolve(message.kind === 'rendered' ? message.page : { kind: 'failed', error: toError(message.error) })
  })

  return {
    pageCount: () => pages.size,
    render(program, { transport, ...request }) {
      const id = ++orderCount
      const inContext = AsyncLocalStorage.snapshot()
      return new Promise((resolve, reject) => {
        pages.set(id, { resolve, reject, transport: (call) => inContext(transport, call) })
        post({ kind: 'render', id, program, ...request })
      })
    },
    async stop() {
      await thread.terminate()
    },
  }
}
