import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const { IPv6, parse } = ipaddr

// The only IPv6 block that is allocated.
const allocatedIpv6Range = IPv6.parseCIDR('2000::/3')

/**
 * Checks whether an IP address is public; false for anything that is not an IP address. IPv4 written as IPv6 never is
 * public, nor is an address that embeds one (6to4, Teredo): these could lead anywhere.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(allocatedIpv6Range))
}

const ownNetworkRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Checks whether an IP address belongs to this machine or its local networks. IPv4 written as IPv6 counts as IPv4. */
export function isOwnNetworkAddress(address: string): boolean {
  return isIP(address) !== 0 && ownNetworkRanges.has(ipaddr.process(address).range())
}

/**
 * Checks whether the host of a URL is an IP address that is not public. A name is resolved only when it is connected
 * to.
 */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}

const localNames = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * Checks by the text of a URL whether it leads into a private network: an IP address that is not public, or a local
 * name.
 */
export function isPrivateDestination(address: URL): boolean {
  const host = address.hostname.toLowerCase().replace(/\.$/, '')
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0
  return isName ? localNames.test(host) || !host.includes('.') : isPrivateHost(new URL(`http://${host}`))
}

/** Thrown when a name resolves to an address that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'EACCES'
}

type LookupCallback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void

/**
 * Resolves a name for a connection, in place of `dns.lookup`. The addresses that are checked are the ones connected to,
 * so that the name cannot resolve differently in between. A single address that is not public fails the lookup.
 */
export function lookupPublicAddress(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(`${hostname} is not a public address`))
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Checks whether a host of a URL or of a listening address is this machine only. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host.toLowerCase())
}
