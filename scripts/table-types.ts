// Writes db/tables.ts, the row types, from a freshly migrated database; `--verify` only compares.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'

const folder = await mkdtemp(join(tmpdir(), 'llum-types-'))
const postgres = await startEmbeddedPostgres({ folder, inMemory: true })
const pool = openPool(postgres)
await migrate(createKysely<never>(pool))

const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(postgres.host)}`
const options = ['--dialect', 'postgres', '--url', url, '--date-parser', 'string', '--out-file', 'db/tables.ts']
// As src/kit/server/database.ts reads it.
options.push('--type-mapping', JSON.stringify({ int8: 'number' }))
const excluded = ['--exclude-pattern', 'kysely_*']
const verify = process.argv.includes('--verify') ? ['--verify'] : []
// The generator runs asynchronously, because the database it reads lives in this process.
const generator = new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url).pathname
const status = await new Promise<number>((done) => {
  spawn(process.execPath, [generator, ...options, ...excluded, ...verify], { stdio: 'inherit' }).on('close', (code) =>
    done(code ?? 1),
  )
})

await pool.end()
await postgres.stop()
await rm(folder, { recursive: true })
process.exitCode = status
