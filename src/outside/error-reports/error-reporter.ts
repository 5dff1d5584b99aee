import type { Fetch } from '#kit/server/outbound-fetch.ts'
import { parseDsn } from './dsn.ts'
import { buildEnvelope, type ReportedFailure } from './envelope.ts'

type ErrorReporterOptions = {
  /** The current destination of reports; empty for none. */
  dsn: () => string
  release: string
  clock: () => Date
  /** The HTTP client with which the receiver is called. */
  fetch?: Fetch
  log: { warn(details: object, message: string): void }
}

const timeoutMilliseconds = 3_000
// An error that occurs at every request is known after the first few reports.
const maxReportsPerMinute = 30

/**
 * Creates a reporter that sends failures to an error tracker. Callers do not wait, and a report that is not delivered
 * is only logged.
 */
export function createErrorReporter({ dsn, release, clock, log, fetch = globalThis.fetch }: ErrorReporterOptions): {
  report(failure: ReportedFailure): void
} {
  let minute = 0
  let sentInMinute = 0

  function isAllowed(now: Date): boolean {
    const present = Math.floor(now.getTime() / 60_000)
    if (present !== minute) {
      minute = present
      sentInMinute = 0
    }
    return sentInMinute++ < maxReportsPerMinute
  }

  async function send(failure: ReportedFailure) {
    const dsnAddress = parseDsn(dsn())
    const at = clock()
    if (!dsnAddress || !isAllowed(at)) return
    const answer = await fetch(dsnAddress.envelopeUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=llum/${release}, sentry_key=${dsnAddress.key}`,
      },
      body: buildEnvelope(failure, { release, at }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
  }

  return {
    report(failure) {
      send(failure).catch((error: Error) => log.warn({ reason: error.message }, 'error not reported'))
    },
  }
}
