import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createWireServer } from './wire-server.ts'

describe('two clients of the embedded database', () => {
  let folder: string
  let database: EmbeddedPostgres
  let one: pg.Client
  let other: pg.Client

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'wire-')), 'postgres')
    database = await startEmbeddedPostgres({ folder, inMemory: true })
    one = await client(database.host)
    other = await client(database.host)
    await one.query('create role reader; create schema elsewhere; create table place (name text)')
    await one.query("insert into place values ('ours')")
  }, 60_000)
  afterAll(async () => {
    await Promise.all([one.end(), other.end()])
    await database.stop()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  const cases: [change: string, statement: string, look: string, expected: unknown][] = [
    ['a setting', "set timezone = 'Asia/Tokyo'", 'show timezone', 'UTC'],
    ['a setting by a function', "select set_config('search_path', 'elsewhere', false)", 'show search_path', 'public'],
    ['the role', 'set role reader', 'select current_user', 'postgres'],
    ['the session user', 'set session authorization reader', 'select session_user', 'postgres'],
    ['read-only mode', 'set default_transaction_read_only = on', 'show transaction_read_only', 'off'],
    [
      'a temporary table that shadows another table',
      "create temporary table place as select 'theirs' as name",
      'select name from place',
      'ours',
    ],
    [
      'a session lock',
      'select pg_advisory_lock(7)',
      "select count(*)::int from pg_locks where locktype = 'advisory'",
      0,
    ],
    ['a prepared statement', 'prepare look as select 1', 'select count(*)::int from pg_prepared_statements', 0],
    ['a cursor', 'declare c cursor with hold for select 1', 'select count(*)::int from pg_cursors', 0],
    ['a channel subscription', 'listen news', 'select count(*)::int from pg_listening_channels()', 0],
  ]
  test.each(cases)('%s of one client does not affect the other', async (_, statement, look, expected) => {
    await one.query(statement)
    const { rows } = await other.query({ text: look, rowMode: 'array' })
    expect(rows).toEqual([[expected]])
  })

  test('have separate prepared statements under the same name', async () => {
    expect((await one.query({ name: 'same', text: 'select 1 as n' })).rows).toEqual([{ n: 1 }])
    expect((await other.query({ name: 'same', text: 'select 2 as n' })).rows).toEqual([{ n: 2 }])
  })

  test('rolls back a transaction left open by a client that disconnects', async () => {
    const third = await client(database.host)
    await third.query('begin; delete from place; set local role reader')
    const look = other.query('select name, current_user as role from place')
    await third.end()
    expect((await look).rows).toEqual([{ name: 'ours', role: 'postgres' }])
  })

  test.each([
    ['alone', [{ text: 'copy place from stdin' }]],
    ['prepared', [{ text: 'copy place from stdin', values: [] }]],
    ['with comments', [{ text: 'copy/**/place from/**/STDIN' }]],
  ])('refuses a copy from the client, %s, and keeps running', async (_, [query]) => {
    await expect(one.query(query as pg.QueryConfig)).rejects.toThrow('takes no COPY FROM STDIN')
    expect((await other.query('select name from place')).rows).toEqual([{ name: 'ours' }])
    expect((await one.query('select $1::text as text', ['copy from stdin'])).rows).toEqual([
      { text: 'copy from stdin' },
    ])
  })

  test('lets only its owner open the socket', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect([await modeOf(folder), await modeOf(join(folder, '.s.PGSQL.5432'))]).toEqual([0o700, 0o600])
  })
})

test('does not make other clients wait for one that is silent inside a transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wire-'))
  const ready = (status: string) => Buffer.from([0x5a, 0, 0, 0, 5, status.charCodeAt(0)])
  const run: string[] = []
  const server = createWireServer(
    {
      async execProtocolRaw(unit) {
        const text = Buffer.from(unit).toString('latin1')
        const statement = text.startsWith('Q') ? text.slice(5, -1) : 'start'
        run.push(statement)
        if (statement === 'start') return Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready('I')])
        return Buffer.concat([Buffer.from([0x49, 0, 0, 0, 4]), ready(statement === 'begin' ? 'T' : 'I')])
      },
    },
    { silenceMilliseconds: 100 },
  )
  await new Promise<void>((done) => server.listen(join(folder, '.s.PGSQL.5432'), done))
  const silent = await client(folder)
  const waiting = await client(folder)
  await silent.query('begin')
  await waiting.query('select')
  expect(run.slice(-5)).toEqual(['begin', 'rollback', 'set session authorization postgres', 'discard all', 'select'])
  await waiting.end()
  server.close()
  await rm(folder, { recursive: true })
})

async function client(host: string): Promise<pg.Client> {
  const made = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  made.on('error', () => {})
  await made.connect()
  return made
}
