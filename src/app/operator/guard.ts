import type { Boot } from '#kit/boot.ts'
import { isAllowed } from '#kit/operator-role.ts'
import type { Page } from '#kit/web/page.ts'
import type { Decision } from '../web/guard.ts'
import { ownAddress, queryOf } from '../web/own-address.ts'

type Visit = {
  page: Pick<Page, 'protection'>
  boot: Pick<Boot, 'problem' | 'signedIn'>
  /** Path and query of what was asked for, without base path. */
  address: string
}

export const area = '/operator'
const logIn = '/operator/login'

/**
 * What becomes of a visit to the operator's area: whoever is not signed in goes to its log-in, whoever is from there to
 * where they were going. Addresses are without base path.
 */
export function decide({ page, boot, address }: Visit): Decision {
  if (boot.problem) return { kind: 'show' }
  if (page.protection === 'private' && !boot.signedIn)
    return { kind: 'goTo', address: `${logIn}?${new URLSearchParams({ redirectPath: address })}` }
  if (page.protection === 'public' && boot.signedIn) return { kind: 'goTo', address: destination(address) }
  return { kind: 'show' }
}

/** Whether a page is not for the roles of the operator who is signed in. */
export function isWithheld({ roles }: Pick<Page, 'roles'>, boot: Pick<Boot, 'roles'>): boolean {
  return roles !== undefined && !isAllowed(boot.roles ?? [], roles)
}

/** Where somebody goes from the log-in: to a page of the area, or to its first one. */
function destination(address: string): string {
  const asked = ownAddress(queryOf(address).get('redirectPath'))
  return asked && isInArea(asked) && !asked.startsWith(logIn) ? asked : area
}

/** Whether an address, without base path, is of the operator's area. */
export function isInArea(address: string): boolean {
  return /^\/operator(?:[/?#]|$)/.test(address)
}
