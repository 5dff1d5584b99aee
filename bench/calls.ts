import type { BenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figures.ts'
import { fire, type Speed, type Target } from './fire.ts'
import { memoryOf, start } from './servers.ts'
import { signIn } from './sign-in.ts'

const connections = 16
const seconds = 5
const runs = 3
const customerId = 77

/** The list of a hundred invoices and a single one, with session and ownership checks, beside servers that check nothing. */
export async function measureCalls(database: BenchDatabase): Promise<Figure[]> {
  const token = await signIn(database.db, { customerId, login: 'bench' })
  const [portal, floor] = await Promise.all([
    start('portal-server.ts', database.url),
    start('floor-server.ts', database.url),
  ])
  const headers = { authorization: `Bearer ${token}` }
  const one = encodeURIComponent('[["number","=","FE77-100"]]')
  const asked = (address: string, path: string, more = {}) => ({
    address,
    requests: [{ path, headers: more }],
    connections,
    seconds,
  })
  const targets = {
    list: asked(portal.address, '/api/v2/invoices/?limit=100', headers),
    floorList: asked(floor.address, '/list'),
    point: asked(portal.address, `/api/v2/invoices/?limit=1&filter=${one}`, headers),
    floorPoint: asked(floor.address, '/point'),
  }
  const measured = await interleaved(targets)
  const residentBytes = await memoryOf(portal)
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
async function interleaved<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Speed>> {
  const names = Object.keys(targets) as Name[]
  const speeds = new Map<Name, Speed[]>(names.map((name) => [name, []]))
  for (let run = 0; run < runs; run++) for (const name of names) speeds.get(name)!.push(await fire(targets[name]))
  const middle = (name: Name, of: keyof Speed) => median(speeds.get(name)!.map((speed) => speed[of]))
  return Object.fromEntries(
    names.map((name) => [name, { rate: middle(name, 'rate'), p99: middle(name, 'p99') }]),
  ) as Record<Name, Speed>
}
