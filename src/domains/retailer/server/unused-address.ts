import { isPrivateDestination } from '#kit/server/public-address.ts'
import { settingCatalogue } from '../settings/catalogue.ts'

/**
 * Checks whether a value of a URL setting points into a private network, so that it would be stored and never used:
 * customers' browsers are not sent there. Values that are not URLs are refused by their kind.
 */
export function isUnusedAddress(path: string, value: unknown, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (allowsPrivate || typeof value !== 'string' || settingCatalogue.get(path)?.kindName !== 'web_address') return false
  const address = URL.parse(value)
  return address !== null && isPrivateDestination(address)
}
