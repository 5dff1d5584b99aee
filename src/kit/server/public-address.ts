import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

// Special purposes by IANA's registries: own machine and networks, links, documentation, several receivers at once.
const closedIpv4: readonly (readonly [string, number])[] = [
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
// Of the one block that is given out at all. Those that carry an IPv4 address inside (6to4, Teredo) could lead anywhere.
const closedIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, bits] of closedIpv4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of closedIpv6) closed.addSubnet(network, bits, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet; false for what is none. IPv4 written as IPv6 never is. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  return version === 6 && givenOut.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Whether the host of an address is an IP address that is not public. A name is looked up when it is called. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}

const localNames = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/** Whether an address leads into a network of one's own by what is written: an IP address that is not public, or a local name. */
export function leadsInside(address: URL): boolean {
  const host = address.hostname.toLowerCase().replace(/\.$/, '')
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0
  return isName ? localNames.test(host) || !host.includes('.') : isPrivateHost(new URL(`http://${host}`))
}

/** A name leads to an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'EACCES'
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void

/**
 * Looks a name up for a connection, in the place of `dns.lookup`. The addresses that are checked are those that are
 * connected to, so that a name cannot lead elsewhere in between. One that is not public spoils them all.
 */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return found(new PrivateAddress(`${hostname} is not a public address`))
    if (options.all) return found(null, addresses)
    return found(null, first.address, first.family)
  })
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Whether a host, as a URL or a listening address names it, is this machine and nothing else. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host.toLowerCase())
}
