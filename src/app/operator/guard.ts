import type { Boot } from '#kit/boot.ts'
import { isAllowed } from '#kit/operator-role.ts'
import type { Page } from '#kit/web/page.ts'
import { parsePortalAddress, queryOf } from '../../kit/portal-address.ts'
import type { NavigationDecision } from '../web/guard.ts'

type NavigationTarget = {
  page: Pick<Page, 'protection'>
  boot: Pick<Boot, 'problem' | 'signedIn'>
  /** Path and query of the requested page, without base path. */
  address: string
}

export const areaPath = '/operator'
const logInPath = '/operator/login'

/**
 * Decides what happens to a visit to the back office: a user who is not signed in is redirected to its sign-in page,
 * and from there to their destination once signed in. URLs are without base path.
 */
export function decideOperatorNavigation({ page, boot, address }: NavigationTarget): NavigationDecision {
  if (boot.problem) return { kind: 'show' }
  if (page.protection === 'private' && !boot.signedIn)
    return { kind: 'redirect', address: `${logInPath}?${new URLSearchParams({ redirectPath: address })}` }
  if (page.protection === 'public' && boot.signedIn)
    return { kind: 'redirect', address: destinationAfterLogIn(address) }
  return { kind: 'show' }
}

/** Checks whether a page is forbidden to the roles of the signed-in operator. */
export function isPageForbidden({ roles }: Pick<Page, 'roles'>, boot: Pick<Boot, 'roles'>): boolean {
  return roles !== undefined && !isAllowed(boot.roles ?? [], roles)
}

/** Returns the destination after sign-in: a page of the back office, or its first one. */
function destinationAfterLogIn(address: string): string {
  const redirectPath = parsePortalAddress(queryOf(address).get('redirectPath'))
  return redirectPath && isInArea(redirectPath) && !redirectPath.startsWith(logInPath) ? redirectPath : areaPath
}

/** Checks whether a URL, without base path, is in the back office. */
export function isInArea(address: string): boolean {
  return /^\/operator(?:[/?#]|$)/.test(address)
}
