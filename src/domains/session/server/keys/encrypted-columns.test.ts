import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { decryptLink, encryptLink } from '#domains/accounts/server/mailed-link.ts'
import { decryptResumeLink, encryptResumeLink } from '#domains/leads/server/resume-link.ts'
import { decryptText } from '#kit/server/encrypted-text.ts'
import { keyRing } from '#kit/server/key-ring.ts'
import { encryptedColumns, encryptedTextIn } from './encrypted-columns.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/**
 * The modules that encrypt something, and the columns they write. Cookies that a browser keeps for minutes expire
 * before a key is retired.
 */
const users: Record<string, readonly string[]> = {
  'db/demo/demo-logins.ts': ['code_app.sealed_secret'],
  'db/demo/load-webhooks.ts': ['webhook_endpoint.sealed_secret'],
  'src/domains/operators/desk/server/operator-sign-in.ts': ['code_app.sealed_secret'],
  'src/domains/operators/desk/server/operator-links.ts': ['outbox_message.link'],
  'src/domains/accounts/server/mailed-link.ts': ['outbox_message.link'],
  'src/domains/leads/server/resume-link.ts': ['outbox_message.link'],
  'src/domains/profile/server/blocked-data.ts': ['blocked_data.sealed_rows'],
  'src/domains/session/server/openid/openid-authenticator.ts': ['session.sealed_provider_token'],
  'src/domains/session/server/second-factor/security-routes.ts': ['code_app.sealed_secret'],
  'src/domains/session/server/upstream/upstream-store.ts': ['upstream_session.sealed_token'],
  'src/domains/webhooks/server/endpoint-store.ts': [
    'webhook_endpoint.sealed_secret',
    'webhook_endpoint.previous_sealed_secret',
  ],
}

/** Columns with similar names that contain the key of a file, and nothing encrypted. */
const others = ['signature.annex_sealed_key', 'signature.sealed_key']

const registered = encryptedColumns.map(({ table, column }) => `${table}.${column}`)

test('lists every module that encrypts, with the columns it writes', async () => {
  const files = globSync(['src/**/*.ts', 'db/**/*.ts', 'scripts/**/*.ts'])
  const sealing: string[] = []
  for (const file of files)
    if (
      !/(\.test|testing)\.ts$/.test(file) &&
      /import \{[^}]*\bencryptText\b[^}]*\} from '[^']*encrypted-text\.ts'/.test(await readFile(file, 'utf8'))
    )
      sealing.push(file)
  const own = 'src/domains/session/server/keys/reencrypt.ts'
  expect(sealing.filter((file) => file !== own).sort()).toEqual(Object.keys(users).sort())
  expect([...new Set(Object.values(users).flat())].sort()).toEqual([...registered].sort())
})

test('lists every column that is named as sealed', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%'`)
  const named = rows.map(({ name }) => name).filter((name) => !others.includes(name))
  expect(registered.filter((name) => name.includes('sealed')).sort()).toEqual(named.sort())
})

test('lists the actual primary key of every table', async () => {
  for (const { table, primaryKey } of encryptedColumns) {
    const { rows } = await database.pool.query(
      `select attname as column, format_type(atttypid, null) as type from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = $1::regclass and indisprimary`,
      [table],
    )
    expect(rows, table).toEqual([primaryKey])
  }
})

describe('a link', () => {
  const keys = keyRing([{ id: '1', value: Buffer.alloc(32, 1) }])

  test.each([
    ['of an activation', encryptLink('activation', 'secret', keys)],
    ['of a password reset', encryptLink('reset', 'secret', keys)],
    ['of a contract continued elsewhere', encryptResumeLink('dual', 'secret', keys)],
    ['of an operator', `/operator/activate?sealed=${encryptLink('reset', 'secret', keys).split('sealed=')[1]}`],
  ])('%s is known to contain an encrypted text', (_, link) => {
    expect(decryptText(encryptedTextIn(link, { holds: 'link' })!, keys)).toBe('secret')
    expect(decryptResumeLink(decryptLink(link, keys), keys)).toMatch(
      link.startsWith('/operator') ? /sealed=/ : /=secret$/,
    )
  })

  test.each(['/invoices', '/requests/7?from=mail', '/newsletter?confirmation=x'])('%s contains none', (link) => {
    expect(encryptedTextIn(link, { holds: 'link' })).toBeNull()
  })
})
