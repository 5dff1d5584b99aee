import type { FastifyRequest } from 'fastify'
import type { Problem } from '#kit/boot.ts'
import { isRefused } from '#kit/refusal.ts'
import { databaseRefusal } from './database-refusal.ts'
import { failureMet } from './failures.ts'
import { frameworkStatusOf } from './framework-error.ts'

const known = [401, 403, 404, 500, 503, 504, 505] as const

// An address that cannot be read, and one that is written to and has no page.
const ofBadAddress: readonly number[] = [400, 405]

// What answers too late, and the server behind us that does not answer as it should.
const tooBusy = ['unavailable', 'upstream_late', 'upstream_unreachable', 'upstream_failed']

/** What the page says about something thrown while a request was answered: a refusal as it was declared, anything else a 500. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const refused = isRefused(error)
    ? error
    : (databaseRefusal(error) ?? { status: frameworkStatusOf(error), code: 'unexpected' })
  // On pages 504 tells of a way in that is broken, so that an answer that took too long is told as a busy server.
  const told = tooBusy.includes(refused.code) ? 503 : refused.status
  const status = ofBadAddress.includes(told) ? 404 : (known.find((code) => code === told) ?? 500)
  return { status, code: refused.code, requestId: request.id }
}

/** Logs what kept a page from being shown. An expected "no" is none, nor are 504 and 505, which tell of what visitors bring. */
export function logProblem(error: unknown, request: FastifyRequest) {
  const { status } = problemOf(error, request)
  if (status < 500 || status > 503) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  request.log.error({ error: { name, message, stack } }, 'page failed')
  failureMet.tell({ error, request })
}
