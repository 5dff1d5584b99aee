import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

type IntegerColumn = { name: string; type: string; is_identity: boolean; is_reference: boolean }

let database: TestDatabase
let columns: IntegerColumn[]

beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await database.pool.query<IntegerColumn>(`
    select table_name || '.' || column_name as name, udt_name as type, is_identity = 'YES' as is_identity,
      exists (
        select from information_schema.key_column_usage reference
        join information_schema.referential_constraints using (constraint_schema, constraint_name)
        where (reference.table_name, reference.column_name) = (columns.table_name, columns.column_name)
      ) as is_reference
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and udt_name in ('int2', 'int4', 'int8', '_int2', '_int4', '_int8')
    order by 1`)
  columns = rows
})
afterAll(() => database.close())

test('no identity column, and no reference to one, is narrower than eight bytes', () => {
  const isId = ({ name, is_identity, is_reference }: IntegerColumn) =>
    is_identity || is_reference || /_ids?$/.test(name)
  const ids = columns.filter(isId)
  expect(ids.filter(({ is_identity }) => is_identity).length).toBeGreaterThan(30)
  expect(ids.filter(({ is_reference }) => is_reference).length).toBeGreaterThan(60)
  expect(ids.filter(({ type }) => !type.endsWith('int8')).map(({ name }) => name)).toEqual([])
})

test('no function of the database takes or holds an id of four bytes', async () => {
  const { rows } = await database.pool.query(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and prosrc || ' ' || pg_get_function_arguments(oid) ~* '\\m\\w+_ids? (smallint|int|integer|int4)\\M'
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`)
  expect(rows).toEqual([])
})
