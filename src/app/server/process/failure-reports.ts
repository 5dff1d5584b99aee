import type { FastifyRequest } from 'fastify'
import { isRefused } from '#kit/refusal.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import { createOutboundFetch } from '#kit/server/outbound-fetch.ts'
import { jobRunFinished } from '#kit/server/polling-loop.ts'
import { createErrorReporter } from '#outside/error-reports/error-reporter.ts'
import type { Context } from '../wiring/context.ts'
import type { Config } from './config.ts'

/** An unexpected failure while a request was answered. */
export const requestFailed = eventChannel<{ error: unknown; request: FastifyRequest }>('failure')

type FailureReportsDeps = Pick<Context, 'settings' | 'clock'> & {
  config: Pick<Config, 'allowsPrivate'>
  release: string
  log: { warn(details: object, message: string): void }
}

/**
 * Reports failures of requests and jobs to the URL of the setting errorReporting.url. @returns a function that stops
 * it.
 */
export function startFailureReports({ config, settings, clock, release, log }: FailureReportsDeps): () => void {
  const { report } = createErrorReporter({
    dsn: () => settings.now().errorReporting.url,
    ...{ release, clock, log },
    fetch: createOutboundFetch(config),
  })
  const unsubscribes = [
    requestFailed.subscribe(({ error, request }) => {
      if (isRefused(error)) return
      report({ error, where: `${request.method} ${request.routeOptions.url ?? 'none'}`, requestId: request.id })
    }),
    jobRunFinished.subscribe(({ job, error }) => {
      if (error !== undefined) report({ error, where: `job: ${job}` })
    }),
  ]
  return () => {
    for (const end of unsubscribes) end()
  }
}
