import { join } from 'node:path'
import type { Findings } from '../failover/findings.ts'
import { findFreePorts, type Program, runCommand, startProgram, waitUntil } from '../running/programs.ts'
import type { Cluster } from './cluster.ts'
import {
  createMigratedDatabase,
  databaseAddress,
  distribute,
  dropFromNodes,
  onDatabase,
} from './distributed-database.ts'
import { tryDistribution } from './try-distribution.ts'
import { addressAs, createRoles } from './try-roles.ts'

const shardCount = 8
const databaseName = 'llum_try_citus'
const plainName = 'llum_try_plain'
export const demoPassword = 'Prueba-de-nodos-3'

/** A portal on the cluster, with the demo retailer. */
export type Trial = {
  cluster: Cluster
  findings: Findings
  folder: string
  /** The address of its database on the coordinator, and of the same demo on one node only. */
  url: string
  plainUrl: string
  origin: string
  stop(): Promise<void>
}

/** Creates the demo retailer in a database, copies it to another one, distributes the first, twice, and starts a server on it. */
export async function startTrial(
  cluster: Cluster,
  { folder, findings }: { folder: string; findings: Findings },
): Promise<Trial> {
  for (const name of [databaseName, plainName]) await dropFromNodes(cluster, name)
  const url = await createMigratedDatabase(cluster, databaseName, folder)
  runCommand([process.execPath, 'scripts/portal.ts', 'demo', 'reset'], { ...demoEnvironment(url, folder), DEMO: 'on' })
  await onDatabase(cluster.coordinator, (pool) => pool.query(`create database ${plainName} template ${databaseName}`))
  await distribute(cluster, databaseName, shardCount)
  await tryDistribution(url, findings)
  const plainUrl = databaseAddress(cluster.coordinator, plainName)
  for (const each of [url, plainUrl]) await createRoles(each)
  const [port] = (await findFreePorts(1)) as [number]
  const server = await startPortal({ name: 'server', url, port, folder })
  return {
    ...{ cluster, findings, folder, url, plainUrl },
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await server.end('SIGKILL')
      for (const name of [databaseName, plainName]) await dropFromNodes(cluster, name)
    },
  }
}

/** Starts a server with jobs on a database of the demo, by the role for servers, and waits until it answers. */
export async function startPortal({
  name,
  url,
  port,
  folder,
}: {
  name: string
  url: string
  port: number
  folder: string
}): Promise<Program> {
  const command = [process.execPath, '--max-semi-space-size=8', 'src/app/server/main.ts'] as const
  const environment = {
    ...demoEnvironment(addressAs('llum_app', url), folder),
    ...{ PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` },
  }
  const program = startProgram(name, command, { folder, environment })
  await waitUntil(`${name} is ready`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
  return program
}

function demoEnvironment(url: string, folder: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'files'),
    DEMO: 'on',
    DEMO_PASSWORD: demoPassword,
    API_REQUESTS_PER_MINUTE: '0',
  }
}

/** Signs a user in. @returns the token for calls. */
export async function signIn(origin: string, user: string, password: string): Promise<string> {
  return (await openSession(origin, user, password)).token
}

/** Signs a user in. @returns the token for calls and the cookies for pages. */
export async function openSession(origin: string, user: string, password: string) {
  const answer = await fetch(`${origin}/api/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`)
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return { token: ((await answer.json()) as { token: string }).token, cookie }
}
