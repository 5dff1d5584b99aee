import { densityCookie } from '#app/density.ts'
import { findRefusedCookies } from '#domains/consent/rules.ts'
import { languageCookie } from '#domains/session/server/request-locale.ts'
import { bypassCookie } from '../process/maintenance.ts'

// Cookies that page scripts set for the server to read, and the one that operators set by hand during maintenance.
const scriptCookies = new Set<string>([languageCookie, densityCookie, bypassCookie])

/** Checks whether a cookie is not set by the server, so that its name cannot be tied to the host. */
export function isUnprefixedCookie(name: string): boolean {
  return (
    scriptCookies.has(name) ||
    findRefusedCookies([name], { preferences: false, statistics: false, marketing: false }).length > 0
  )
}
