import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { isLoopbackHost } from '#kit/server/public-address.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { listedCookies, type PersistentCookie } from '../../cookie-list.ts'
import { languageCookie } from '../request-locale.ts'
import { addUserToDevice, deviceCookie } from '../sign-in/known-device.ts'
import { operatorCookie, tokenCookie } from './actors.ts'

// Browsers accept a cookie with this prefix only over TLS, from this very host, and for all of its paths. No other host
// of the same domain, and no attacker on a connection without TLS, can set one.
const hostPrefix = '__Host-'

/**
 * Checks whether the cookies that only the server reads can be tied to this host: over TLS, with no path shared with
 * other programs.
 */
export function canUseHostPrefix({ publicOrigin, basePath }: { publicOrigin?: string; basePath: string }): boolean {
  return basePath === '' && publicOrigin !== undefined && URL.parse(publicOrigin)?.protocol === 'https:'
}

/** Returns the name of a cookie in browsers. */
export function browserCookieName(name: string, hasHostPrefix: boolean): string {
  return hasHostPrefix ? hostPrefix + name : name
}

/**
 * Returns the cookies of a request by their internal names. Where cookies are tied to the host, those without the
 * prefix are ignored, except the ones selected by `isUnprefixed`, which scripts or other programs set.
 */
export function cookiesByName<T extends string | undefined>(
  received: Readonly<Record<string, T>>,
  { hasHostPrefix, isUnprefixed }: { hasHostPrefix: boolean; isUnprefixed: (name: string) => boolean },
): Record<string, T> {
  if (!hasHostPrefix) return { ...received }
  const own = Object.entries(received).flatMap(([name, value]) => {
    if (name.startsWith(hostPrefix))
      return isUnprefixed(name.slice(hostPrefix.length)) ? [] : [[name.slice(hostPrefix.length), value]]
    return isUnprefixed(name) ? [[name, value]] : []
  })
  return Object.fromEntries(own)
}

type SessionCookieDeps = {
  basePath: string
  /** Whether the names of the cookies tie them to the host. */
  hasHostPrefix: boolean
  /** The origin under which a browser sees the portal, without path. */
  originOf: (request: FastifyRequest) => string
  offeredLocales: () => readonly Locale[]
  /** Signs the cookie of known browsers. */
  sessionKeys: KeyRing
  clock: () => Date
  /** Other cookies of a user that are cleared on sign-out, so that the next user of the browser finds none of them. */
  clearedOnSignOut?: readonly string[]
}

/** The cookies that the portal stores in a browser. */
export type SessionCookies = {
  /**
   * Sets the token of a new session and, unless the user chose a language explicitly, the user's language.
   * @returns the language in force from now on, if it is the user's.
   */
  saveSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { token: string; locale: string; userId?: number },
  ): Locale | undefined
  /** Records that a user has signed in with this browser, where wrong passwords from elsewhere do not lock them out. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: number): void
  clearSession(request: FastifyRequest, reply: FastifyReply): void
  /** Sets the token of an operator session. A customer session may exist beside it. */
  saveOperatorSession(request: FastifyRequest, reply: FastifyReply, token: string): void
  clearOperatorSession(request: FastifyRequest, reply: FastifyReply): void
  /** Sets a cookie with its listed lifetime. Only the server reads it again. */
  put(request: FastifyRequest, reply: FastifyReply, cookie: { name: PersistentCookie; value: string }): void
  remove(request: FastifyRequest, reply: FastifyReply, name: string): void
}

/** Creates the cookie functions of a portal. */
export function sessionCookies({
  basePath,
  hasHostPrefix,
  originOf,
  offeredLocales,
  sessionKeys,
  clock,
  clearedOnSignOut = [],
}: SessionCookieDeps): SessionCookies {
  // Without domain and age: for this host only, until the browser is closed.
  const options = (request: FastifyRequest): CookieSerializeOptions => ({
    path: basePath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: !isPlainLocalhost(originOf(request)),
  })

  const cookieName = (name: string) => browserCookieName(name, hasHostPrefix)

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const value = addUserToDevice(request.cookies[deviceCookie], userId, { keys: sessionKeys, now: clock() })
    reply.setCookie(cookieName(deviceCookie), value, { ...options(request), maxAge: listedCookies[deviceCookie] })
  }

  return {
    rememberDevice,
    saveSession(request, reply, { token, locale, userId }) {
      reply.setCookie(cookieName(tokenCookie), token, options(request))
      if (userId !== undefined) rememberDevice(request, reply, userId)
      const offered = offeredLocales()
      const own = parseLocale(locale)
      // The portal's own script changes this cookie, so it must be able to read it.
      if (!own || !offered.includes(own)) return undefined
      // An operator who impersonates a customer keeps their own language.
      if (request.cookies[operatorCookie] || isChosenByUser(request.cookies[languageCookie], offered)) return undefined
      reply.setCookie(languageCookie, own + derivedLocaleSuffix, {
        ...options(request),
        httpOnly: false,
        maxAge: listedCookies[languageCookie],
      })
      return own
    },
    clearSession(request, reply) {
      for (const name of [tokenCookie, ...clearedOnSignOut.filter((name) => request.cookies[name] !== undefined)])
        reply.clearCookie(cookieName(name), options(request))
    },
    saveOperatorSession: (request, reply, token) =>
      void reply.setCookie(cookieName(operatorCookie), token, { ...options(request), sameSite: 'strict' }),
    clearOperatorSession: (request, reply) =>
      void reply.clearCookie(cookieName(operatorCookie), { ...options(request), sameSite: 'strict' }),
    put: (request, reply, { name, value }) =>
      void reply.setCookie(cookieName(name), value, { ...options(request), maxAge: listedCookies[name] }),
    remove: (request, reply, name) => void reply.clearCookie(cookieName(name), options(request)),
  }
}

// Marks a language taken from a token. One that the user chose is written without a region.
const derivedLocaleSuffix = '-ES'

function isChosenByUser(language: string | undefined, offered: readonly Locale[]): boolean {
  const chosen = parseLocale(language)
  return chosen !== null && offered.includes(chosen) && !language!.endsWith(derivedLocaleSuffix)
}

/** Checks whether a browser is on the machine itself without TLS, where some refuse secure cookies. */
function isPlainLocalhost(origin: string): boolean {
  const url = URL.parse(origin)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}
