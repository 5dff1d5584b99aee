import type { Fetch } from '#kit/server/outside-fetch.ts'
import { parseDsn } from './dsn.ts'
import { envelopeOf, type Failure } from './event.ts'

type Needs = {
  /** Where reports go at present; empty: nowhere. */
  dsn: () => string
  release: string
  clock: () => Date
  /** How the receiver is asked. */
  fetch?: Fetch
  log: { warn(details: object, message: string): void }
}

const patienceMilliseconds = 3_000
// What breaks at every request is known after the first few.
const mostAMinute = 30

/** Sends failures to where errors are gathered. Whoever tells does not wait, and a report that does not arrive is only logged. */
export function errorReports({ dsn, release, clock, log, fetch = globalThis.fetch }: Needs): {
  tell(failure: Failure): void
} {
  let minute = 0
  let sentInMinute = 0

  function isAllowed(now: Date): boolean {
    const present = Math.floor(now.getTime() / 60_000)
    if (present !== minute) {
      minute = present
      sentInMinute = 0
    }
    return sentInMinute++ < mostAMinute
  }

  async function send(failure: Failure) {
    const to = parseDsn(dsn())
    const at = clock()
    if (!to || !isAllowed(at)) return
    const answer = await fetch(to.envelopeUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=llum/${release}, sentry_key=${to.key}`,
      },
      body: envelopeOf(failure, { release, at }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMilliseconds),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
  }

  return {
    tell(failure) {
      send(failure).catch((error: Error) => log.warn({ reason: error.message }, 'error not reported'))
    },
  }
}
