import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJobs } from '#app/server/process/jobs.ts'
import { createOneOfEverything } from '#app/server/testing/one-of-everything.ts'
import { listRegisteredCalls } from '#app/server/testing/registered-calls.ts'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { startTestPortal } from '#app/server/testing/test-portal.ts'

const server = process.env.TEST_DATABASE_URL
const ledgers = ['audit_entry', 'battery_entry', 'consent_entry', 'payment_entry', 'payment_refund_entry']

// Roles only differ on a real server: the embedded database has a single session, that of its owner.
describe.skipIf(!server)('the roles of the database (where PostgreSQL is)', () => {
  let database: TestDatabase
  let script: string

  beforeAll(async () => {
    database = await openTestDatabase()
    script = await readFile('deploy/roles.sql', 'utf8')
    // Twice, as in production.
    await database.pool.query(script)
    await database.pool.query(script)
  })
  afterAll(() => database.close())

  const as = async <T>(role: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const address = new URL(database.environment.DATABASE_URL!)
    address.username = role
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  const refused = expect.objectContaining({ code: '42501' })

  test('know every ledger', async () => {
    const { rows } = await database.pool.query(`
      select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid where proname = 'refuse_change' order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(ledgers)
  })

  test('let only the program add and drop months of curves, which it cannot do by itself', async () => {
    await as('llum_app', async (client) => {
      await client.query("select add_curve_months('{2026-10-01,2026-11-01}')")
      await client.query(`
        insert into curve_day (supply_point_id, day, source, step_minutes, import_wh, import_period_wh)
        values (1, '2026-10-01', 'F5D', 60, '{1}', '{1}')`)
      await expect(client.query('drop table curve_day_2026_10')).rejects.toEqual(refused)
      await expect(client.query('create table curve_day_2026_12 (like curve_day)')).rejects.toEqual(refused)
      expect((await client.query("select drop_curve_months('2026-11-01') as months")).rows).toEqual([{ months: 1 }])
    })
    for (const role of ['llum_report', 'llum_backup'])
      await as(role, async (client) => {
        await expect(client.query("select add_curve_months('{2026-10-01}')")).rejects.toEqual(refused)
        await expect(client.query("select drop_curve_months('2027-01-01')")).rejects.toEqual(refused)
        expect((await client.query('select count(*)::int as count from curve_day')).rows).toEqual([{ count: 0 }])
      })
  })

  test.each(ledgers)('let the program insert into %s and nothing else', async (ledger) => {
    const { rows } = await database.pool.query(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = $$$$ order by attnum limit 1',
      [ledger],
    )
    await as('llum_app', async (client) => {
      expect((await client.query(`select has_table_privilege($1, 'insert') as can`, [ledger])).rows).toEqual([
        { can: true },
      ])
      for (const statement of [
        `truncate ${ledger}`,
        `truncate ${ledger} cascade`,
        `delete from ${ledger}`,
        `update ${ledger} set ${rows[0].name} = ${rows[0].name}`,
        `alter table ${ledger} disable trigger all`,
        `drop table ${ledger}`,
        `drop trigger ${ledger}_is_append_only on ${ledger}`,
        `create rule away as on insert to ${ledger} do instead nothing`,
        `begin; lock table ${ledger} in access exclusive mode`,
      ])
        await expect(client.query(statement), statement).rejects.toEqual(refused)
    })
  })

  test.each(ledgers)('protect %s from truncation until its guard is disabled, whatever the role', async (ledger) => {
    await expect(database.pool.query(`truncate ${ledger} cascade`)).rejects.toThrow('is append-only')
  })

  test('do not let the program create, alter or drop tables, or switch roles', async () => {
    await as('llum_app', async (client) => {
      for (const statement of [
        'create table own (a int)',
        'alter table setting add column own int',
        'drop table setting',
        'truncate setting',
        'create function own() returns int language sql as $$ select 1 $$',
        'insert into kysely_migration values ($$x$$, $$y$$)',
        'set role postgres',
        'create role own',
      ])
        await expect(client.query(statement), statement).rejects.toEqual(refused)
      await expect(client.query("set session_replication_role = 'replica'")).rejects.toEqual(refused)
    })
  })

  test('let the reporting role read rows, but no credentials', async () => {
    await as('llum_report', async (client) => {
      await client.query('select count(invoice_id) from invoice')
      await client.query('select user_id, login from user_account')
      for (const statement of [
        'select password_hash from user_account',
        'select * from secret_key',
        'select * from session',
        'select * from outbox_message',
        'insert into setting (path, value, updated_at) values ($$a$$, $$1$$, now())',
        'delete from invoice',
      ])
        await expect(client.query(statement), statement).rejects.toEqual(refused)
      const { rows } = await client.query(`
        select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name ~ '(secret|password|sealed|token|hash)'
          and has_column_privilege(format('%I.%I', table_schema, table_name), column_name, 'select')`)
      expect(rows).toEqual([])
    })
  })

  test('let the backup role read everything and write nothing', async () => {
    await as('llum_backup', async (client) => {
      const { rows } = await client.query(`
        select tablename as name from pg_tables
        where schemaname = 'public' and not has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`)
      expect(rows).toEqual([])
      await expect(client.query('delete from setting')).rejects.toEqual(refused)
    })
  })

  test('let the program do all of its work', async () => {
    const portal = await startTestPortal({
      role: 'llum_app',
      environment: { DEMO: 'on' },
      now: new Date('2026-11-20T11:00:00Z'),
    })
    try {
      const { rows } = await portal.context.pool.query('select current_user as role')
      expect(rows).toEqual([{ role: 'llum_app' }])
      // A payment, a signature, a case with a file, an erasure and a copy of own data, each as a customer requests it.
      const { userId } = await createOneOfEverything(portal)
      const anna = await portal.as(userId)
      const reads = listRegisteredCalls(portal.context).filter(
        ({ method, path }) => method === 'GET' && !path.includes(':'),
      )
      expect(reads.length).toBeGreaterThan(20)
      for (const read of reads) {
        const { statusCode } = await anna.sendRaw(read, {} as never)
        expect(statusCode, read.path).toBeLessThan(500)
      }
      const jobs = await startJobs(portal.context, portal.app)
      await pause(3_000)
      await jobs.stop()
      const ran = JSON.stringify(await portal.context.db.selectFrom('job_standing').selectAll().execute())
      expect(ran).not.toMatch(/permission denied|42501/)
      expect((await portal.app.inject('/readyz')).statusCode).toBe(200)
    } finally {
      await portal.close()
    }
  })
})
