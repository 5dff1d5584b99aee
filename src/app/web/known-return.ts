import { filledAddress, ownAddress, queryOf } from './own-address.ts'
import { hasPage, toKey } from './paths.ts'
import { movedTo } from './redirects.ts'

/**
 * The address of a log-in, or of the change of the password, without a redirectPath that leads to no page: files, calls and
 * the area of operators are at addresses of ours as well.
 */
export function withKnownReturn(address: string): string {
  const query = queryOf(address)
  const { redirectPath, pathParams } = Object.fromEntries(query)
  const back = redirectPath === undefined ? null : filledAddress(redirectPath, pathParams)
  if (redirectPath === undefined || (back !== null && isPage(back))) return address
  query.delete('redirectPath')
  query.delete('pathParams')
  const [path = '/'] = (ownAddress(address) ?? '/').split(/[?#]/)
  return query.size ? `${path}?${query}` : path
}

function isPage(address: string): boolean {
  const path = address.split(/[?#]/)[0]!.replace(/(?<=.)\/+$/, '')
  return hasPage(toKey(path)) || movedTo(path) !== null
}
