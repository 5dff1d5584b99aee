import { parsePortalAddress, queryOf } from '../../kit/portal-address.ts'
import { hasPage, toKey } from './paths.ts'
import { fillAddress } from './portal-address.ts'
import { redirectTargetOf } from './redirects.ts'

/**
 * Removes a redirectPath that leads to no page from the URL of the sign-in or password change page: files, calls and
 * the back office have URLs on this origin too.
 */
export function dropUnknownReturn(address: string): string {
  const query = queryOf(address)
  const { redirectPath, pathParams } = Object.fromEntries(query)
  const back = redirectPath === undefined ? null : fillAddress(redirectPath, pathParams)
  if (redirectPath === undefined || (back !== null && isPage(back))) return address
  query.delete('redirectPath')
  query.delete('pathParams')
  const [path = '/'] = (parsePortalAddress(address) ?? '/').split(/[?#]/)
  return query.size ? `${path}?${query}` : path
}

function isPage(address: string): boolean {
  const path = address.split(/[?#]/)[0]!.replace(/(?<=.)\/+$/, '')
  return hasPage(toKey(path)) || redirectTargetOf(path) !== null
}
