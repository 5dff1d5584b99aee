import { join } from 'node:path'
import { findFreePorts, runCommand } from '../running/programs.ts'
import type { Cluster } from './cluster.ts'
import type { Findings } from './findings.ts'
import type { LoadRun } from './generate-load.ts'
import { type MailReceiver, startMailReceiver } from './mail-receiver.ts'
import type { PortalPorts, PortalPrograms, PortalSetup } from './portal-programs.ts'
import { createLoadRetailer } from './retailer.ts'

/** How many customers are active at once. */
export const customerCount = 8
/** How long nothing is changed between two attempts. */
export const calmMilliseconds = 3_000

/** A running portal with signed-in customers. */
export type Trial = PortalSetup & {
  cluster: Cluster
  programs: PortalPrograms
  findings: Findings
  mailbox: MailReceiver
  /** The address of the proxy. */
  origin: string
  /** The customers' tokens and contracts, in the same order. */
  tokens: string[]
  contracts: string[]
}

/** The loads of a trial. */
export type TrialLoads = {
  /** Customers behind the proxy, during the whole trial. */
  proxied: LoadRun
  /** Customers of a server without a proxy that retries for them, while servers are killed. */
  direct?: LoadRun
}

type TrialParts = Pick<Trial, 'cluster' | 'programs' | 'findings'> & { folder: string }

/** Starts two servers and two workers behind the proxy on an empty portal, and signs customers in. */
export async function startTrial({ cluster, programs, findings, folder }: TrialParts): Promise<Trial> {
  const ports = await choosePorts()
  const origin = `http://127.0.0.1:${ports.proxy}`
  const mailbox = await startMailReceiver(ports.mail)
  const environment = {
    DATABASE_URL: cluster.url,
    DATA_DIR: join(folder, 'files'),
    PUBLIC_ORIGIN: origin,
    MAIL_URL: mailbox.url,
    MAIL_FROM: 'portal@example.test',
    API_REQUESTS_PER_MINUTE: '0',
    DEMO: 'off',
  }
  runCommand([process.execPath, 'scripts/migrate.ts'], environment)
  const { logins, password, contracts } = await createLoadRetailer(cluster.url, customerCount)
  const setup = { ports, environment }
  await Promise.all([
    programs.startServer('a', setup),
    programs.startServer('b', setup),
    programs.startWorker('one', setup),
    programs.startWorker('two', setup),
  ])
  await programs.startProxy(ports)
  const tokens = await Promise.all(logins.map((login) => signIn(origin, login, password)))
  return { ...setup, cluster, programs, findings, mailbox, origin, tokens, contracts }
}

async function choosePorts(): Promise<PortalPorts> {
  const [proxy, a, b, one, two, mail] = (await findFreePorts(6)) as [number, number, number, number, number, number]
  return { proxy, servers: { a, b }, workers: { one, two }, mail }
}

async function signIn(origin: string, user: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  })
  return ((await answer.json()) as { token: string }).token
}
