import { BlockList, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { networkOf } from '#kit/server/network-of.ts'

const maxTrackedNetworks = 20_000
const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

/** Limits the calls of each network. */
export type NetworkRateLimit = {
  /** Consumes a call of an address's network. Returns 0, or the seconds until the next call is available. */
  consume(address: string, now: Date): number
}

/**
 * Creates a limit of calls per minute for each network, all of which may be used at once, on this server. Loopback
 * calls are not counted by default: pages make internal calls while they are rendered. Networks are remembered while
 * the process runs.
 */
export function createNetworkRateLimit({
  perMinute,
  countsLoopback = false,
}: {
  perMinute: number
  countsLoopback?: boolean
}): NetworkRateLimit {
  const buckets = new LRUCache<string, { calls: number; at: number }>({ max: maxTrackedNetworks })
  return {
    consume(address, now) {
      if (perMinute === 0 || (!countsLoopback && loopbackAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')))
        return 0
      const network = networkOf(address)
      const at = now.getTime()
      const before = buckets.get(network) ?? { calls: perMinute, at }
      const regained = ((at - before.at) / 60_000) * perMinute
      const calls = Math.min(perMinute, before.calls + Math.max(0, regained))
      if (calls < 1) return Math.ceil(((1 - calls) / perMinute) * 60)
      buckets.set(network, { calls: calls - 1, at })
      return 0
    },
  }
}
