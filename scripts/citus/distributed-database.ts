import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { openPool } from '#kit/server/database.ts'
import { runCommand } from '../running/programs.ts'
import type { Cluster } from './cluster.ts'

/** Returns the address of another database of the same node. */
export function databaseAddress(node: string, name: string): string {
  const address = new URL(node)
  address.pathname = `/${name}`
  return address.href
}

/** Runs statements on a database, each for as long as it takes. */
export async function onDatabase<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ url }, { connections: 1, statementSeconds: 600 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Removes a database from all nodes. */
export async function dropFromNodes({ coordinator, workers }: Cluster, name: string) {
  for (const node of [coordinator, ...workers])
    await onDatabase(node, async (pool) => {
      const { rowCount } = await pool.query('select from pg_database where datname = $1', [name])
      if (!rowCount) return
      await pool.query(`alter database ${name} allow_connections false`)
      await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await pool.query(`drop database ${name} with (force)`)
    })
}

/** Creates a migrated database on the coordinator, of one node so far. @returns its address. */
export async function createMigratedDatabase({ coordinator }: Cluster, name: string, dataFolder: string) {
  await onDatabase(coordinator, (pool) => pool.query(`create database ${name}`))
  const url = databaseAddress(coordinator, name)
  runCommand([process.execPath, 'scripts/migrate.ts'], { DATABASE_URL: url, DATA_DIR: dataFolder })
  return url
}

/** Makes a database of the coordinator one of all nodes, and distributes its tables by deploy/citus.sql. */
export async function distribute({ coordinator, workers }: Cluster, name: string, shardCount: number) {
  const [own, ...others] = [coordinator, ...workers].map((node) => new URL(node)) as [URL, ...URL[]]
  for (const worker of workers) {
    await onDatabase(worker, (pool) => pool.query(`create database ${name}`))
    await onDatabase(databaseAddress(worker, name), (pool) => pool.query('create extension citus'))
  }
  await onDatabase(databaseAddress(coordinator, name), async (pool) => {
    await pool.query('create extension citus')
    await pool.query('select citus_set_coordinator_host($1, $2)', [own.hostname, Number(own.port)])
    for (const { hostname, port } of others) await pool.query('select citus_add_node($1, $2)', [hostname, Number(port)])
    await pool.query(`set citus.shard_count = ${shardCount}`)
    await runDistribution(pool)
  })
}

/** Runs deploy/citus.sql, as after an upgrade. */
export async function runDistribution(pool: pg.Pool) {
  const script = readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8')
  await pool.query(`begin; ${script}; commit`)
}
