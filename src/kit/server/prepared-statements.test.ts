import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { createKysely } from './database.ts'

type Tables = { book: { title: string } }

let database: TestDatabase
let db: Kysely<Tables>

beforeEach(async () => {
  database = await openTestDatabase()
  db = createKysely<Tables>(database.pool)
  await database.pool.query(`create table book (title text not null); insert into book values ('Tirant'), ('Curial')`)
})
afterEach(() => database.close())

const findBook = (source: Kysely<Tables>, title: string) =>
  source.selectFrom('book').selectAll().where('title', '=', title).execute()

async function repeat(times: number, run: () => Promise<unknown>) {
  for (let time = 0; time < times; time++) await run()
}

async function listPrepared(source: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(source)
  return rows.map(({ statement }) => statement)
}

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('a statement is prepared once it has run ten times', async () => {
    await repeat(10, () => findBook(db, 'Tirant'))
    expect(await listPrepared(db)).toEqual([])
    expect(await findBook(db, 'Curial')).toEqual([{ title: 'Curial' }])
    expect(await listPrepared(db)).toEqual(['select * from "book" where "title" = $1'])
    expect(await findBook(db, 'Tirant')).toEqual([{ title: 'Tirant' }])
  })

  test('a prepared statement survives a migration that adds a column', async () => {
    await repeat(12, () => findBook(db, 'Tirant'))
    await database.pool.query('alter table book add column pages integer not null default 3')
    expect(await findBook(db, 'Tirant')).toEqual([{ title: 'Tirant', pages: 3 }])
    await database.pool.query('alter table book drop column pages')
    await repeat(12, async () => expect(await findBook(db, 'Tirant')).toEqual([{ title: 'Tirant' }]))
  })

  test('nothing is prepared within a transaction', async () => {
    await db.transaction().execute(async (transaction) => {
      await repeat(12, () => findBook(transaction, 'Tirant'))
      expect(await listPrepared(transaction)).toEqual([])
    })
  })

  test('a write is not prepared, so that its conflict finds a partial index', async () => {
    await database.pool.query(`create unique index one_tirant on book (title) where title <> 'Curial'`)
    const addBook = () =>
      db
        .insertInto('book')
        .values({ title: 'Tirant' })
        .onConflict((conflict) => conflict.column('title').where('title', '<>', 'Curial').doNothing())
        .execute()
    await repeat(20, addBook)
    expect(await findBook(db, 'Tirant')).toHaveLength(1)
    expect(await listPrepared(db)).toEqual([])
  })

  test('statements without parameters and very long ones are not prepared', async () => {
    await repeat(12, () => db.selectFrom('book').selectAll().execute())
    const titles = Array.from({ length: 5_000 }, (_, index) => `Book ${index}`)
    await repeat(12, () => db.selectFrom('book').selectAll().where('title', 'in', titles).execute())
    expect(await listPrepared(db)).toEqual([])
  })

  test('an error of a prepared statement is reported', async () => {
    const divide = (by: number) => sql<{ parts: number }>`select 6 / ${by}::int as parts`.execute(db)
    await repeat(12, () => divide(2))
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(3)).rows).toEqual([{ parts: 2 }])
  })
})

test.skipIf(process.env.TEST_DATABASE_URL)('nothing is prepared on the embedded database', async () => {
  await repeat(12, () => findBook(db, 'Tirant'))
  expect(await listPrepared(db)).toEqual([])
})
