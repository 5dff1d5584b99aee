import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { openPool, queries } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { templateDatabase, templateFileVariable } from './test-database.ts'

/** Prepares one migrated database for the whole run; every test file starts from a copy of it. */
export default async function prepareTemplate() {
  const url = process.env.TEST_DATABASE_URL
  return url ? prepareOnServer(url) : prepareEmbedded()
}

async function prepareOnServer(url: string) {
  const server = openPool({ url })
  await server.query(`drop database if exists ${templateDatabase}`)
  await server.query(`create database ${templateDatabase}`)
  await server.end()
  const address = new URL(url)
  address.pathname = `/${templateDatabase}`
  const pool = openPool({ url: address.href })
  await migrate(queries<never>(pool))
  await pool.end()
}

async function prepareEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'llum-template-'))
  const postgres = await startEmbeddedPostgres({ folder, inMemory: true })
  const pool = openPool(postgres)
  await migrate(queries<never>(pool))
  await pool.end()
  const file = join(folder, 'template.tar')
  await postgres.dump(file)
  await postgres.stop()
  process.env[templateFileVariable] = file
  return () => rm(folder, { recursive: true, force: true })
}
