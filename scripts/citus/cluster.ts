import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '#kit/server/database.ts'
import { findFreePorts, runCommand } from '../running/programs.ts'

/** A Citus coordinator with its workers. */
export type Cluster = {
  /** The addresses of the `postgres` database of each node. */
  coordinator: string
  workers: string[]
  /** What only a cluster of this machine offers. */
  local?: LocalCluster
  stop(): void
}

export type LocalCluster = {
  /** Ends a worker at once, as when its machine fails. */
  killWorker(index: number): void
  startWorker(index: number): void
  /** What the coordinator has logged so far. */
  readLog(): string
}

/** Explains how to get a cluster, for whoever has none. */
export const installationHint = `This requires Citus 13 for the PostgreSQL of this machine, or the address of a coordinator:
  npm run try-citus -- postgres://user@coordinator/postgres
No package of it is needed: it is built from its public source, release 13.0, for PostgreSQL 15.
  apt-get install postgresql-15 postgresql-server-dev-15 build-essential autoconf flex libkrb5-dev liblz4-dev libssl-dev libzstd-dev
  git clone --depth 1 --branch release-13.0 https://github.com/citusdata/citus && cd citus
  ./configure --without-libcurl && make && make install`

const preparationHint = `The database of this address is not that of a coordinator with workers. Prepare it first:
  on each node      create extension citus
  on the coordinator  select citus_set_coordinator_host('coordinator'); select citus_add_node('worker', 5432) for each worker`

/** Checks whether the PostgreSQL of this folder of programs has the extension. */
export function isCitusInstalled(bin: string): boolean {
  const sharedFolder = runCommand([join(bin, 'pg_config'), '--sharedir']).trim()
  return existsSync(join(sharedFolder, 'extension', 'citus.control'))
}

/**
 * Returns the cluster of a coordinator that runs elsewhere.
 * @throws if the database of the address has no extension `citus`, or knows no workers.
 */
export async function connectToCluster(url: string): Promise<Cluster> {
  const pool = openPool({ url })
  try {
    const { rows: extensions } = await pool.query(`select from pg_extension where extname = 'citus'`)
    if (extensions.length === 0) throw new Error(preparationHint)
    const { rows } = await pool.query<{ name: string; port: number }>(
      `select nodename as name, nodeport as port from pg_dist_node where groupid > 0 and isactive order by groupid`,
    )
    if (rows.length === 0) throw new Error(preparationHint)
    return { coordinator: url, workers: rows.map(({ name, port }) => addressOf(url, name, port)), stop: () => {} }
  } finally {
    await pool.end()
  }
}

function addressOf(coordinator: string, host: string, port: number): string {
  const address = new URL(coordinator)
  address.hostname = host
  address.port = String(port)
  return address.href
}

// Nothing of a trial has to survive the machine. The coordinator logs each statement that several shards have answered.
const nodeSettings = (port: number, socketFolder: string) => `
shared_preload_libraries = 'citus'
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${socketFolder}'
fsync = off
wal_level = logical
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 64
shared_buffers = 128MB
citus.enable_statistics_collection = off
citus.multi_task_query_log_level = 'log'
# Names the program of each statement.
log_line_prefix = '%m [%p] %a '
# The settings that deploy/citus.sql gives a database: a copy of a database does not have them.
citus.enable_unsafe_triggers = on
citus.multi_shard_modify_mode = 'sequential'
`

/** Starts a coordinator and two workers in a folder, with the PostgreSQL of this machine. */
export async function startCluster({ folder, bin }: { folder: string; bin: string }): Promise<Cluster> {
  const ports = await findFreePorts(3)
  const nodesFolder = join(folder, 'nodes')
  const nodeFolder = (index: number) => join(nodesFolder, `node-${index}`)
  mkdirSync(nodesFolder)
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) runCommand(['chown', 'postgres', nodesFolder])
  const startNode = (index: number) =>
    asPostgres(`${bin}/pg_ctl -D ${nodeFolder(index)} -w -l ${nodeFolder(index)}.log start >/dev/null`)
  for (const [index, port] of ports.entries()) {
    const data = nodeFolder(index)
    asPostgres(`${bin}/initdb -D ${data} -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null`)
    const file = join(data, 'postgresql.conf')
    writeFileSync(file, readFileSync(file, 'utf8') + nodeSettings(port, nodesFolder))
    startNode(index)
  }
  const [coordinator, ...workers] = ports.map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`)
  const stopNode = (index: number) =>
    asPostgres(`${bin}/pg_ctl -D ${nodeFolder(index)} -m immediate stop >/dev/null 2>&1 || true`)
  return {
    ...{ coordinator: coordinator!, workers },
    local: {
      killWorker: (index) => void stopNode(index + 1),
      startWorker: (index) => void startNode(index + 1),
      readLog: () => readFileSync(`${nodeFolder(0)}.log`, 'utf8'),
    },
    stop: () => ports.forEach((_, index) => void stopNode(index)),
  }
}

// PostgreSQL servers refuse to run as root.
function asPostgres(command: string): string {
  if (process.getuid?.() === 0) return runCommand(['su', 'postgres', '-s', '/bin/sh', '-c', command])
  return runCommand(['sh', '-c', command])
}
