import type { FastifyInstance } from 'fastify'
import type { ProgramPaths } from '#app/rendering-program.ts'
import { languageCookie } from '#domains/session/server/request-locale.ts'
import { Refused } from '#kit/refusal.ts'
import { secondsPerDay } from '#vocabulary/durations.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Config } from '../process/config.ts'

const cookieLifeSeconds = 365 * secondsPerDay

type LanguageChoiceDeps = {
  app: FastifyInstance
  config: Config
  offered: () => readonly Locale[]
  rendering: () => Promise<Pick<ProgramPaths, 'addressIn'>>
}

/**
 * Serves `GET /language/{locale}?to=/path`: stores the language and redirects to the same page in it. The links of the
 * language switcher lead here until the portal's script switches the language in place.
 */
export function serveLanguageChoice({ app, config, offered, rendering }: LanguageChoiceDeps) {
  app.get<{ Params: { locale: string }; Querystring: { to?: string } }>(
    '/language/:locale',
    { schema: { querystring: { type: 'object', properties: { to: { type: 'string' } } } } },
    async (request, reply) => {
      const locale = parseLocale(request.params.locale)
      if (!locale || !offered().includes(locale)) throw new Refused('not_found', 404)
      const { addressIn } = await rendering()
      return reply
        .setCookie(languageCookie, locale, {
          path: config.basePath || '/',
          sameSite: 'lax',
          secure: ownOrigin(request, config).startsWith('https:'),
          maxAge: cookieLifeSeconds,
        })
        .header('cache-control', 'no-store')
        .redirect(config.basePath + addressIn(request.query.to ?? '/', locale), 303)
    },
  )
}
