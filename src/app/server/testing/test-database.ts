import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { openPool } from '#kit/server/database.ts'
import { makeDatabaseWorker, startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { embeddedFolderOf } from '../process/open-database.ts'

export const templateDatabase = 'llum_test_template'
export const templateFileVariable = 'LLUM_TEST_TEMPLATE'

export type TestDatabase = {
  pool: pg.Pool
  /** The environment variables by which another program finds it while it is open, with a folder for stored files. */
  environment: Record<string, string>
  close(): Promise<void>
}

/**
 * Opens a separate migrated, empty database: on TEST_DATABASE_URL if set, otherwise embedded. If that is the coordinator of
 * a Citus cluster, TEST_DATABASE_WORKERS names the other nodes. Each has the template, with its part of the tables.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  const dataFolder = await mkdtemp(join(tmpdir(), 'llum-test-'))
  return url ? createOnServer(url, dataFolder) : createEmbedded(dataFolder)
}

// A node of Citus reconnects to its databases at any moment.
async function dropDatabase(node: pg.Pool, name: string, attempts = 3): Promise<void> {
  try {
    await node.query(`drop database ${name} with (force)`)
  } catch (error) {
    if (attempts === 1 || !workerUrls()) throw error
    await dropDatabase(node, name, attempts - 1)
  }
}

/** Returns the addresses of the workers of a Citus cluster on which the suite runs, or undefined where it does not. */
export function workerUrls(): string[] | undefined {
  return process.env.TEST_DATABASE_WORKERS?.split(',')
}

async function createOnServer(url: string, dataFolder: string): Promise<TestDatabase> {
  const name = `llum_test_${randomUUID().replaceAll('-', '')}`
  const nodes = [url, ...(workerUrls() ?? [])].map((node) =>
    openPool({ url: node }, { connections: 1, statementSeconds: 60 }),
  )
  for (const node of nodes) await node.query(`create database ${name} template ${templateDatabase} strategy file_copy`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href })
  return {
    pool,
    environment: { DATABASE_URL: address.href, DATA_DIR: dataFolder },
    async close() {
      await pool.end()
      for (const node of nodes) {
        await dropDatabase(node, name)
        await node.end()
      }
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

// Reusing a worker thread for the next database is faster than starting a new one.
const idleWorkers: Worker[] = []

async function createEmbedded(dataFolder: string): Promise<TestDatabase> {
  const folder = embeddedFolderOf({ dataFolder })
  const worker = idleWorkers.pop() ?? makeDatabaseWorker()
  worker.ref()
  const template = process.env[templateFileVariable]
  const postgres = await startEmbeddedPostgres({ folder, inMemory: true, template, worker })
  const pool = openPool(postgres)
  return {
    pool,
    environment: { DATA_DIR: dataFolder },
    async close() {
      await pool.end()
      await postgres.stop()
      idleWorkers.push(worker)
      worker.unref()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
