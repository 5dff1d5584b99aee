import type { BenchDatabase } from './bench-database.ts'
import { generateLoad, type LoadResult } from './generate-load.ts'
import { type Measurement, median } from './measurements.ts'
import { type BenchServer, readMemory, startServer } from './servers.ts'
import { signInAsHolder } from './sign-in.ts'

const connections = 16
const manyConnections = 64
const seconds = 5
const runs = 3
const customerId = 78

type Target = { path: string; headers?: Record<string, string> }

/** Pages rendered a second by one process, what 64 visitors at once wait for, and what calls wait for meanwhile. */
export async function measurePages(database: BenchDatabase): Promise<Measurement[]> {
  const token = await signInAsHolder(database.db, { customerId, login: 'bench-pages' })
  const portal = await startServer('portal-server.ts', database.url, { PAGES: 'on' })
  const login: Target = { path: '/acceso', headers: { cookie: 'language=es' } }
  const invoices: Target = { path: '/facturas', headers: { cookie: `token=${token}` } }
  const call: Target = { path: '/api/v2/invoices/?limit=100', headers: { authorization: `Bearer ${token}` } }
  const load = (target: Target, more = {}) =>
    generateLoad({ address: portal.address, requests: [target], connections, seconds, ...more })
  for (const target of [login, invoices, call]) await load(target, { seconds: 2 })

  const loginLoads = await repeat(() => load(login))
  const invoiceLoads = await repeat(() => load(invoices))
  const manyVisitors = await load(invoices, { connections: manyConnections, seconds: 10 })
  const residentBytes = await readMemory(portal)
  const callsAlone = await repeat(() => load(call, { connections: 1 }))
  const callsBesidePages = await repeat(() => measureBeside(portal, { call, pages: invoices }))
  portal.child.kill()
  return [
    ratio('log-in pages', 'pages/s', middle(loginLoads, 'rate'), 400, 'at least 1', (met) => met >= 1),
    ratio('invoice pages', 'pages/s', middle(invoiceLoads, 'rate'), 120, 'at least 1', (met) => met >= 1),
    ratio(
      'p99 of calls beside pages',
      'ms',
      middle(callsBesidePages, 'p99'),
      middle(callsAlone, 'p99'),
      'at most 3',
      (met) => met <= 3,
    ),
    ratio('p99 of 64 visitors', 'ms', manyVisitors.p99, 2_000, 'at most 1', (met) => met <= 1),
    ratio('memory afterwards', 'MB', residentBytes / 1e6, 400, 'at most 1', (met) => met <= 1),
  ]
}

/** Loads the pages on most connections, and returns how the calls of another one fare. */
async function measureBeside(
  portal: BenchServer,
  { call, pages }: { call: Target; pages: Target },
): Promise<LoadResult> {
  const { address } = portal
  const [, calls] = await Promise.all([
    generateLoad({ address, requests: [pages], connections, seconds: seconds + 1 }),
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

function ratio(
  what: string,
  unit: string,
  ours: number,
  floor: number,
  goal: string,
  isMet: (ratio: number) => boolean,
): Measurement {
  return { what, unit, ours, floor, goal, isMet }
}
