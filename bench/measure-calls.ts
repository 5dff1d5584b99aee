import type { BenchDatabase } from './bench-database.ts'
import { generateLoad, type LoadResult, type LoadTarget } from './generate-load.ts'
import { type Measurement, median } from './measurements.ts'
import { readMemory, startServer } from './servers.ts'
import { signInAsHolder } from './sign-in.ts'

const connections = 16
const seconds = 5
const runs = 3
const customerId = 77

/** The list of a hundred invoices and a single one, with session and ownership checks, beside servers that check nothing. */
export async function measureCalls(database: BenchDatabase): Promise<Measurement[]> {
  const token = await signInAsHolder(database.db, { customerId, login: 'bench' })
  const [portal, floor] = await Promise.all([
    startServer('portal-server.ts', database.url),
    startServer('floor-server.ts', database.url),
  ])
  const headers = { authorization: `Bearer ${token}` }
  const one = encodeURIComponent('[["number","=","FE77-100"]]')
  const targetOf = (address: string, path: string, more = {}) => ({
    address,
    requests: [{ path, headers: more }],
    connections,
    seconds,
  })
  const targets = {
    list: targetOf(portal.address, '/api/v2/invoices/?limit=100', headers),
    floorList: targetOf(floor.address, '/list'),
    point: targetOf(portal.address, `/api/v2/invoices/?limit=1&filter=${one}`, headers),
    floorPoint: targetOf(floor.address, '/point'),
  }
  const measured = await measureInterleaved(targets)
  const residentBytes = await readMemory(portal)
  portal.child.kill()
  floor.child.kill()
  return [
    {
      what: 'list of 100 invoices',
      unit: 'requests/s',
      ours: measured.list.rate,
      floor: measured.floorList.rate,
      goal: 'at least 2.5',
      isMet: (ratio) => ratio >= 2.5,
    },
    {
      what: 'the same, slowest of a hundred',
      unit: 'ms',
      ours: measured.list.p99,
      floor: measured.floorList.p99,
      goal: 'at most 0.5',
      isMet: (ratio) => ratio <= 0.5,
    },
    {
      what: 'one invoice',
      unit: 'requests/s',
      ours: measured.point.rate,
      floor: measured.floorPoint.rate,
      goal: 'at least 0.9',
      isMet: (ratio) => ratio >= 0.9,
    },
    {
      what: 'memory of the server afterwards',
      unit: 'MB',
      ours: residentBytes / 1e6,
      floor: 300,
      goal: 'at most 1',
      isMet: (ratio) => ratio <= 1,
    },
  ]
}

// Runs follow each other over the targets, so that all of them meet the same state of the machine.
async function measureInterleaved<Name extends string>(
  targets: Record<Name, LoadTarget>,
): Promise<Record<Name, LoadResult>> {
  const names = Object.keys(targets) as Name[]
  const speeds = new Map<Name, LoadResult[]>(names.map((name) => [name, []]))
  for (let run = 0; run < runs; run++)
    for (const name of names) speeds.get(name)!.push(await generateLoad(targets[name]))
  const middle = (name: Name, of: keyof LoadResult) => median(speeds.get(name)!.map((speed) => speed[of]))
  return Object.fromEntries(
    names.map((name) => [name, { rate: middle(name, 'rate'), p99: middle(name, 'p99') }]),
  ) as Record<Name, LoadResult>
}
