import { refusedCookies } from '#domains/consent/rules.ts'
import { languageCookie } from '#domains/session/server/actors.ts'
import { densityCookie } from '../density.ts'
import { bypassCookie } from './maintenance.ts'

// What scripts of the pages set for the server to read, and what somebody who works on the portal sets by hand.
const setByOthers = new Set<string>([languageCookie, densityCookie, bypassCookie])

/** Whether a cookie is set by others than the server, so that its name cannot be tied to the host. */
export function isPlainCookie(name: string): boolean {
  return (
    setByOthers.has(name) ||
    refusedCookies([name], { preferences: false, statistics: false, marketing: false }).length > 0
  )
}
