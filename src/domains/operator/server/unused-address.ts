import { leadsInside } from '#kit/server/public-address.ts'
import { catalogue } from '../settings/catalogue.ts'

/**
 * Whether a value is the address of a setting and leads into a private network, so that it would be stored and never used:
 * browsers of customers are not led there. What is no address at all is refused by its kind.
 */
export function isUnusedAddress(path: string, value: unknown, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (allowsPrivate || typeof value !== 'string' || catalogue.get(path)?.kindName !== 'web_address') return false
  const address = URL.parse(value)
  return address !== null && leadsInside(address)
}
