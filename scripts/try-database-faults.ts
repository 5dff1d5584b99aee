// `npm run try-database-faults`: runs a server on its own PostgreSQL, which is stopped, made read-only, and filled to
// its disk limit, one after the other. Prints what visitors, API clients and the load balancer received, and exits with
// 1 if that is not what docs/running/failover.md promises. The full disk requires root, to mount a small file system.
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLoadRetailer } from './failover/retailer.ts'
import {
  findFreePorts,
  findPostgresFolder,
  type Program,
  runCommand,
  startProgram,
  waitUntil,
} from './running/programs.ts'

const diskMegabytes = 160
const bin = findPostgresFolder()
if (!bin) {
  console.error('This requires the PostgreSQL programs: apt-get install postgresql.')
  process.exit(2)
}

const isRoot = process.getuid?.() === 0
const folder = await mkdtemp(join(tmpdir(), 'llum-faults-'))
const disk = join(folder, 'disk')
const dataFolder = join(disk, 'data')
const findings: boolean[] = []
let server: Program | undefined
const isMounted = prepareDisk()
const [databasePort, port] = (await findFreePorts(2)) as [number, number]
const origin = `http://127.0.0.1:${port}`

try {
  await tryEverything()
} catch (error) {
  reportFinding('it can be tried to the end', false, (error as Error).message)
} finally {
  await server?.end('SIGKILL')
  succeeds(() => runPgCtl('-m immediate stop'))
  if (isMounted) succeeds(() => runCommand(['umount', disk]))
}
const failed = findings.filter((holds) => !holds).length
console.log(failed ? `\n${failed} of ${findings.length} do not hold; logs in ${folder}` : '\nAll of it holds.')
if (!failed) await rm(folder, { recursive: true })
process.exit(failed ? 1 : 0)

async function tryEverything() {
  const url = `postgres://postgres@127.0.0.1:${databasePort}/postgres`
  asPostgres(
    `${bin}/initdb -D ${dataFolder} -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --wal-segsize=1 >/dev/null`,
  )
  startDatabase()
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'files'),
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DEMO: 'off',
  }
  runCommand([process.execPath, 'scripts/migrate.ts'], environment)
  const { logins, password } = await createLoadRetailer(url, 1)
  const command = [process.execPath, 'src/app/server/main.ts'] as const
  server = startProgram('server', [...command], { folder, environment: { ...environment, ROLE: 'server' } })
  await waitUntilReady()
  const token = await signIn(logins[0]!, password)

  await tryFault('stopped', { token, read: [503], write: [503], reasons: ['database_away', undefined] }, () => {
    runPgCtl('-m fast stop')
    return startDatabase
  })
  const readOnly = { token, read: [200], write: [503], reasons: ['database_read_only'] }
  await tryFault('read-only', readOnly, () => {
    setReadOnly(true)
    return () => setReadOnly(false)
  })
  if (!isMounted) console.log('--   a full disk is not tried: no small file system could be mounted here')
  // Without disk space for its log the database stops; with space there it keeps running and reports a full disk.
  else
    await tryFault(
      'without room on its disk',
      { token, read: [200, 503], write: [503], reasons: ['database_full', 'database_away', undefined] },
      fillDisk,
    )
}

type ExpectedReplies = { token: string; read: number[]; write: number[]; reasons: (string | undefined)[] }

async function tryFault(name: string, { token, read, write, reasons }: ExpectedReplies, begin: () => () => void) {
  const undo = begin()
  try {
    await waitUntil(
      `readiness sees a database ${name}`,
      async () => (await fetch(`${origin}/readyz`)).status === 503,
      60,
    )
    reportFinding(`${name}: readiness says not ready`, true, '503')
  } catch (error) {
    reportFinding(`${name}: readiness says not ready`, false, (error as Error).message)
  }
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'es' }
  const readReply = await fetch(`${origin}/api/v2/contracts`, { headers })
  check(`${name}: programs that read`, readReply, read)
  const page = await fetch(`${origin}/facturas`, { headers: { cookie: `token=${token}`, 'accept-language': 'es' } })
  const html = await page.text()
  check(`${name}: a page`, page, read)
  const expectedTexts = ['Ahora no llegamos a tus datos', 'De momento', 'Ahora no podemos atenderte']
  if (page.status === 503)
    reportFinding(
      `${name}: the page says so in its own words`,
      expectedTexts.some((text) => html.includes(text)),
      html.slice(0, 60),
    )
  const body = JSON.stringify({ user: 'nobody', password: 'not-to-be-seen' })
  const writeReply = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  check(`${name}: a write`, writeReply, write)
  const { reason } = (await writeReply.json()) as { reason?: string }
  reportFinding(`${name}: its reason`, reasons.includes(reason), String(reason))
  undo()
  const seconds = await waitUntilReady()
  reportFinding(`${name}: it recovers by itself`, seconds < 45, `${seconds.toFixed(1)} s`)
  const replyAfterRecovery = await fetch(`${origin}/api/v2/contracts`, { headers })
  reportFinding(`${name}: and reads again`, replyAfterRecovery.status === 200, String(replyAfterRecovery.status))
}

function check(claim: string, { status, headers }: Response, expected: number[]) {
  const retryAfter = headers.get('retry-after')
  const holds = expected.includes(status) && (status !== 503 || Number(retryAfter) > 0)
  reportFinding(`${claim} is answered ${expected.join(' or ')}`, holds, `${status}, Retry-After ${retryAfter}`)
}

function waitUntilReady(): Promise<number> {
  return waitUntil('the server is ready', async () => (await fetch(`${origin}/readyz`)).ok)
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
  runPgCtl(`-w -l ${disk}/log -o '${options}' start >/dev/null`)
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

/** Fills the remaining disk space. The undo function restarts the database if it has stopped meanwhile. */
function fillDisk() {
  const filling = join(disk, 'filling')
  let megabytes = 0
  fillUp(filling)
  // Writes go to the log first, which continues for a while in space it had allocated before.
  const megabyte = "select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))"
  while (succeeds(() => psql(megabyte)) && ++megabytes < 60) fillUp(filling)
  return () => {
    rmSync(filling)
    if (!succeeds(() => runPgCtl('status >/dev/null'))) startDatabase()
  }
}

function fillUp(file: string) {
  for (const bytes of [64 * 1024, 1024]) while (succeeds(() => appendFileSync(file, Buffer.alloc(bytes))));
}

/** @returns whether the folder is a separate small file system. */
function prepareDisk(): boolean {
  mkdirSync(disk)
  chmodSync(folder, 0o777)
  const mounted =
    isRoot &&
    succeeds(() => runCommand(['mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0777`, 'llum-faults', disk]))
  if (!mounted) chmodSync(disk, 0o777)
  writeFileSync(join(disk, 'log'), '')
  chmodSync(join(disk, 'log'), 0o666)
  return mounted && existsSync(disk)
}

function runPgCtl(pgCtlArguments: string) {
  return asPostgres(`${bin}/pg_ctl -D ${dataFolder} ${pgCtlArguments}`)
}

// PostgreSQL servers refuse to run as root.
function asPostgres(command: string): string {
  return runCommand(isRoot ? ['su', 'postgres', '-s', '/bin/sh', '-c', command] : ['sh', '-c', command])
}

function succeeds(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

function reportFinding(claim: string, holds: boolean, detail: string) {
  findings.push(holds)
  console.log(`${holds ? 'yes' : 'NO '}  ${claim} (${detail.trim()})`)
}
