import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '#db/database.ts'
import type { Actor, CustomerActor } from '#kit/actor.ts'
import { type Locale, parseLocale, preferredLocale } from '#kit/locale.ts'
import { findOpenSession, type OpenSession, type SessionLife, touchSession } from './session-store.ts'
import { sessionIdOf } from './token.ts'

export const tokenCookie = 'token'
export const languageCookie = 'language'

// A session ended on another server is still let in here for at most this long.
const trustSeconds = 1
const rememberedSessions = 20_000

type Needs = {
  db: Database
  key: Uint8Array
  clock: () => Date
  life: () => SessionLife
  languages: () => { offered: readonly Locale[]; fallback: Locale }
}

/** Resolves requests to actors. */
export type Actors = {
  actorOf(request: FastifyRequest): Promise<Actor>
  /** Forgets what is remembered of a user's sessions, for whoever has just ended one of them. */
  forget(userId: number): void
}

/** Who is asking, by the token of a request; what was found is trusted for a second before the database is asked again. */
export function actors({ db, key, clock, life, languages }: Needs): Actors {
  const remembered = new LRUCache<string, OpenSession>({
    max: rememberedSessions,
    ttl: trustSeconds * 1000,
    perf: { now: () => clock().getTime() },
  })

  async function sessionOf(token: string, isUse: boolean): Promise<OpenSession | undefined> {
    const known = remembered.get(token)
    if (known) return known
    const now = clock()
    const sessionId = await sessionIdOf(token, key, now)
    if (!sessionId) return undefined
    const session = await findOpenSession(db, { sessionId, now, life: life() })
    if (!session) return undefined
    if (isUse) await touchSession(db, { session, now })
    remembered.set(token, session)
    return session
  }

  return {
    async actorOf(request) {
      const token = tokenOf(request)
      const isUse = request.routeOptions.config.call?.countsAsUse !== false
      const session = token ? await sessionOf(token, isUse) : undefined
      const locale = localeOf(request, session?.locale, languages())
      if (!session) return { kind: 'anonymous', readonly: false, sessionEnded: token !== undefined, locale }
      return customerActor(session, locale)
    },
    forget(userId) {
      for (const [token, session] of remembered.entries()) if (session.userId === userId) remembered.delete(token)
    },
  }
}

/** The token that came with a request, as a Bearer value or in the cookie. */
function tokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[tokenCookie]
}

function customerActor(session: OpenSession, locale: Locale): CustomerActor {
  const { sessionId, userId, customerIds, readonly, authenticatedAt, hasSecondFactor, mustChangePassword } = session
  return {
    kind: 'customer',
    sessionId,
    userId,
    customerIds,
    readonly,
    authenticatedAt,
    hasSecondFactor,
    mustChangePassword,
    locale,
  }
}

function localeOf(
  request: FastifyRequest,
  ofToken: string | undefined,
  { offered, fallback }: { offered: readonly Locale[]; fallback: Locale },
): Locale {
  const { lang } = request.query as { lang?: unknown }
  const asked = typeof lang === 'string' ? parseLocale(lang) : null
  const chosen = asked ?? parseLocale(request.cookies[languageCookie])
  if (chosen && offered.includes(chosen)) return chosen
  return preferredLocale(request.headers['accept-language'], offered) ?? parseLocale(ofToken) ?? fallback
}
