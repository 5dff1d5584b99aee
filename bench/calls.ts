import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { secretKey } from '#domains/session/server/secret-keys.ts'
import { openSession } from '#domains/session/server/session-store.ts'
import { signToken } from '#domains/session/server/token.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figures.ts'

const connections = 16
const seconds = 5
const runs = 3
const customerId = 77
// As `npm start` has it: answers are buffers outside the heap, which a young generation of the usual size keeps for long.
const startFlags = ['--max-semi-space-size=8']

/** The list of a hundred invoices and a single one, with session and ownership checks, beside servers that check nothing. */
export async function measureCalls(database: BenchDatabase): Promise<Figure[]> {
  const token = await signIn(database)
  const [portal, floor] = await Promise.all([
    start('portal-server.ts', database.url),
    start('floor-server.ts', database.url),
  ])
  const headers = { authorization: `Bearer ${token}` }
  const targets = {
    list: { url: `${portal.address}/api/v2/invoices/?limit=100`, headers },
    floorList: { url: `${floor.address}/list`, headers: {} },
    point: {
      url: `${portal.address}/api/v2/invoices/?limit=1&filter=${encodeURIComponent('[["number","=","FE77-100"]]')}`,
      headers,
    },
    floorPoint: { url: `${floor.address}/point`, headers: {} },
  }
  const measured = await interleaved(targets)
  const residentBytes = await memoryOf(portal.child)
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

async function signIn({ db }: BenchDatabase): Promise<string> {
  const account = { login: 'bench', email: 'bench@example.test', name: 'Bench', password_hash: 'none' }
  const { user_id: userId } = await db
    .insertInto('user_account')
    .values(account)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_customer').values({ user_id: userId, customer_id: customerId }).execute()
  const now = new Date()
  const { sessionId, expiresAt } = await openSession(db, { userId, now, life: { idleMinutes: 60, absoluteHours: 1 } })
  const claims = { sessionId, userId, locale: 'es', readonly: false, expiresAt }
  return signToken(claims, { key: await secretKey(db, 'session'), userIdField: 'user_id' }, now)
}

async function start(file: string, url: string): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: startFlags,
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, address: `http://127.0.0.1:${port}` }
}

async function memoryOf(child: ChildProcess): Promise<number> {
  child.send('memory')
  const [{ residentBytes }] = (await once(child, 'message')) as [{ residentBytes: number }]
  return residentBytes
}

type Target = { url: string; headers: Record<string, string> }
type Speed = { rate: number; p99: number }

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

// The load generator's own histogram counts whole milliseconds, so the times are kept here.
function fire({ url, headers }: Target): Promise<Speed> {
  return new Promise((done, fail) => {
    const times: number[] = []
    const instance = autocannon({ url, headers, connections, duration: seconds }, (error, result) => {
      if (error) return fail(error)
      if (result.non2xx || result.errors)
        return fail(new Error(`${url} answered ${result.non2xx} times otherwise than asked.`))
      times.sort((a, b) => a - b)
      done({ rate: times.length / result.duration, p99: times[Math.floor(times.length * 0.99)]! })
    })
    instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
}
