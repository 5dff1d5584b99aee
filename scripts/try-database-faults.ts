// `npm run try-database-faults`: a server on a PostgreSQL of its own that is stopped, takes no writes, and has no room on its
// disk, one after the other. It says what visitors, programs and the balancer were told, and ends with 1 where that is not what
// docs/running/failover.md promises. The full disk needs root, who may mount a small file system.
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRetailer } from './failover/retailer.ts'
import { freePorts, type Program, postgresFolder, run, start, until } from './running/programs.ts'

const diskMegabytes = 160
const bin = postgresFolder()
if (!bin) {
  console.error('This needs the programs of PostgreSQL: apt-get install postgresql.')
  process.exit(2)
}

const isRoot = process.getuid?.() === 0
const folder = await mkdtemp(join(tmpdir(), 'llum-faults-'))
const disk = join(folder, 'disk')
const data = join(disk, 'data')
const findings: boolean[] = []
let server: Program | undefined
const isMounted = prepareDisk()
const [databasePort, port] = (await freePorts(2)) as [number, number]
const origin = `http://127.0.0.1:${port}`

try {
  await tryEverything()
} catch (error) {
  found('it can be tried to the end', false, (error as Error).message)
} finally {
  await server?.end('SIGKILL')
  quietly(() => postgres('-m immediate stop'))
  if (isMounted) quietly(() => run(['umount', disk]))
}
const failed = findings.filter((holds) => !holds).length
console.log(failed ? `\n${failed} of ${findings.length} do not hold; logs in ${folder}` : '\nAll of it holds.')
if (!failed) await rm(folder, { recursive: true })
process.exit(failed ? 1 : 0)

async function tryEverything() {
  const url = `postgres://postgres@127.0.0.1:${databasePort}/postgres`
  asPostgres(
    `${bin}/initdb -D ${data} -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --wal-segsize=1 >/dev/null`,
  )
  startDatabase()
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'files'),
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DEMO: 'off',
  }
  run([process.execPath, 'scripts/migrate.ts'], environment)
  const { logins, password } = await makeRetailer(url, 1)
  const command = [process.execPath, 'src/app/server/main.ts'] as const
  server = start('server', [...command], { folder, environment: { ...environment, ROLE: 'server' } })
  await ready()
  const token = await signIn(logins[0]!, password)

  await tryFault('stopped', { token, read: [503], write: [503], reasons: ['database_away', undefined] }, () => {
    postgres('-m fast stop')
    return startDatabase
  })
  const readOnly = { token, read: [200], write: [503], reasons: ['database_read_only'] }
  await tryFault('read-only', readOnly, () => {
    setReadOnly(true)
    return () => setReadOnly(false)
  })
  if (!isMounted) console.log('--   a full disk is not tried: no small file system could be mounted here')
  // Without room for its log the database ends; with room there it goes on and says that it has none.
  else
    await tryFault(
      'without room on its disk',
      { token, read: [200, 503], write: [503], reasons: ['database_full', 'database_away', undefined] },
      fillDisk,
    )
}

type Expected = { token: string; read: number[]; write: number[]; reasons: (string | undefined)[] }

async function tryFault(name: string, { token, read, write, reasons }: Expected, begin: () => () => void) {
  const undo = begin()
  try {
    await until(`readiness sees a database ${name}`, async () => (await fetch(`${origin}/readyz`)).status === 503, 60)
    found(`${name}: readiness says not ready`, true, '503')
  } catch (error) {
    found(`${name}: readiness says not ready`, false, (error as Error).message)
  }
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'es' }
  const told = await fetch(`${origin}/api/v2/contracts`, { headers })
  check(`${name}: programs that read`, told, read)
  const page = await fetch(`${origin}/facturas`, { headers: { cookie: `token=${token}`, 'accept-language': 'es' } })
  const html = await page.text()
  check(`${name}: a page`, page, read)
  const own = ['Ahora no llegamos a tus datos', 'De momento', 'Ahora no podemos atenderte']
  if (page.status === 503)
    found(
      `${name}: the page says so in its own words`,
      own.some((words) => html.includes(words)),
      html.slice(0, 60),
    )
  const body = JSON.stringify({ user: 'nobody', password: 'not-to-be-seen' })
  const written = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  check(`${name}: a write`, written, write)
  const { reason } = (await written.json()) as { reason?: string }
  found(`${name}: its reason`, reasons.includes(reason), String(reason))
  undo()
  const seconds = await ready()
  found(`${name}: it recovers by itself`, seconds < 45, `${seconds.toFixed(1)} s`)
  const again = await fetch(`${origin}/api/v2/contracts`, { headers })
  found(`${name}: and reads again`, again.status === 200, String(again.status))
}

function check(claim: string, { status, headers }: Response, expected: number[]) {
  const retryAfter = headers.get('retry-after')
  const holds = expected.includes(status) && (status !== 503 || Number(retryAfter) > 0)
  found(`${claim} is answered ${expected.join(' or ')}`, holds, `${status}, Retry-After ${retryAfter}`)
}

function ready(): Promise<number> {
  return until('the server is ready', async () => (await fetch(`${origin}/readyz`)).ok)
}

async function signIn(user: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  })
  return ((await answer.json()) as { token: string }).token
}

function startDatabase() {
  const options = `-p ${databasePort} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=16MB -c max_wal_size=8MB -c min_wal_size=2MB`
  postgres(`-w -l ${disk}/log -o '${options}' start >/dev/null`)
}

function psql(statement: string) {
  const server = `-h 127.0.0.1 -p ${databasePort} -U postgres`
  return asPostgres(
    `${bin}/psql ${server} -q -v ON_ERROR_STOP=1 -c "set default_transaction_read_only = off" -c "${statement}"`,
  )
}

function setReadOnly(isOn: boolean) {
  psql(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  psql('select pg_reload_conf()')
}

/** Takes all the room that is left; what ends it starts the database anew where it has ended meanwhile. */
function fillDisk() {
  const filling = join(disk, 'filling')
  let megabytes = 0
  fillUp(filling)
  // What is written goes into the log first, which lives on for a while on room that it had before.
  const megabyte = "select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))"
  while (quietly(() => psql(megabyte)) && ++megabytes < 60) fillUp(filling)
  return () => {
    rmSync(filling)
    if (!quietly(() => postgres('status >/dev/null'))) startDatabase()
  }
}

function fillUp(file: string) {
  for (const bytes of [64 * 1024, 1024]) while (quietly(() => appendFileSync(file, Buffer.alloc(bytes))));
}

/** @returns whether the folder is a small file system of its own. */
function prepareDisk(): boolean {
  mkdirSync(disk)
  chmodSync(folder, 0o777)
  const mounted =
    isRoot &&
    quietly(() => run(['mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0777`, 'llum-faults', disk]))
  if (!mounted) chmodSync(disk, 0o777)
  writeFileSync(join(disk, 'log'), '')
  chmodSync(join(disk, 'log'), 0o666)
  return mounted && existsSync(disk)
}

function postgres(words: string) {
  return asPostgres(`${bin}/pg_ctl -D ${data} ${words}`)
}

// A server of PostgreSQL does not run as root.
function asPostgres(command: string): string {
  return run(isRoot ? ['su', 'postgres', '-s', '/bin/sh', '-c', command] : ['sh', '-c', command])
}

function quietly(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

function found(claim: string, holds: boolean, told: string) {
  findings.push(holds)
  console.log(`${holds ? 'yes' : 'NO '}  ${claim} (${told.trim()})`)
}
