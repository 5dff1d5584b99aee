import type { FastifyRequest } from 'fastify'
import type { Problem } from '#kit/boot.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusalOfDatabaseError } from '../http/database-refusal.ts'
import { frameworkStatusOf } from '../http/framework-error.ts'
import { requestFailed } from '../process/failure-reports.ts'

const pageStatuses = [401, 403, 404, 500, 503, 504, 505] as const

// A URL that cannot be read, and a write to one without a page.
const badAddressStatuses: readonly number[] = [400, 405]

// Late answers, and an upstream server that does not answer as it should.
const busyCodes = ['unavailable', 'upstream_late', 'upstream_unreachable', 'upstream_failed']

/**
 * Returns what the page shows for an error thrown while a request was answered: a refusal as declared, anything else a
 * 500.
 */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const refused = isRefused(error)
    ? error
    : (refusalOfDatabaseError(error) ?? { status: frameworkStatusOf(error), code: 'unexpected' })
  // On pages 504 stands for a broken sign-in, so a late answer is shown as a busy server.
  const refusedStatus = busyCodes.includes(refused.code) ? 503 : refused.status
  const status = badAddressStatuses.includes(refusedStatus)
    ? 404
    : (pageStatuses.find((code) => code === refusedStatus) ?? 500)
  return { status, code: refused.code, requestId: request.id }
}

/**
 * Logs what kept a page from being shown. Expected refusals are not logged, nor are 504 and 505, which are caused by
 * what visitors send.
 */
export function logProblem(error: unknown, request: FastifyRequest) {
  const { status } = problemOf(error, request)
  if (status < 500 || status > 503) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  request.log.error({ error: { name, message, stack } }, 'page failed')
  requestFailed.publish({ error, request })
}
