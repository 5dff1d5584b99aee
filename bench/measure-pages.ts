import type { BenchDatabase } from './bench-database.ts'
import { generateLoad, type LoadResult } from './generate-load.ts'
import { type Measurement, median } from './measurements.ts'
import { type BenchServer, readMemory, startServer } from './servers.ts'
import { signInAsHolder } from './sign-in.ts'

const connections = 16
const manyConnections = 64
const seconds = 5
const runs = 3
// More than pages are cached.
const visitors = 500

type Target = { path: string; headers?: Record<string, string> }

/** Pages rendered a second by one process, what 64 visitors at once wait for, and what calls wait for meanwhile. */
export async function measurePages(database: BenchDatabase): Promise<Measurement[]> {
  const tokens: string[] = []
  for (let customerId = 1; customerId <= visitors; customerId++)
    tokens.push(await signInAsHolder(database.db, { customerId, login: `bench-pages-${customerId}` }))
  const portal = await startServer('portal-server.ts', database.url, { PAGES: 'on' })
  const login: Target = { path: '/acceso', headers: { cookie: 'language=es' } }
  const invoicesOf = (token: string): Target => ({ path: '/facturas', headers: { cookie: `token=${token}` } })
  const invoices = invoicesOf(tokens[0]!)
  const invoicesOfAll = tokens.map(invoicesOf)
  const call: Target = { path: '/api/v2/invoices/?limit=100', headers: { authorization: `Bearer ${tokens[0]}` } }
  const load = (target: Target | Target[], more = {}) =>
    generateLoad({ address: portal.address, requests: [target].flat(), connections, seconds, ...more })
  for (const target of [login, invoices, call]) await load(target, { seconds: 2 })

  const loginLoads = await repeat(() => load(login))
  const invoiceLoads = await repeat(() => load(invoices))
  const firstLoads = await repeat(() => load(invoicesOfAll))
  const manyVisitors = await load(invoicesOfAll, { connections: manyConnections, seconds: 10 })
  const residentBytes = await readMemory(portal)
  const callsAlone = await repeat(() => load(call, { connections: 1 }))
  const callsBesideOne = await repeat(() => measureBeside(portal, { call, pages: [invoices] }))
  const callsBesidePages = await repeat(() => measureBeside(portal, { call, pages: invoicesOfAll }))
  portal.child.kill()
  const rate = (what: string, loads: readonly LoadResult[], goal: number): Measurement => ({
    ...{ what, unit: 'pages/s', ours: middle(loads, 'rate'), floor: goal },
    ...{ goal: 'at least 1', isMet: (ratio) => ratio >= 1 },
  })
  const besidePages = (whose: string, loads: readonly LoadResult[]): Measurement => ({
    ...{ what: `p99 of calls beside pages ${whose}`, unit: 'ms' },
    ...{ ours: middle(loads, 'p99'), floor: middle(callsAlone, 'p99') },
    ...{ goal: 'at most 3', isMet: (ratio) => ratio <= 3 },
  })
  return [
    rate('log-in pages', loginLoads, 400),
    rate('invoice pages of one visitor', invoiceLoads, 120),
    rate('invoice pages of different visitors', firstLoads, 120),
    besidePages('of one visitor', callsBesideOne),
    besidePages('of different visitors', callsBesidePages),
    {
      ...{ what: 'p99 of 64 different visitors', unit: 'ms', ours: manyVisitors.p99, floor: 2_000 },
      ...{ goal: 'at most 1', isMet: (ratio) => ratio <= 1 },
    },
    {
      ...{ what: 'memory afterwards', unit: 'MB', ours: residentBytes / 1e6, floor: 400 },
      ...{ goal: 'at most 1', isMet: (ratio) => ratio <= 1 },
    },
  ]
}

/** Loads the pages on most connections, and returns how the calls of another one fare. */
async function measureBeside(
  portal: BenchServer,
  { call, pages }: { call: Target; pages: Target[] },
): Promise<LoadResult> {
  const { address } = portal
  const [, calls] = await Promise.all([
    generateLoad({ address, requests: pages, connections, seconds: seconds + 1 }),
    generateLoad({ address, requests: [call], connections: 1, seconds }),
  ])
  return calls
}

async function repeat(measure: () => Promise<LoadResult>): Promise<LoadResult[]> {
  const results: LoadResult[] = []
  for (let run = 0; run < runs; run++) results.push(await measure())
  return results
}

const middle = (loads: readonly LoadResult[], of: keyof LoadResult) => median(loads.map((load) => load[of]))
