import type { FastifyRequest } from 'fastify'
import { type Locale, parseLocale, preferredLocale } from '#vocabulary/locale.ts'

/** The cookie with the language that the visitor has chosen. */
export const languageCookie = 'language'

/** The parts of a request that state a language. A request that could not be parsed lacks the query and the cookies. */
type LanguageRequest = Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'query' | 'cookies'>>

/** Returns the offered language of a request: that of its `lang` parameter, otherwise that of the browser; or null. */
export function requestedLocale(request: LanguageRequest, offered: readonly Locale[]): Locale | null {
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const requested = typeof lang === 'string' ? parseLocale(lang) : null
  return requested && offered.includes(requested) ? requested : browserLocale(request, offered)
}

/** Returns the offered language of a browser: that of its language cookie, otherwise of its Accept-Language; or null. */
function browserLocale(request: LanguageRequest, offered: readonly Locale[]): Locale | null {
  const chosen = parseLocale(request.cookies?.[languageCookie])
  return chosen && offered.includes(chosen) ? chosen : preferredLocale(request.headers['accept-language'], offered)
}
