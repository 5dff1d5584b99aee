import { responseTimeBound } from '#backoffice/statistics/rules.ts'
import { addCounts, type DayCount } from '#backoffice/statistics/server/day-counts.ts'
import { signInChannel } from '#domains/session/server/sign-in/sign-in.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { requestAnswered } from '../http/http-server.ts'
import type { Context } from '../wiring/context.ts'

type DayCountsDeps = Pick<Context, 'db' | 'clock'> & { log: { error(details: object, message: string): void } }

/**
 * Counts sign-ins and answers of this program, and adds them every minute to the shared totals. A killed program loses
 * at most a minute; while the database does not answer, counts are held for the next round.
 */
export function startDayCounts({ db, clock, log }: DayCountsDeps): PollingLoop {
  let counts = new Map<string, DayCount>()

  function count(what: DayCount['what'], detail: string, times = 1) {
    const day = marketDayOf(clock(), 'Europe/Madrid')
    add({ day, what, detail, count: times })
  }

  function add(counted: DayCount) {
    const key = `${counted.day} ${counted.what} ${counted.detail}`
    const before = counts.get(key)?.count ?? 0
    counts.set(key, { ...counted, count: before + counted.count })
  }

  async function flushCounts() {
    const flushedCounts = [...counts.values()]
    counts = new Map()
    try {
      await addCounts(db, flushedCounts)
    } catch (error) {
      for (const counted of flushedCounts) add(counted)
      throw error
    }
    return false
  }

  const unsubscribes = [
    signInChannel.subscribe(() => count('sign_in', 'person')),
    requestAnswered.subscribe(({ request, reply }) => {
      // Files and health checks would skew the durations.
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (!request.routeOptions.config.call && !isPage) return
      count('answer', String(responseTimeBound(reply.elapsedTime)))
      if (reply.statusCode >= 500) count('answer_failed', String(reply.statusCode))
    }),
  ]
  const flushedCounts = startPollingLoop(flushCounts, { everySeconds: 60, name: 'tell what was counted', log })
  return {
    async stop() {
      for (const end of unsubscribes) end()
      await flushedCounts.stop()
      await flushCounts().catch(({ message }: Error) => log.error({ error: message }, 'counts lost'))
    },
  }
}
