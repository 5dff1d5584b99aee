import { lookup } from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import {
  isOwnNetworkAddress,
  isPrivateDestination,
  isPrivateHost,
  isPublicAddress,
  lookupPublicAddress,
  PrivateAddressError,
} from './public-address.ts'

vi.mock('node:dns', () => ({ lookup: vi.fn() }))
afterEach(() => vi.resetAllMocks())

test.each([
  ['8.8.8.8', true],
  ['193.110.128.109', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4003::200e', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  // IPv4 embedded in IPv6: mapped, translated, 6to4, Teredo.
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  // Anycast services within a network: AS112, multicast tunnels.
  ['192.175.48.1', false],
  ['192.52.193.1', false],
  ['localhost', false],
])('returns for %s whether it is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['192.168.1.1', true],
  ['169.254.1.1', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.1.2.3', true],
  ['::ffff:8.8.8.8', false],
  ['8.8.8.8', false],
  ['100.64.0.1', false],
  ['2a00:1450:4003::200e', false],
  ['', false],
  ['unknown', false],
])('returns for %j whether it is of an own network: %s', (address, isOwn) => {
  expect(isOwnNetworkAddress(address)).toBe(isOwn)
})

test.each([
  ['http://127.0.0.1/', true],
  ['http://[::1]/', true],
  ['http://[::ffff:10.0.0.1]/', true],
  // Other notations of 127.0.0.1.
  ['http://2130706433/', true],
  ['http://0x7f.1/', true],
  ['https://8.8.8.8/', false],
  ['https://erp.example.com/', false],
])('returns for %s whether the host is private: %s', (url, isPrivate) => {
  expect(isPrivateHost(new URL(url))).toBe(isPrivate)
})

test.each([
  ['https://sentry.example.com/7', false],
  ['https://8.8.8.8/', false],
  ['https://local.example.com/', false],
  ['https://localhost.example.com/', false],
  ['http://127.0.0.1/', true],
  ['http://[fe80::1]/', true],
  ['http://localhost/', true],
  ['http://LOCALHOST./', true],
  ['http://api.localhost/', true],
  ['http://nas.local/', true],
  ['http://vault.internal/', true],
  ['http://router.lan/', true],
  ['http://box.home.arpa/', true],
  ['http://intranet/', true],
])('returns for %s whether it leads into a private network: %s', (url, isInside) => {
  expect(isPrivateDestination(new URL(url))).toBe(isInside)
})

function found(addresses: { address: string; family: number }[], options: object) {
  vi.mocked(lookup).mockImplementation(((_: string, __: object, answer: (...of: unknown[]) => void) =>
    answer(null, addresses)) as never)
  return new Promise((resolve) => lookupPublicAddress('erp.example.com', options, (...answer) => resolve(answer)))
}

test('connects to a name with only public addresses', async () => {
  const address = { address: '8.8.8.8', family: 4 }
  expect(await found([address], { all: true })).toEqual([null, [address]])
  expect(await found([address], {})).toEqual([null, '8.8.8.8', 4])
})

test('rejects a name with a private address, or with none', async () => {
  const addresses = [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect(await found(addresses, { all: true })).toEqual([expect.any(PrivateAddressError)])
  expect(await found([], { all: true })).toEqual([expect.any(PrivateAddressError)])
})
