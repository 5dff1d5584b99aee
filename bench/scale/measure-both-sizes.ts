import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { generateLoad, type LoadResult, type LoadTarget } from '../generate-load.ts'
import type { Measurement } from '../measurements.ts'
import type { BenchServer } from '../servers.ts'
import { signInAsHolder } from '../sign-in.ts'
import { type MeasuredRetailer, month } from './measured-retailer.ts'

const connections = [16, 64]
const seconds = 8
const visitors = 100
const password = 'Escala-de-llum-7'

type CallKind = 'list' | 'detail' | 'chart' | 'sign-in'
const kinds: readonly CallKind[] = ['list', 'detail', 'chart', 'sign-in']
const names: Record<CallKind, string> = {
  list: 'a year of invoices',
  detail: 'one invoice',
  chart: 'a month by the hour',
  'sign-in': 'signing in',
}

type BothRetailers = { small: MeasuredRetailer; large: MeasuredRetailer; servers: readonly [BenchServer, BenchServer] }

/** Each call at each number of connections, on the large retailer beside the small one: the middle and the slowest of a hundred. */
export async function measureBothSizes({
  small,
  large,
  servers: [ofSmall, ofLarge],
}: BothRetailers): Promise<Measurement[]> {
  const requests = [await createRequests(small), await createRequests(large)] as const
  const figures: Measurement[] = []
  for (const count of connections)
    for (const kind of kinds) {
      const target = { connections: count, seconds: kind === 'sign-in' ? seconds * 2 : seconds }
      const few = await generateLoad({ ...target, address: ofSmall.address, requests: requests[0][kind] })
      const many = await generateLoad({ ...target, address: ofLarge.address, requests: requests[1][kind] })
      for (const share of ['p50', 'p99'] as const) figures.push(toMeasurement({ kind, count, share, few, many }))
    }
  return figures
}

type CallMeasurement = { kind: CallKind; count: number; share: 'p50' | 'p99'; few: LoadResult; many: LoadResult }

function toMeasurement({ kind, count, share, few, many }: CallMeasurement): Measurement {
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
async function createRequests({ db, points }: MeasuredRetailer): Promise<Record<CallKind, LoadTarget['requests']>> {
  const passwordHash = await hashPassword(password)
  const requests: Record<CallKind, LoadTarget['requests'][number][]> = {
    list: [],
    detail: [],
    chart: [],
    'sign-in': [],
  }
  for (let visitor = 0; visitor < visitors; visitor++) {
    const customerId = 1 + Math.floor((visitor * points) / visitors)
    const login = `holder${customerId}`
    const headers = { authorization: `Bearer ${await signInAsHolder(db, { customerId, login, passwordHash })}` }
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
