import { boundOf } from '#desks/figures/rules.ts'
import { addCounts, type Counted } from '#desks/figures/server/day-counts.ts'
import { signedIn } from '#domains/session/server/entry.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Context } from './context.ts'
import { requestAnswered } from './http.ts'

type Needs = Pick<Context, 'db' | 'clock'> & { log: { error(details: object, message: string): void } }

/**
 * Counts what this program sees of sign-ins and answers, and adds it each minute to what all of them count together. Whoever
 * is killed loses a minute of it; where the database does not answer it is kept for the next one.
 */
export function startCounting({ db, clock, log }: Needs): Repeated {
  let counts = new Map<string, Counted>()

  function count(what: Counted['what'], detail: string, times = 1) {
    const day = marketDayOf(clock(), 'Europe/Madrid')
    add({ day, what, detail, count: times })
  }

  function add(counted: Counted) {
    const key = `${counted.day} ${counted.what} ${counted.detail}`
    const before = counts.get(key)?.count ?? 0
    counts.set(key, { ...counted, count: before + counted.count })
  }

  async function tell() {
    const told = [...counts.values()]
    counts = new Map()
    try {
      await addCounts(db, told)
    } catch (error) {
      for (const counted of told) add(counted)
      throw error
    }
    return false
  }

  const ends = [
    signedIn.listen(() => count('sign_in', 'person')),
    requestAnswered.listen(({ request, reply }) => {
      // Files and probes would make everything look fast.
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (!request.routeOptions.config.call && !isPage) return
      count('answer', String(boundOf(reply.elapsedTime)))
      if (reply.statusCode >= 500) count('answer_failed', String(reply.statusCode))
    }),
  ]
  const told = repeat(tell, { everySeconds: 60, name: 'tell what was counted', log })
  return {
    async stop() {
      for (const end of ends) end()
      await told.stop()
      await tell().catch(({ message }: Error) => log.error({ error: message }, 'counts lost'))
    },
  }
}
