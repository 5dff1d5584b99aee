import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { requestedLocale } from '#domains/session/server/request-locale.ts'
import type { Call } from '#kit/call.ts'
import { type OperatorRole, roleRequired } from '#kit/operator-role.ts'
import { type FieldErrors, isRefused, Refused } from '#kit/refusal.ts'
import { OutsideUnavailableError } from '#outside/outbound-call.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { requestFailed } from '../process/failure-reports.ts'
import { fieldErrorText, refusalText, translator } from '../texts/texts.ts'
import { roleNames } from '../wiring/role-names.ts'
import { domainOfCall } from './call-domains.ts'
import { faultOfReason, refusalOfDatabaseError } from './database-refusal.ts'
import { frameworkStatusOf } from './framework-error.ts'

/** The single place where an error becomes a reply: refusals as declared, anything else a logged 500. */
export function sendErrorReply(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const refused = isRefused(error) ? error : refusalOf(error)
  if (isRefused(error) && refused.status >= 500) request.log.warn({ code: refused.code }, 'refused')
  else if (refused.status >= 500) {
    request.log.error({ error: { name: error.name, message: error.message, stack: error.stack } }, 'failed')
    requestFailed.publish({ error, request })
  }
  if (refused.retryAfterSeconds) reply.header('retry-after', refused.retryAfterSeconds)
  const locale = replyLocaleOf(request)
  const domain = domainOf(request)
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .send({
      error: {
        code: refused.code,
        message: errorMessageOf(refused, locale, domain),
        // The values in the message, so that it can be shown in another language.
        ...(refused.values && { values: refused.values }),
        ...(refused.fields && { fields: refused.fields }),
      },
      message: refused.code,
      ...(refused.fields ? { errors: translateFieldErrors(refused.fields, locale, domain) } : {}),
      ...refused.extra,
      request_id: request.id,
    })
}

// Maps errors of the framework: a body that is not JSON, one that is too large, an unknown media type.
function refusalOf(error: FastifyError): Refused {
  const status = frameworkStatusOf(error)
  const unavailable = refusalOfDatabaseError(error)
  if (unavailable) return unavailable
  if (error instanceof OutsideUnavailableError) {
    const { retryAfterSeconds } = error
    return new Refused('unavailable', 503, { retryAfterSeconds })
  }
  if (status === 413) return new Refused('too_large', 413)
  if (status === 415) return new Refused('media_type_unknown', 415)
  if (status >= 400 && status < 500) return new Refused('invalid', 400)
  if (status === 503) return new Refused('unavailable', 503)
  return new Refused('unexpected', 500)
}

// While reads still work, an immediate retry of the write is useless.
function errorMessageOf({ code, values, extra }: Refused, locale: Locale, domain: string | undefined): string {
  const fault = faultOfReason(extra?.reason)
  if (fault === 'readOnly' || fault === 'full') return translator(locale, 'database-faults')(`${fault}.call`)
  if (code === roleRequired)
    return refusalText(locale, code, domain, {
      roles: roleNames(locale, extra?.roles as OperatorRole[], 'disjunction'),
    })
  return refusalText(locale, code, domain, values)
}

function translateFieldErrors(fields: FieldErrors, locale: Locale, domain: string | undefined): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, codes]) => [field, codes.map((code) => fieldErrorText(locale, code, domain))]),
  )
}

/** Returns the domain of the call that is answered, or undefined if it is not a call. */
function domainOf({ routeOptions }: FastifyRequest): string | undefined {
  const { call } = routeOptions.config as { call?: Call }
  return call && domainOfCall.get(call)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages that the retailer offers, and the one for requests that accept none of them. */
    languages?: () => { offered: readonly Locale[]; fallback: Locale }
  }
}

/** Returns the language of a request, as far as the request itself states it, among those offered. */
export function replyLocaleOf(request: FastifyRequest): Locale {
  const { offered, fallback } = request.server?.languages?.() ?? { offered: locales, fallback: 'es' as const }
  return requestedLocale(request, offered) ?? fallback
}
