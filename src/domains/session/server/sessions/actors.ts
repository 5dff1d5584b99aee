import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '#db/database.ts'
import type { Actor, AnonymousActor, CustomerActor, OperatorActor } from '#kit/actor.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { enforceVisitLimit } from '#kit/server/visitor-throttle.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import type { Role } from '../accounts/account-store.ts'
import { type AccessTokenHolder, accessTokenPrefix, authenticateAccessToken } from '../programs/access-token-store.ts'
import { requestedLocale } from '../request-locale.ts'
import { findOpenSession, type OpenSession, type SessionLifetime, touchSession } from './session-store.ts'
import { sessionIdOf } from './session-token.ts'

export const tokenCookie = 'token'
/** A separate cookie for operators, so that one browser can have both an operator and a customer session. */
export const operatorCookie = 'operator_token'

// A customer's session that was ended on another server is accepted here for at most this long. Operator sessions are
// read at each request, so that their permissions are always current.
const sessionCacheSeconds = 1
const maxCachedSessions = 20_000

// Rate limits: of a program with a token, and of a network that sends invalid tokens.
const programLimit = { maxCount: 120, minutes: 1 }
const invalidTokenLimit = { maxCount: 30, minutes: 15 }

type ActorDeps = {
  db: Database
  keys: KeyRing
  clock: () => Date
  lifetime: () => SessionLifetime
  languages: () => { offered: readonly Locale[]; fallback: Locale }
}

/** Resolves requests to actors. */
export type Actors = {
  /**
   * Returns the actor of a customer call: the signed-in user, or a program with a token that reads on behalf of a user.
   */
  callerOf(request: FastifyRequest): Promise<Actor>
  /** Returns the actor of a customer session. */
  actorOf(request: FastifyRequest): Promise<Actor>
  /** Returns the actor of an operator session. */
  operatorOf(request: FastifyRequest): Promise<OperatorActor | AnonymousActor>
  /** Clears the cached sessions of a user, after one of them has been ended. */
  forget(userId: number): void
}

/**
 * Creates the resolver of actors from request tokens. A session is cached for a second before the database is queried
 * again.
 */
export function actors({ db, keys, clock, lifetime, languages }: ActorDeps): Actors {
  const sessions = createSessionCache({ db, keys, clock, lifetime })

  /**
   * Returns the session of a request for a role, and the locale of the response. A session of another role is ignored.
   */
  async function authenticate(request: FastifyRequest, { cookie, role }: { cookie: string; role: Role }) {
    const token = tokenOf(request, cookie)
    const extendsSession = request.routeOptions.config.call?.extendsSession !== false
    const openSession = token ? await sessions.find(token, extendsSession) : undefined
    const session = openSession?.role === role ? openSession : undefined
    const locale = localeOf(request, session?.locale, languages())
    const anonymous = { kind: 'anonymous', readonly: false, sessionEnded: token !== undefined, locale } as const
    return { session, locale, anonymous }
  }

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    const { session, locale, anonymous } = await authenticate(request, { cookie: tokenCookie, role: 'customer' })
    return session ? customerActor(session, locale) : anonymous
  }

  async function programOf(request: FastifyRequest, token: string): Promise<Actor> {
    const now = clock()
    const holder = await authenticateAccessToken(db, token, now)
    const locale = localeOf(request, holder?.locale, languages())
    const limitKey = { what: 'access token', value: request.ip, per: 'network' } as const
    await enforceVisitLimit(
      db,
      holder ? { ...limitKey, ...programLimit, value: token, per: 'key' } : { ...limitKey, ...invalidTokenLimit },
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
      const { session, locale, anonymous } = await authenticate(request, { cookie: operatorCookie, role: 'operator' })
      return session ? operatorActor(session, locale) : anonymous
    },
    forget: sessions.forget,
  }
}

/** Reads open sessions by their tokens, those of customers from a cache. */
function createSessionCache({ db, keys, clock, lifetime }: Omit<ActorDeps, 'languages'>) {
  const sessionCache = new LRUCache<string, OpenSession>({
    max: maxCachedSessions,
    ttl: sessionCacheSeconds * 1000,
    perf: { now: () => clock().getTime() },
  })

  async function find(token: string, extendsSession: boolean): Promise<OpenSession | undefined> {
    const cached = sessionCache.get(token)
    if (cached) return cached
    const now = clock()
    const sessionId = await sessionIdOf(token, keys, now)
    if (!sessionId) return undefined
    const session = await findOpenSession(db, { sessionId, now, lifetime: lifetime() })
    if (!session) return undefined
    if (extendsSession) await touchSession(db, { session, now })
    if (session.role === 'customer' && session.impersonatorId === null) sessionCache.set(token, session)
    return session
  }

  function forget(userId: number) {
    for (const [token, session] of sessionCache.entries()) if (session.userId === userId) sessionCache.delete(token)
  }

  return { find, forget }
}

/** Returns the token of a request, from the Bearer header or a cookie. */
function tokenOf(request: FastifyRequest, cookie: string): string | undefined {
  return bearerOf(request) ?? request.cookies[cookie]
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function customerActor(session: OpenSession, locale: Locale): CustomerActor {
  const {
    sessionId,
    userId,
    customerIds,
    readonly,
    authenticatedAt,
    hasSecondFactor,
    hasLargePrint,
    mustChangePassword,
  } = session
  return {
    kind: 'customer',
    sessionId,
    userId,
    customerIds,
    readonly,
    impersonatorId: session.impersonatorId ?? undefined,
    authenticatedAt,
    hasSecondFactor,
    hasLargePrint,
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
    // A program has no user present who could re-authenticate.
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
  userLocale: string | undefined,
  { offered, fallback }: { offered: readonly Locale[]; fallback: Locale },
): Locale {
  return requestedLocale(request, offered) ?? parseLocale(userLocale) ?? fallback
}
