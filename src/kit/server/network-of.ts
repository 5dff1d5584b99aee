import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns the network of an address: a home has 2^64 addresses of version 6, and one of version 4. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
