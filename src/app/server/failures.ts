import type { FastifyRequest } from 'fastify'
import { isRefused } from '#kit/refusal.ts'
import { happening } from '#kit/server/happening.ts'
import { outsideFetch } from '#kit/server/outside-fetch.ts'
import { turnTaken } from '#kit/server/repeat.ts'
import { errorReports } from '#outside/error-reports/error-reports.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'

/** Something that nobody expected went wrong while a request was answered. */
export const failureMet = happening<{ error: unknown; request: FastifyRequest }>('failure')

type Needs = Pick<Context, 'settings' | 'clock'> & {
  config: Pick<Config, 'allowsPrivate'>
  release: string
  log: { warn(details: object, message: string): void }
}

/** Reports what fails in requests and jobs to where the setting errorReporting.url says. @returns what ends it. */
export function reportFailures({ config, settings, clock, release, log }: Needs): () => void {
  const { tell } = errorReports({
    dsn: () => settings.now().errorReporting.url,
    ...{ release, clock, log },
    fetch: outsideFetch(config),
  })
  const ends = [
    failureMet.listen(({ error, request }) => {
      if (isRefused(error)) return
      tell({ error, where: `${request.method} ${request.routeOptions.url ?? 'none'}`, requestId: request.id })
    }),
    turnTaken.listen(({ job, error }) => {
      if (error !== undefined) tell({ error, where: `job: ${job}` })
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
