import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import { openedLink, sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { openedResumeLink, sealedResumeLink } from '#domains/leads/server/resume-link.ts'
import { unseal } from '../sealed-text.ts'
import { keyRing } from './key-ring.ts'
import { sealedColumns, sealedTextIn } from './sealed-columns.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Whatever seals something, and where it goes. What a browser carries for minutes ends before a key is retired. */
const users: Record<string, readonly string[]> = {
  'db/demo/demo-logins.ts': ['code_app.sealed_secret'],
  'db/demo/load-webhooks.ts': ['webhook_endpoint.sealed_secret'],
  'src/desks/operators/server/entry.ts': ['code_app.sealed_secret'],
  'src/desks/operators/server/invite.ts': ['outbox_message.link'],
  'src/domains/accounts/server/mailed-link.ts': ['outbox_message.link'],
  'src/domains/leads/server/resume-link.ts': ['outbox_message.link'],
  'src/domains/profile/server/blocked-data.ts': ['blocked_data.sealed_rows'],
  'src/domains/session/server/openid-door.ts': ['session.sealed_provider_token'],
  'src/domains/session/server/security-routes.ts': ['code_app.sealed_secret'],
  'src/domains/session/server/upstream-store.ts': ['upstream_session.sealed_token'],
  'src/domains/webhooks/server/endpoint-store.ts': [
    'webhook_endpoint.sealed_secret',
    'webhook_endpoint.previous_sealed_secret',
  ],
}

/** Columns that are named like it and hold the key of a file, which nothing is sealed in. */
const others = ['signature.sealed_key']

const registered = sealedColumns.map(({ table, column }) => `${table}.${column}`)

test('whatever seals something is known, with the columns where it goes', async () => {
  const files = globSync(['src/**/*.ts', 'db/**/*.ts', 'scripts/**/*.ts'])
  const sealing: string[] = []
  for (const file of files)
    if (
      !/(\.test|testing)\.ts$/.test(file) &&
      /import \{[^}]*\bseal\b[^}]*\} from '[^']*sealed-text\.ts'/.test(await readFile(file, 'utf8'))
    )
      sealing.push(file)
  const own = 'src/domains/session/server/keys/reseal.ts'
  expect(sealing.filter((file) => file !== own).sort()).toEqual(Object.keys(users).sort())
  expect([...new Set(Object.values(users).flat())].sort()).toEqual([...registered].sort())
})

test('whatever is named as sealed in the database is sealed anew', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%'`)
  const named = rows.map(({ name }) => name).filter((name) => !others.includes(name))
  expect(registered.filter((name) => name.includes('sealed')).sort()).toEqual(named.sort())
})

test('what is sealed anew is found by the key of its table', async () => {
  for (const { table, primaryKey } of sealedColumns) {
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
    ['of an activation', sealedLink('activation', 'secret', keys)],
    ['of a new password', sealedLink('reset', 'secret', keys)],
    ['of a contract begun elsewhere', sealedResumeLink('dual', 'secret', keys)],
    ['of an operator', `/operator/activate?sealed=${sealedLink('reset', 'secret', keys).split('sealed=')[1]}`],
  ])('%s is known to carry something sealed', (_, link) => {
    expect(unseal(sealedTextIn(link, { holds: 'link' })!, keys)).toBe('secret')
    expect(openedResumeLink(openedLink(link, keys), keys)).toMatch(
      link.startsWith('/operator') ? /sealed=/ : /=secret$/,
    )
  })

  test.each(['/invoices', '/requests/7?from=mail', '/newsletter?confirmation=x'])('%s carries nothing', (link) => {
    expect(sealedTextIn(link, { holds: 'link' })).toBeNull()
  })
})
