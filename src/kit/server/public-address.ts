import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

// Special-purpose ranges of IANA's registries: loopback, private networks, link-local, documentation, multicast.
const nonPublicIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
// Non-public ranges within the only block that is allocated. Addresses that embed an IPv4 address (6to4, Teredo) could
// lead anywhere.
const nonPublicIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const nonPublicRanges = new BlockList()
for (const [network, bits] of nonPublicIpv4) nonPublicRanges.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of nonPublicIpv6) nonPublicRanges.addSubnet(network, bits, 'ipv6')
const allocatedIpv6Range = new BlockList()
allocatedIpv6Range.addSubnet('2000::', 3, 'ipv6')

/**
 * Checks whether an IP address is public; false for anything that is not an IP address. IPv4 written as IPv6 never is
 * public.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !nonPublicRanges.check(address, 'ipv4')
  return version === 6 && allocatedIpv6Range.check(address, 'ipv6') && !nonPublicRanges.check(address, 'ipv6')
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
