import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '#db/database.ts'
import type { Actor, AnonymousActor, CustomerActor, OperatorActor } from '#kit/actor.ts'
import { type Locale, parseLocale, preferredLocale } from '#kit/locale.ts'
import { type AccessTokenHolder, accessTokenPrefix, useAccessToken } from './access-token-store.ts'
import type { Role } from './account-store.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { findOpenSession, type OpenSession, type SessionLife, touchSession } from './session-store.ts'
import { sessionIdOf } from './token.ts'
import { stayBelow } from './visitor-throttle.ts'

export const tokenCookie = 'token'
/** An operator's own, so that one browser can look at both sides at once. */
export const operatorCookie = 'operator_token'
export const languageCookie = 'language'

// A customer's session that was ended on another server is still let in here for at most this long. Those of operators are
// read at each request, so that what they may do is what stands now.
const trustSeconds = 1
const rememberedSessions = 20_000

// How often a program with a token may ask, and how often a network may try tokens that are none.
const programUse = { most: 120, minutes: 1 }
const wrongTokens = { most: 30, minutes: 15 }

type Needs = {
  db: Database
  keys: KeyRing
  clock: () => Date
  life: () => SessionLife
  languages: () => { offered: readonly Locale[]; fallback: Locale }
}

/** Resolves requests to actors. */
export type Actors = {
  /** Who makes a call at the portal's door: somebody signed in, or a program with a token that reads in somebody's name. */
  callerOf(request: FastifyRequest): Promise<Actor>
  /** Who is signed in at the portal's door. */
  actorOf(request: FastifyRequest): Promise<Actor>
  /** Who is at the door of the operator's area. */
  operatorOf(request: FastifyRequest): Promise<OperatorActor | AnonymousActor>
  /** Forgets what is remembered of a user's sessions, for whoever has just ended one of them. */
  forget(userId: number): void
}

/** Who is asking, by the token of a request; what was found is trusted for a second before the database is asked again. */
export function actors({ db, keys, clock, life, languages }: Needs): Actors {
  const remembered = new LRUCache<string, OpenSession>({
    max: rememberedSessions,
    ttl: trustSeconds * 1000,
    perf: { now: () => clock().getTime() },
  })

  async function sessionOf(token: string, isUse: boolean): Promise<OpenSession | undefined> {
    const known = remembered.get(token)
    if (known) return known
    const now = clock()
    const sessionId = await sessionIdOf(token, keys, now)
    if (!sessionId) return undefined
    const session = await findOpenSession(db, { sessionId, now, life: life() })
    if (!session) return undefined
    if (isUse) await touchSession(db, { session, now })
    if (session.role === 'customer' && session.impersonatorId === null) remembered.set(token, session)
    return session
  }

  /** The session that a request comes with at a door, and how it is answered; a session of another door is none here. */
  async function atDoor(request: FastifyRequest, { cookie, role }: { cookie: string; role: Role }) {
    const token = tokenOf(request, cookie)
    const isUse = request.routeOptions.config.call?.countsAsUse !== false
    const found = token ? await sessionOf(token, isUse) : undefined
    const session = found?.role === role ? found : undefined
    const locale = localeOf(request, session?.locale, languages())
    const anonymous = { kind: 'anonymous', readonly: false, sessionEnded: token !== undefined, locale } as const
    return { session, locale, anonymous }
  }

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    const { session, locale, anonymous } = await atDoor(request, { cookie: tokenCookie, role: 'customer' })
    return session ? customerActor(session, locale) : anonymous
  }

  async function programOf(request: FastifyRequest, token: string): Promise<Actor> {
    const now = clock()
    const holder = await useAccessToken(db, token, now)
    const locale = localeOf(request, holder?.locale, languages())
    const tried = { what: 'access token', value: request.ip, per: 'network' } as const
    await stayBelow(
      db,
      holder ? { ...tried, ...programUse, value: token, per: 'key' } : { ...tried, ...wrongTokens },
      now,
    )
    return holder ? programActor(holder, locale) : { kind: 'anonymous', readonly: false, sessionEnded: true, locale }
  }

  return {
    actorOf,
    async callerOf(request) {
      const token = bearerOf(request)
      return token?.startsWith(accessTokenPrefix) ? programOf(request, token) : actorOf(request)
    },
    async operatorOf(request) {
      const { session, locale, anonymous } = await atDoor(request, { cookie: operatorCookie, role: 'operator' })
      return session ? operatorActor(session, locale) : anonymous
    },
    forget(userId) {
      for (const [token, session] of remembered.entries()) if (session.userId === userId) remembered.delete(token)
    },
  }
}

/** The token that came with a request, as a Bearer value or in a cookie. */
function tokenOf(request: FastifyRequest, cookie: string): string | undefined {
  return bearerOf(request) ?? request.cookies[cookie]
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function customerActor(session: OpenSession, locale: Locale): CustomerActor {
  const { sessionId, userId, customerIds, readonly, authenticatedAt, hasSecondFactor, mustChangePassword } = session
  return {
    kind: 'customer',
    sessionId,
    userId,
    customerIds,
    readonly,
    impersonatorId: session.impersonatorId ?? undefined,
    authenticatedAt,
    hasSecondFactor,
    mustChangePassword,
    locale,
  }
}

function programActor(
  { accessTokenId, userId, customerIds, scopes }: AccessTokenHolder,
  locale: Locale,
): CustomerActor {
  return {
    kind: 'customer',
    sessionId: `access_token:${accessTokenId}`,
    userId,
    customerIds,
    readonly: true,
    scopes,
    // Nobody is there who could prove anything.
    authenticatedAt: new Date(0),
    hasSecondFactor: false,
    mustChangePassword: false,
    locale,
  }
}

function operatorActor(session: OpenSession, locale: Locale): OperatorActor {
  const { sessionId, userId, authenticatedAt, operatorRoles: roles } = session
  return { kind: 'operator', sessionId, userId, readonly: false, authenticatedAt, hasSecondFactor: true, roles, locale }
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
