import { ConnectionLostError } from '#kit/connection-lost.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'

/**
 * The delay in milliseconds after which an unanswered call triggers a connection probe: under two seconds including the
 * probe.
 */
export const suspectAfterMs = 1_000
const probeMs = 900
// A connection slow enough to count as lost gets longer probes.
const patientProbeMs = 5_000
const checkEveryMs = 2_000

type PendingRead = {
  signal: AbortSignal
  /** Breaks the request off to be sent again, if it may be. */
  retry: () => void
  isStale: () => boolean
  end: () => void
}

/** Watches whether calls of a portal are answered. */
export type Connection = {
  /**
   * Fetches and reads the answer. Repeatable requests are fetched again once a lost connection is back.
   * @throws ConnectionLostError if nothing answers
   */
  read<T>(
    address: string,
    request: RequestInit,
    options: { isRepeatable: boolean; readResponse: (response: Response) => Promise<T> },
  ): Promise<T>
  /** Probes the connection, and updates the page's outage state. */
  check(): Promise<void>
}

const connections = new WeakMap<Portal, Connection>()

/** Returns the connection of a portal in a browser, the same for all callers. */
export function connectionOf(portal: Portal): Connection {
  const connection = connections.get(portal) ?? openConnection(portal)
  connections.set(portal, connection)
  return connection
}

function openConnection(portal: Portal): Connection {
  const pendingReads = new Set<PendingRead>()
  let checking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOffline = () => portal.boot.outage?.kind === 'offline'

  function markOnline() {
    if (!isOffline()) return
    changeBoot(portal, { outage: undefined })
    // Requests on the lost connection will get no answer any more.
    for (const each of pendingReads) each.retry()
  }

  function check(): Promise<void> {
    clearTimeout(timer)
    checking ??= probe().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function probe() {
    if (await isReachable(`${portal.basePath}/livez`, isOffline() ? patientProbeMs : probeMs)) return markOnline()
    if (!isOffline()) changeBoot(portal, { outage: { kind: 'offline' } })
    timer = setTimeout(check, checkEveryMs)
  }

  addEventListener('offline', () => void check())
  addEventListener('online', () => void check())

  return {
    check,
    async read(address, request, { isRepeatable, readResponse }) {
      for (;;) {
        const each = startRead(request.signal, isRepeatable)
        const suspicion = setTimeout(() => void check(), suspectAfterMs)
        pendingReads.add(each)
        try {
          const answer = await readResponse(await fetch(address, { ...request, signal: each.signal }))
          markOnline()
          return answer
        } catch (failure) {
          if (request.signal?.aborted) throw failure
          if (each.isStale()) continue
          void check()
          throw new ConnectionLostError(failure)
        } finally {
          clearTimeout(suspicion)
          pendingReads.delete(each)
          each.end()
        }
      }
    },
  }
}

/** Starts a request that the caller's signal aborts, and that is broken off when it gets no answer any more. */
function startRead(signal: AbortSignal | null | undefined, isRepeatable: boolean): PendingRead {
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal?.addEventListener('abort', onAbort)
  let isStale = false
  return {
    signal: stop.signal,
    retry() {
      isStale = isRepeatable
      if (isStale) stop.abort()
    },
    isStale: () => isStale,
    end: () => signal?.removeEventListener('abort', onAbort),
  }
}

// Any answer means that the server is reachable.
async function isReachable(address: string, withinMs: number): Promise<boolean> {
  try {
    await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(withinMs) })
    return true
  } catch {
    return false
  }
}
