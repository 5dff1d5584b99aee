import { BlockList, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { networkOf } from '#domains/session/server/throttle.ts'

const rememberedNetworks = 20_000
const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
thisMachine.addAddress('::1', 'ipv6')

/** How many calls each network may make. */
export type NetworkAllowance = {
  /** Takes one of an address's network; answers after how many seconds there is one again, where there is none left; 0 is now. */
  take(address: string, now: Date): number
}

/**
 * Gives each network so many calls a minute, and a minute's worth at once, on this server. What the machine asks of
 * itself is not counted unless asked for: a page that is drawn asks within. Networks are remembered while the process lives.
 */
export function networkAllowance({
  perMinute,
  countsOwn = false,
}: {
  perMinute: number
  countsOwn?: boolean
}): NetworkAllowance {
  const left = new LRUCache<string, { calls: number; at: number }>({ max: rememberedNetworks })
  return {
    take(address, now) {
      if (perMinute === 0 || (!countsOwn && thisMachine.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))) return 0
      const network = networkOf(address)
      const at = now.getTime()
      const before = left.get(network) ?? { calls: perMinute, at }
      const regained = ((at - before.at) / 60_000) * perMinute
      const calls = Math.min(perMinute, before.calls + Math.max(0, regained))
      if (calls < 1) return Math.ceil(((1 - calls) / perMinute) * 60)
      left.set(network, { calls: calls - 1, at })
      return 0
    },
  }
}
