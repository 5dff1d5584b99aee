import { hashPassword } from '#domains/session/server/passwords.ts'
import type { Figure } from '../figures.ts'
import { fire, type Speed, type Target } from '../fire.ts'
import type { Server } from '../servers.ts'
import { signIn } from '../sign-in.ts'
import { month, type Retailer } from './retailer.ts'

const connections = [16, 64]
const seconds = 8
const visitors = 100
const password = 'Escala-de-llum-7'

type Kind = 'list' | 'detail' | 'chart' | 'sign-in'
const kinds: readonly Kind[] = ['list', 'detail', 'chart', 'sign-in']
const names: Record<Kind, string> = {
  list: 'a year of invoices',
  detail: 'one invoice',
  chart: 'a month by the hour',
  'sign-in': 'signing in',
}

type Both = { small: Retailer; large: Retailer; servers: readonly [Server, Server] }

/** Each call at each number of connections, on the large retailer beside the small one: the middle and the slowest of a hundred. */
export async function measureBothSizes({ small, large, servers: [ofSmall, ofLarge] }: Both): Promise<Figure[]> {
  const asked = [await requestsOf(small), await requestsOf(large)] as const
  const figures: Figure[] = []
  for (const count of connections)
    for (const kind of kinds) {
      const target = { connections: count, seconds: kind === 'sign-in' ? seconds * 2 : seconds }
      const few = await fire({ ...target, address: ofSmall.address, requests: asked[0][kind] })
      const many = await fire({ ...target, address: ofLarge.address, requests: asked[1][kind] })
      for (const share of ['p50', 'p99'] as const) figures.push(figureOf({ kind, count, share, few, many }))
    }
  return figures
}

type Measured = { kind: Kind; count: number; share: 'p50' | 'p99'; few: Speed; many: Speed }

function figureOf({ kind, count, share, few, many }: Measured): Figure {
  return {
    what: `${names[kind]}, ${count} connections, ${share}`,
    unit: 'ms',
    ours: many[share],
    floor: few[share],
    goal: 'at most 1.5',
    isMet: (ratio) => ratio <= 1.5,
  }
}

/** What a hundred holders, spread over all, ask; whoever signs in has the same password. */
async function requestsOf({ db, points }: Retailer): Promise<Record<Kind, Target['requests']>> {
  const passwordHash = await hashPassword(password)
  const requests: Record<Kind, Target['requests'][number][]> = { list: [], detail: [], chart: [], 'sign-in': [] }
  for (let visitor = 0; visitor < visitors; visitor++) {
    const customerId = 1 + Math.floor((visitor * points) / visitors)
    const login = `holder${customerId}`
    const headers = { authorization: `Bearer ${await signIn(db, { customerId, login, passwordHash })}` }
    const one = encodeURIComponent(`[["number","=","FE${customerId}-7"]]`)
    requests.list.push({ path: '/api/v2/invoices/?limit=100', headers })
    requests.detail.push({ path: `/api/v2/invoices/?limit=1&filter=${one}`, headers })
    const range = `start=${month.start}&end=${month.end}`
    requests.chart.push({ path: `/api/v2/contracts/${customerId}/cch/chart/hourly/?${range}`, headers })
    requests['sign-in'].push({
      method: 'POST',
      path: '/api/v2/user/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: login, password }),
    })
  }
  return requests
}
