import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { migrate } from '#db/migrate.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { templateDatabase, templateFileVariable, workerUrls } from './test-database.ts'

const cacheFolder = resolve('node_modules/.cache/llum')
const templateLifetimeMs = msPerDay

/** Prepares one migrated database for the whole run; every test file starts from a copy of it. */
export default async function prepareTemplate() {
  const url = process.env.TEST_DATABASE_URL
  // Whoever starts the suite on a cluster has spread the template over its nodes.
  if (url && workerUrls()) return
  if (url) await prepareOnServer(url)
  else process.env[templateFileVariable] = await templateFile()
}

async function prepareOnServer(url: string) {
  const server = openPool({ url })
  await server.query(`drop database if exists ${templateDatabase}`)
  await server.query(`create database ${templateDatabase}`)
  await server.end()
  const address = new URL(url)
  address.pathname = `/${templateDatabase}`
  const pool = openPool({ url: address.href })
  await migrate(createKysely<never>(pool))
  await pool.end()
}

/** Returns the file of the embedded template, which is reused until the migrations or the database version change. */
async function templateFile(): Promise<string> {
  const name = `database-${await fingerprint()}.files`
  const file = join(cacheFolder, name)
  await mkdir(cacheFolder, { recursive: true })
  const known = globSync(join(cacheFolder, 'database-*'))
  if (known.some((each) => basename(each) === name)) return file
  const folder = await mkdtemp(join(tmpdir(), 'llum-template-'))
  const made = join(cacheFolder, basename(folder))
  try {
    await makeTemplate(folder, made)
    await rename(made, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await Promise.all(known.map(removeOld))
  return file
}

/** Removes a template of other migrations unless it is recent, as a concurrent test run may still need it. */
async function removeOld(file: string) {
  const { mtimeMs } = await stat(file)
  if (Date.now() - mtimeMs > templateLifetimeMs) await rm(file, { force: true })
}

async function makeTemplate(folder: string, file: string) {
  const postgres = await startEmbeddedPostgres({ folder, inMemory: true })
  const pool = openPool(postgres)
  await migrate(createKysely<never>(pool))
  await dropTemplates(pool)
  await pool.end()
  await postgres.stop({ template: file })
}

/**
 * Drops the databases from which PostgreSQL creates others, a third of what each test file would copy, and begins a new
 * file of its log, so that no copy has to add one as it starts.
 */
async function dropTemplates(pool: Pool) {
  await pool.query('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pool.query(`drop database ${name}`)
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
}

/** Hashes everything that determines the template: the migrations, and the version of the database in the lock file. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [...globSync('db/{migrate.ts,migrations/*}').sort(), 'package-lock.json'])
    hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
