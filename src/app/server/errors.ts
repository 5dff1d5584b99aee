import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie } from '#domains/session/server/actors.ts'
import type { Call } from '#kit/call.ts'
import { type Locale, locales, parseLocale, preferredLocale } from '#kit/locale.ts'
import { type OperatorRole, roleRequired } from '#kit/operator-role.ts'
import { type FieldErrors, isRefused, Refused } from '#kit/refusal.ts'
import { OutsideUnavailable } from '#outside/asked.ts'
import { domainOfCall } from './call-domains.ts'
import { databaseRefusal, faultOfReason } from './database-refusal.ts'
import { failureMet } from './failures.ts'
import { frameworkStatusOf } from './framework-error.ts'
import { roleNames } from './role-names.ts'
import { fieldErrorText, refusalText, translator } from './texts.ts'

/** The one place where something thrown becomes a reply: refusals as they were declared, anything else a logged 500. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const refused = isRefused(error) ? error : refusalOf(error)
  if (isRefused(error) && refused.status >= 500) request.log.warn({ code: refused.code }, 'refused')
  else if (refused.status >= 500) {
    request.log.error({ error: { name: error.name, message: error.message, stack: error.stack } }, 'failed')
    failureMet.tell({ error, request })
  }
  if (refused.retryAfterSeconds) reply.header('retry-after', refused.retryAfterSeconds)
  const locale = localeOfReply(request)
  const domain = domainOf(request)
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .send({
      error: {
        code: refused.code,
        message: sentenceOf(refused, locale, domain),
        // What the sentences were made of, so that they can be told in another language.
        ...(refused.values && { values: refused.values }),
        ...(refused.fields && { fields: refused.fields }),
      },
      message: refused.code,
      ...(refused.fields ? { errors: translated(refused.fields, locale, domain) } : {}),
      ...refused.extra,
      request_id: request.id,
    })
}

// What the framework throws: a body that is not JSON, one that is too large, an unknown media type.
function refusalOf(error: FastifyError): Refused {
  const status = frameworkStatusOf(error)
  const unavailable = databaseRefusal(error)
  if (unavailable) return unavailable
  if (error instanceof OutsideUnavailable) {
    const { retryAfterSeconds } = error
    return new Refused('unavailable', 503, { retryAfterSeconds })
  }
  if (status === 413) return new Refused('too_large', 413)
  if (status === 415) return new Refused('media_type_unknown', 415)
  if (status >= 400 && status < 500) return new Refused('invalid', 400)
  if (status === 503) return new Refused('unavailable', 503)
  return new Refused('unexpected', 500)
}

// Where reading goes on, trying again at once is of no use.
function sentenceOf({ code, values, extra }: Refused, locale: Locale, domain: string | undefined): string {
  const fault = faultOfReason(extra?.reason)
  if (fault === 'readOnly' || fault === 'full') return translator(locale, 'database-faults')(`${fault}.call`)
  if (code === roleRequired)
    return refusalText(locale, code, domain, {
      roles: roleNames(locale, extra?.roles as OperatorRole[], 'disjunction'),
    })
  return refusalText(locale, code, domain, values)
}

function translated(fields: FieldErrors, locale: Locale, domain: string | undefined): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, codes]) => [field, codes.map((code) => fieldErrorText(locale, code, domain))]),
  )
}

/** The domain of the call that is answered; undefined for what is no call. */
function domainOf({ routeOptions }: FastifyRequest): string | undefined {
  const { call } = routeOptions.config as { call?: Call }
  return call && domainOfCall.get(call)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages that the retailer offers, and the one for whoever asks for none of them. */
    languages?: () => { offered: readonly Locale[]; fallback: Locale }
  }
}

/** The language of whoever asks, as far as the request itself tells it, of those that are offered. */
export function localeOfReply(request: FastifyRequest): Locale {
  const { offered, fallback } = request.server?.languages?.() ?? { offered: locales, fallback: 'es' as const }
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const chosen = [typeof lang === 'string' ? parseLocale(lang) : null, parseLocale(request.cookies?.[languageCookie])]
  return (
    chosen.find((locale) => locale && offered.includes(locale)) ??
    preferredLocale(request.headers['accept-language'], offered) ??
    fallback
  )
}
