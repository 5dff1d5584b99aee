import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { insertAttachment, insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { openTestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { createLocalFiles } from '#outside/files/local-files.ts'
import { findPostgresFolder } from './programs.ts'

const server = process.env.TEST_DATABASE_URL
const tools = findPostgresFolder()

/** Returns the commands of a section of docs/running/backup.md. */
async function commandsOf(part: string): Promise<string> {
  const page = await readFile('docs/running/backup.md', 'utf8')
  const [, commands] = new RegExp(`^\`\`\`sh ${part}\n(.+?)^\`\`\``, 'ms').exec(page) ?? []
  return commands!
}

async function runPart(part: string, environment: Record<string, string>) {
  const path = [tools, dirname(process.execPath), process.env.PATH].join(':')
  execFileSync('sh', ['-ec', await commandsOf(part)], {
    env: { PATH: path, LOG_LEVEL: 'silent', ...environment },
    stdio: 'pipe',
  })
}

test.skipIf(!server || !tools)(
  'what the documented backup saves is restored completely by the documented restore (where PostgreSQL and its tools are)',
  async () => {
    const database = await openTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'llum-backup-'))
    const restored = new URL(database.environment.DATABASE_URL!)
    restored.pathname += '_restored'
    const administrator = openPool({ url: server! })
    try {
      const db = createKysely<DB>(database.pool)
      const files = createLocalFiles(join(database.environment.DATA_DIR!, 'files'))
      const contract = await insertContract(db, { customerId: await insertCustomer(db, { name: 'Núria Camps' }) })
      const fileKey = await files.put(Buffer.from('Contracte signat'))
      await insertAttachment(db, { contract, file_key: fileKey })

      const backup = join(folder, 'backup')
      const place = join(folder, 'data')
      await Promise.all([mkdir(backup), mkdir(place)])
      await runPart('backup', { BACKUP: backup, ...database.environment })
      await runPart('verify', { BACKUP: backup })
      await administrator.query(`create database ${restored.pathname.slice(1)}`)
      await runPart('restore', { BACKUP: backup, DATABASE_URL: restored.href, DATA_DIR: place })

      const pool = openPool({ url: restored.href })
      const found = await createKysely<DB>(pool)
        .selectFrom('attachment')
        .innerJoin('customer', 'customer.customer_id', 'attachment.customer_id')
        .select(['customer.name', 'file_key'])
        .execute()
      await pool.end()
      expect(found).toEqual([{ name: 'Núria Camps', file_key: fileKey }])
      expect(await text((await createLocalFiles(join(place, 'files')).get(fileKey))!)).toBe('Contracte signat')
    } finally {
      await administrator.query(`drop database if exists ${restored.pathname.slice(1)} with (force)`)
      await administrator.end()
      await database.close()
      await rm(folder, { recursive: true })
    }
  },
  60_000,
)
