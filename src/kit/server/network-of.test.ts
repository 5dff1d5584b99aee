import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

const addresses: [reason: string, address: string, network: string][] = [
  ['an IPv4 address, which is one home', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['a full IPv6 address', '2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['another address of the same home', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['zeros within the network', '2001:db8::5:1:2:3:4', '2001:db8:0:5::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['a link-local address with its interface', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
]

test.each(addresses)('returns the network of an address: %s', (_, address, network) => {
  expect(networkOf(address)).toBe(network)
})
