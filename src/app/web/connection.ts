import { ConnectionLost } from '#kit/connection-lost.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'

/** After how long without an answer it is found out whether there is a connection: with the probe less than two seconds. */
export const suspectAfterMs = 1_000
const probeMs = 900
// A connection that was slow enough to be taken for dead is given longer.
const patientProbeMs = 5_000
const checkEveryMs = 2_000

type Waiting = { again: () => void }

/** What watches whether calls of a portal are answered. */
export type Connection = {
  /**
   * Fetches and reads the answer. What changes nothing is fetched again once a dead connection is back.
   * @throws ConnectionLost where nothing answers
   */
  read<T>(
    address: string,
    request: RequestInit,
    options: { isRepeatable: boolean; take: (response: Response) => Promise<T> },
  ): Promise<T>
  /** Finds out whether anything answers, and tells it of the page. */
  check(): Promise<void>
}

const connections = new WeakMap<Portal, Connection>()

/** The connection of a portal in a browser, the same for whatever asks. */
export function connectionOf(portal: Portal): Connection {
  const connection = connections.get(portal) ?? openConnection(portal)
  connections.set(portal, connection)
  return connection
}

function openConnection(portal: Portal): Connection {
  const waiting = new Set<Waiting>()
  let checking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOffline = () => portal.boot.outage?.kind === 'offline'

  function isBack() {
    if (!isOffline()) return
    changeBoot(portal, { outage: undefined })
    // What was asked over the dead connection gets no answer any more.
    for (const each of waiting) each.again()
  }

  function check(): Promise<void> {
    clearTimeout(timer)
    checking ??= probe().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function probe() {
    if (await answers(`${portal.basePath}/livez`, isOffline() ? patientProbeMs : probeMs)) return isBack()
    if (!isOffline()) changeBoot(portal, { outage: { kind: 'offline' } })
    timer = setTimeout(check, checkEveryMs)
  }

  addEventListener('offline', () => void check())
  addEventListener('online', () => void check())

  return {
    check,
    async read(address, request, { isRepeatable, take }) {
      for (;;) {
        const stop = new AbortController()
        const leave = () => stop.abort()
        request.signal?.addEventListener('abort', leave)
        let isStale = false
        const each: Waiting = {
          again() {
            isStale = isRepeatable
            if (isStale) stop.abort()
          },
        }
        const suspicion = setTimeout(() => void check(), suspectAfterMs)
        waiting.add(each)
        try {
          const answer = await take(await fetch(address, { ...request, signal: stop.signal }))
          isBack()
          return answer
        } catch (failure) {
          if (request.signal?.aborted) throw failure
          if (isStale) continue
          void check()
          throw new ConnectionLost(failure)
        } finally {
          clearTimeout(suspicion)
          waiting.delete(each)
          request.signal?.removeEventListener('abort', leave)
        }
      }
    },
  }
}

// Whatever is answered, something is there.
async function answers(address: string, withinMs: number): Promise<boolean> {
  try {
    await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(withinMs) })
    return true
  } catch {
    return false
  }
}
