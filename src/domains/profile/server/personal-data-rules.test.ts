import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { streamRowsAsJson } from './person-rows.ts'
import { exportedTables, personalDataRules } from './personal-data-rules.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const names = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await query.execute(portal.context.db)).rows.map(({ name }) => name)

/** Returns the tables whose rows lead to a person: by an owner of their own, or by what they are part of. */
const leadingToSomebody = sql<{ name: string }>`
  with recursive links as (
    select conrelid::regclass::text as part, confrelid::regclass::text as whole from pg_constraint where contype = 'f'
  ), owned as (
    select table_name::text as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('customer_id', 'customer_ids', 'user_id', 'email')
    union values ('customer'), ('user_account'), ('curve_day'), ('supply_point'), ('upload')
  ), reached as (
    select name from owned
    union select links.part from links join reached on links.whole = reached.name
  )
  select distinct name from reached order by name`

describe('every table', () => {
  test('is in the data export, or is listed with the reason why not', async () => {
    const all = await names(sql`
      select table_name::text as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
      order by table_name`)
    expect(all.filter((name) => !(name in personalDataRules))).toEqual([])
  })

  test('that leads to a person is exported, except these, each with its own reason', async () => {
    const copied = new Set(exportedTables.map(({ name }) => name))
    const leftOut = (await names(leadingToSomebody)).filter((name) => !copied.has(name as never))
    expect(leftOut).toEqual([
      'blocked_data',
      'curve_day',
      'curve_recount',
      'erasure_record',
      'idempotent_reply',
      'identity_challenge',
      'import_run',
      'invoice_list_version',
      'newsletter_confirmation',
      'operator_link',
      'payment_hold',
      'provider_event',
      'saved_filter',
      'upstream_session',
      'webhook_delivery',
      'webhook_try',
    ])
  })

  test('hides columns named like a secret or a file key from its export', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name::text as table, column_name::text as column from information_schema.columns
      where table_schema = current_schema() and column_name ~ '(hash|_key)$|secret|password|token|challenge|sealed'
        and column_name !~ '^(must_|is_)|_id$' and column_name <> 'text_hash'`.execute(portal.context.db)
    const shown = rows.filter(({ table, column }) =>
      exportedTables.some(({ name, secrets = [] }) => name === table && !secrets.includes(column)),
    )
    expect(shown).toEqual([])
  })

  test('of consents exports those of the holder, the account and its address', async () => {
    const { db } = portal.context
    const [own, other] = [await insertCustomer(db), await insertCustomer(db)]
    const userId = await insertUser(db, { customerIds: [own], email: 'Anna@example.test' })
    const consentColumns = { agreed: true, text_version: '1', text_hash: 'x', locale: 'es', at: new Date() }
    const email = createHash('sha256').update('anna@example.test').digest('base64url')
    await db
      .insertInto('consent_entry')
      .values([
        { subject_kind: 'customer', subject: String(own), purpose: 'mine', ...consentColumns },
        { subject_kind: 'user', subject: String(userId), purpose: 'mine', ...consentColumns },
        { subject_kind: 'email', subject: email, purpose: 'mine', ...consentColumns },
        { subject_kind: 'customer', subject: String(other), purpose: 'theirs', ...consentColumns },
      ])
      .execute()
    let json = ''
    const table = exportedTables.find(({ name }) => name === 'consent_entry')!
    for await (const part of streamRowsAsJson(db, table, { userId, customerIds: [own] })) json += part
    expect(JSON.parse(json).map(({ purpose }: { purpose: string }) => purpose)).toEqual(['mine', 'mine', 'mine'])
  })

  test('can be read, in parts and whole, and counted', async () => {
    const { db } = portal.context
    const [own, other] = [await insertCustomer(db), await insertCustomer(db)]
    const userId = await insertUser(db, { customerIds: [own] })
    const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
    const mine = await insertContract(db, { customerId: own, starts_on: day(10) })
    const theirs = await insertContract(db, { customerId: other, starts_on: day(0) })
    const readings = [mine, theirs].flatMap(({ supplyPointId }) =>
      Array.from({ length: 450 }, (_, index) => ({
        supply_point_id: supplyPointId,
        day: day(index),
        register_wh: [1],
      })),
    )
    await db.insertInto('meter_reading').values(readings).execute()
    const owner = { userId, customerIds: [own] }
    for (const table of exportedTables) {
      let json = ''
      for await (const part of streamRowsAsJson(db, table, owner)) json += part
      const rows = json === '' ? [] : JSON.parse(json)
      const { rows: counts } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table.name)} as owned where ${table.rows(owner)}`.execute(db)
      const counted = counts[0]!.count
      expect([table.name, rows.length]).toEqual([table.name, counted])
      if (table.name === 'meter_reading') {
        expect(rows).toHaveLength(440)
        expect(new Set(rows.map((row: { supply_point_id: number }) => row.supply_point_id))).toEqual(
          new Set([mine.supplyPointId]),
        )
      }
    }
  })
})
