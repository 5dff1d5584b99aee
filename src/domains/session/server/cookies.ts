import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, parseLocale } from '#kit/locale.ts'
import { isLoopbackHost } from '#kit/server/public-address.ts'
import { type LastingCookie, listedCookies } from '../cookie-list.ts'
import { languageCookie, operatorCookie, tokenCookie } from './actors.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { deviceCookie, rememberUser } from './known-device.ts'

// What a browser takes under such a name it takes over TLS, from this very host, and for all of its paths. No neighbour under
// the same domain, and nobody who alters what goes by without TLS, can put one there.
const hostPrefix = '__Host-'

/** Whether the cookies that only the server reads are tied to this host: over TLS, where no path is shared with others. */
export function areTiedToHost({ publicOrigin, basePath }: { publicOrigin?: string; basePath: string }): boolean {
  return basePath === '' && publicOrigin !== undefined && URL.parse(publicOrigin)?.protocol === 'https:'
}

/** What a cookie of ours is called in browsers. */
export function nameInBrowser(name: string, isTied: boolean): string {
  return isTied ? hostPrefix + name : name
}

/**
 * The cookies that came with a request, by the names that we have for them. Where ours are tied to the host, one that is not
 * tied to it is nobody's, but for those that scripts or other programs set, which `isPlain` picks.
 */
export function cookiesByName<T extends string | undefined>(
  brought: Readonly<Record<string, T>>,
  { isTied, isPlain }: { isTied: boolean; isPlain: (name: string) => boolean },
): Record<string, T> {
  if (!isTied) return { ...brought }
  const own = Object.entries(brought).flatMap(([name, value]) => {
    if (name.startsWith(hostPrefix))
      return isPlain(name.slice(hostPrefix.length)) ? [] : [[name.slice(hostPrefix.length), value]]
    return isPlain(name) ? [[name, value]] : []
  })
  return Object.fromEntries(own)
}

type Needs = {
  basePath: string
  /** Whether they are tied to the host, by their names. */
  isTied: boolean
  /** The address under which a browser sees us, without path. */
  originOf: (request: FastifyRequest) => string
  offeredLocales: () => readonly Locale[]
  /** Signs by which a browser is known. */
  sessionKeys: KeyRing
  clock: () => Date
  /** What else a browser keeps of somebody and loses when they leave, so that whoever comes next finds nothing of it. */
  goneOnLeaving?: readonly string[]
}

/** What the portal keeps in a browser. */
export type SessionCookies = {
  /**
   * Keeps the token of a session that was just opened and, unless a person chose a language by hand, its user's.
   * @returns the language that holds from now on, where it is the user's.
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { token: string; locale: string; userId?: number },
  ): Locale | undefined
  /** Keeps that a user has come in by this browser, where the wrong passwords of others do not lock them out. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: number): void
  clear(request: FastifyRequest, reply: FastifyReply): void
  /** Keeps, and clears, the token of an operator's session, beside which a customer's may stand. */
  keepOperator(request: FastifyRequest, reply: FastifyReply, token: string): void
  clearOperator(request: FastifyRequest, reply: FastifyReply): void
  /** Keeps something for as long as its cookie is listed to last; the server alone reads it again. */
  put(request: FastifyRequest, reply: FastifyReply, kept: { name: LastingCookie; value: string }): void
  drop(request: FastifyRequest, reply: FastifyReply, name: string): void
}

/** Makes the keeper of cookies of a portal. */
export function sessionCookies({
  basePath,
  isTied,
  originOf,
  offeredLocales,
  sessionKeys,
  clock,
  goneOnLeaving = [],
}: Needs): SessionCookies {
  // Without a domain and an age: for this host only, and until the browser is closed.
  const options = (request: FastifyRequest): CookieSerializeOptions => ({
    path: basePath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: !isPlainLocalhost(originOf(request)),
  })

  const named = (name: string) => nameInBrowser(name, isTied)

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const value = rememberUser(request.cookies[deviceCookie], userId, { keys: sessionKeys, now: clock() })
    reply.setCookie(named(deviceCookie), value, { ...options(request), maxAge: listedCookies[deviceCookie] })
  }

  return {
    rememberDevice,
    keep(request, reply, { token, locale, userId }) {
      reply.setCookie(named(tokenCookie), token, options(request))
      if (userId !== undefined) rememberDevice(request, reply, userId)
      const offered = offeredLocales()
      const own = parseLocale(locale)
      // The portal's own script changes this one, so it may read it.
      if (!own || !offered.includes(own)) return undefined
      // An operator who looks as a customer goes on in their own language.
      if (request.cookies[operatorCookie] || isChosenByHand(request.cookies[languageCookie], offered)) return undefined
      reply.setCookie(languageCookie, own + ofToken, {
        ...options(request),
        httpOnly: false,
        maxAge: listedCookies[languageCookie],
      })
      return own
    },
    clear(request, reply) {
      for (const name of [tokenCookie, ...goneOnLeaving.filter((name) => request.cookies[name] !== undefined)])
        reply.clearCookie(named(name), options(request))
    },
    keepOperator: (request, reply, token) =>
      void reply.setCookie(named(operatorCookie), token, { ...options(request), sameSite: 'strict' }),
    clearOperator: (request, reply) =>
      void reply.clearCookie(named(operatorCookie), { ...options(request), sameSite: 'strict' }),
    put: (request, reply, { name, value }) =>
      void reply.setCookie(named(name), value, { ...options(request), maxAge: listedCookies[name] }),
    drop: (request, reply, name) => void reply.clearCookie(named(name), options(request)),
  }
}

// How the cookie tells the language of a token from one that somebody chose, which is written without a region.
const ofToken = '-ES'

function isChosenByHand(language: string | undefined, offered: readonly Locale[]): boolean {
  const chosen = parseLocale(language)
  return chosen !== null && offered.includes(chosen) && !language!.endsWith(ofToken)
}

/** Whether a browser is on the machine itself without TLS, where some refuse secure cookies. */
function isPlainLocalhost(origin: string): boolean {
  const url = URL.parse(origin)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}
