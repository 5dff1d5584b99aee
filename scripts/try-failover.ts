// `npm run try-failover`: runs two servers and two workers behind HAProxy on a PostgreSQL with a replica, all on this
// machine, and ends one after the other while customers are active. Prints its findings, and exits with 1 if they are
// not what docs/running/failover.md promises.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, startCluster } from './failover/cluster.ts'
import { type LoadFailure, type LoadRun, startLoad } from './failover/generate-load.ts'
import { startMailReceiver } from './failover/mail-receiver.ts'
import { countWaitingMessages, createLoadRetailer, readStoredClaims } from './failover/retailer.ts'
import {
  findFreePorts,
  findPostgresFolder,
  isInstalled,
  type Program,
  runCommand,
  startProgram,
  waitUntil,
} from './running/programs.ts'

const customers = 8
const calmSeconds = 3
const limitSeconds = 400

const bin = findPostgresFolder()
if (!bin || !isInstalled('haproxy')) {
  console.error('This requires the PostgreSQL and HAProxy programs: apt-get install postgresql haproxy.')
  process.exit(2)
}

const findings: { claim: string; holds: boolean; told: string }[] = []
const folder = await mkdtemp(join(tmpdir(), 'llum-failover-'))
const running = new Map<string, Program>()
let cluster: Cluster | undefined
const timeout = setTimeout(() => {
  console.error(`It took more than ${limitSeconds} s.`)
  cluster?.stop()
  process.exit(1)
}, limitSeconds * 1000)

try {
  cluster = await startCluster({ folder, bin })
  await tryEverything(cluster)
} catch (error) {
  reportFinding('it can be tried to the end', false, (error as Error).message)
} finally {
  await Promise.all([...running.values()].map((program) => program.end('SIGKILL')))
  cluster?.stop()
  clearTimeout(timeout)
}
const failed = findings.filter(({ holds }) => !holds)
console.log(
  failed.length ? `\n${failed.length} of ${findings.length} do not hold; logs in ${folder}` : '\nAll of it holds.',
)
if (!failed.length) await rm(folder, { recursive: true })
process.exit(failed.length ? 1 : 0)

async function tryEverything({ url, freezePrimary, promoteReplica }: Cluster) {
  const [proxy, a, b, aside, other, mailPort] = (await findFreePorts(6)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const origin = `http://127.0.0.1:${proxy}`
  const mailbox = await startMailReceiver(mailPort)
  const files = join(folder, 'files')
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: files,
    PUBLIC_ORIGIN: origin,
    MAIL_URL: mailbox.url,
    MAIL_FROM: 'portal@example.test',
    API_REQUESTS_PER_MINUTE: '0',
    DEMO: 'off',
  }
  runCommand([process.execPath, 'scripts/migrate.ts'], environment)
  const retailer = await createLoadRetailer(url, customers)
  await Promise.all([server('a', a), server('b', b), worker('one', aside), worker('two', other)])
  await chmod('deploy/haproxy.cfg', 0o644)
  launchProgram('haproxy', ['haproxy', '-db', '-f', 'deploy/haproxy.cfg'], {
    LLUM_LISTEN: `127.0.0.1:${proxy}`,
    LLUM_SERVER_A: `127.0.0.1:${a}`,
    LLUM_SERVER_B: `127.0.0.1:${b}`,
  })
  await waitUntil('the proxy answers', async () => (await fetch(`${origin}/readyz`)).ok)

  const tokens = await Promise.all(retailer.logins.map((login) => signIn(origin, login, retailer.password)))
  await trySessions([a, b], tokens[0]!)
  await trySettings([a, b], environment)

  let alone: LoadRun | undefined
  const load = startLoad({ origin, tokens, contracts: retailer.contracts, pauseMilliseconds: 150 })
  await trySigterm()
  await trySigkill()
  await tryWorkers()
  const sentBefore = mailbox.messageIds.length
  await tryFailover()
  await load.stop()
  await tryJobs(sentBefore)
  mailbox.close()

  async function trySigterm() {
    await pause(calmSeconds * 1000)
    reportFinding(
      'while nothing happens, every request is answered',
      load.failures.length === 0,
      describeLoad(load, load.failures),
    )
    const { code, seconds } = await endProgram('server-a', 'SIGTERM')
    await pause(1_000)
    reportFinding('SIGTERM of a server fails no request', load.failures.length === 0, describeLoad(load, load.failures))
    reportFinding(
      'a server that was told to end has done so in 25 s',
      code === 0 && seconds < 25,
      `${seconds.toFixed(1)} s`,
    )
    await server('a', a)
    await pause(calmSeconds * 1000)
    reportFinding('and none fails when it is back', load.failures.length === 0, describeLoad(load, load.failures))
  }

  async function trySigkill() {
    // This load has no proxy that retries for it.
    alone = startLoad({
      origin: `http://127.0.0.1:${b}`,
      tokens,
      contracts: retailer.contracts,
      pauseMilliseconds: 100,
    })
    for (const [name, port] of [
      ['b', b],
      ['a', a],
      ['b', b],
    ] as const) {
      await endProgram(`server-${name}`, 'SIGKILL')
      await pause(1_500)
      await server(name, port)
      // The proxy needs two successful health checks before the other server may stop.
      await pause(calmSeconds * 1000)
    }
    await alone.stop()
    const behind = `behind the proxy ${load.failures.length} were cut off, without it ${alone.askedAgain} writes asked again; ${load.failures[0]?.reply ?? ''}`
    reportFinding(
      'SIGKILL of a server cuts off no more than it had under way',
      load.failures.length <= 3 * customers,
      behind,
    )
    await everyClaimOnce('what was cut off and asked again with its key is done once')
  }

  async function tryWorkers() {
    const { code } = await endProgram('worker-one', 'SIGTERM')
    await pause(1_000)
    reportFinding('a worker ends when it is told to', code === 0, `exit ${code}`)
    await worker('one', aside)
  }

  async function tryFailover() {
    const before = load.failures.length
    const startedAt = performance.now()
    const answeredBefore = load.answered.writes
    freezePrimary()
    await pause(1_000)
    promoteReplica()
    await waitUntil('claims are taken again', async () => load.answered.writes > answeredBefore + customers)
    const seconds = (performance.now() - startedAt) / 1000
    const cut = load.failures.slice(before)
    reportFinding(
      'after the replica is promoted the servers find it by themselves',
      seconds < 30,
      `${seconds.toFixed(1)} s`,
    )
    const since = performance.now()
    await pause(calmSeconds * 1000)
    const later = load.failures.filter(({ at }) => at > since)
    reportFinding('and then every request is answered again', later.length === 0, describeLoad(load, later))
    const strange = cut.filter(({ reply }) => !/^503 |^504 |^409 .*request_in_progress/.test(reply))
    const confirmed = `${cut.length} were, ${strange.length} not: ${strange[0]?.reply ?? 'none'}`
    reportFinding('until then requests are told to come again later', strange.length === 0, confirmed)
    await everyClaimOnce('nothing that a customer was told is lost, and nothing is there twice')
  }

  async function tryJobs(sentBefore: number) {
    // A mail in flight when the database stopped is retried after a minute.
    await waitUntil('no mail waits', async () => (await countWaitingMessages(url)) === 0, 150)
    const firstOnes = mailbox.messageIds.slice(0, sentBefore)
    const twice = firstOnes.length - new Set(firstOnes).size
    reportFinding(
      'each mail left once, also while a worker ended',
      twice === 0,
      `${firstOnes.length} mails, ${twice} of them twice`,
    )
    const all = new Set(mailbox.messageIds)
    const more = mailbox.messageIds.length - all.size
    const written = load.told.length + (alone?.told.length ?? 0)
    // A mail sent when the database stopped may not have been recorded. A repeated delivery has the same message id.
    reportFinding(
      'and each left, also those of the minute in which the database went',
      all.size === written,
      `${all.size} of ${written}, ${more} twice`,
    )
  }

  async function everyClaimOnce(claim: string) {
    const confirmed = [...load.told, ...(alone?.told ?? [])]
    const lost = [...load.lost, ...(alone?.lost ?? [])]
    const storedClaims = await readStoredClaims(url)
    const missing = confirmed.filter(({ comment }) => !storedClaims.has(comment))
    const twice = [...storedClaims.values()].filter((numbers) => numbers.length > 1)
    const holds = missing.length === 0 && twice.length === 0 && lost.length === 0
    const odd = lost[0] ?? ''
    reportFinding(
      claim,
      holds,
      `${confirmed.length} claims, ${missing.length} missing, ${twice.length} twice, ${lost.length} never taken ${odd}`,
    )
  }

  async function server(name: string, port: number) {
    launchProgram(`server-${name}`, serverCommand('--max-semi-space-size=8'), {
      ...environment,
      ROLE: 'server',
      PORT: String(port),
    })
    await waitUntil(`server ${name} is ready`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
  }

  async function worker(name: string, port: number) {
    launchProgram(`worker-${name}`, serverCommand(), { ...environment, ROLE: 'worker', METRICS_PORT: String(port) })
    await waitUntil(`worker ${name} is ready`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
  }
}

async function trySessions(ports: number[], token: string) {
  const statuses = await Promise.all(
    ports.map(async (port) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`http://127.0.0.1:${port}/api/v2/contracts`, { headers })).status
    }),
  )
  reportFinding('who signed in is signed in on both servers', statuses.join() === '200,200', statuses.join())
}

async function trySettings(ports: number[], environment: Record<string, string>) {
  const address = 'seguridad@example.test'
  runCommand(
    [process.execPath, 'scripts/portal.ts', 'settings', 'set', 'organization.email', `"${address}"`],
    environment,
  )
  const seconds = await waitUntil('both servers know the setting', async () => {
    const texts = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/.well-known/security.txt`)).text()),
    )
    return texts.every((text) => text.includes(address))
  })
  reportFinding('a setting is live on both within 5 s', seconds < 5, `${seconds.toFixed(1)} s`)
}

async function signIn(origin: string, user: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  })
  return ((await answer.json()) as { token: string }).token
}

function serverCommand(...options: string[]): [string, ...string[]] {
  return [process.execPath, ...options, 'src/app/server/main.ts']
}

function launchProgram(name: string, command: [string, ...string[]], environment: Record<string, string>) {
  running.set(name, startProgram(name, command, { folder, environment }))
}

async function endProgram(name: string, signal: 'SIGTERM' | 'SIGKILL') {
  const program = running.get(name)!
  running.delete(name)
  return program.end(signal)
}

function reportFinding(claim: string, holds: boolean, detail: string) {
  findings.push({ claim, holds, told: detail })
  console.log(`${holds ? 'yes' : 'NO '}  ${claim} (${detail.trim()})`)
}

function describeLoad({ answered }: LoadRun, failures: LoadFailure[]): string {
  const [first] = failures
  const firstFailure = first ? `, the first ${first.request}: ${first.reply}` : ''
  return `${answered.reads} read, ${answered.writes} written, ${failures.length} failed${firstFailure}`
}
