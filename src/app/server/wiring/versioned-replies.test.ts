import { AsyncLocalStorage } from 'node:async_hooks'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readChart, readChartRecords } from '#domains/consumption/api.ts'
import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { countInvoices, listInvoices, listMultipointInvoices, sumInvoicesByMonth } from '#domains/invoices/api.ts'
import { type Statement, statementDone } from '#kit/server/database.ts'
import type { VersionedJson } from '#kit/server/versioned-json.ts'
import { insertContract, insertCustomer, insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '../testing/test-portal.ts'

const statementsOfReply = new AsyncLocalStorage<string[]>()
const replies: string[][] = []

vi.mock('#kit/server/versioned-json.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#kit/server/versioned-json.ts')>()
  return {
    versionedJson: (): VersionedJson => ({
      at(key, version, make) {
        const statements: string[] = []
        replies.push(statements)
        return original.versionedJson().at(key, version, () => statementsOfReply.run(statements, make))
      },
    }),
  }
})

let portal: TestPortal
let anna: TestVisitor
let contractId: string

beforeAll(async () => {
  statementDone.subscribe(({ text }: Statement) => statementsOfReply.getStore()?.push(text))
  portal = await startTestPortal()
  const customerId = await insertCustomer(portal.context.db)
  contractId = String((await insertContract(portal.context.db, { customerId })).contractId)
  anna = await portal.as(await insertUser(portal.context.db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

const everyFilter = JSON.stringify([
  ['contract.name', '=', '1'],
  ['cups.name', 'like', '%1%'],
  ['cups.full_address', 'like', '%1%'],
  ['vat', '=', '1'],
])

describe('a reply that is cached by version', () => {
  test.each([
    ['the list of invoices', () => anna.send(listInvoices, { query: { filter: everyFilter } })],
    ['the list of single invoices', () => anna.send(listInvoices, { query: { by_itself: 'true' } })],
    ['the list of multipoint invoices', () => anna.send(listMultipointInvoices, { query: {} })],
    ['the counts of invoices', () => anna.send(countInvoices, {})],
    ['the sums of invoices', () => anna.send(sumInvoicesByMonth, { query: { filter: everyFilter, type: 'gas' } })],
    ['the sums of multipoint invoices', () => anna.send(sumInvoicesByMonth, { query: { type: 'multipoint' } })],
  ])('reads only tables whose changes raise the version: %s', async (_, request) => {
    replies.length = 0
    await request()
    expect(replies).toHaveLength(1)
    const tables = await readTables(replies[0]!)
    expect(tables).not.toEqual([])
    const raising = await readRaisingChanges()
    for (const table of tables)
      expect(raising.get(table), table).toEqual(onlyUpdatesMatter.includes(table) ? ['UPDATE'] : everyChange)
  })

  test.each(['monthly', 'daily', 'hourly', 'quarter-hourly'])(
    'reads only days of the curve, whose version every write replaces: %s',
    async (type) => {
      await addCurveMonths(portal.context.db, ['2026-10-01'])
      const request = { params: { contractId, type }, query: { start: '2026-10-01', end: '2026-10-31' } }
      replies.length = 0
      await anna.send(readChart, request)
      await anna.send(readChartRecords, request)
      expect(replies).toHaveLength(2)
      for (const statements of replies) expect(await readTables(statements)).toEqual(['curve_day'])
    },
  )

  test('is built by the routes that this test calls, and by no others', () => {
    const files = globSync('src/**/*.ts').filter(
      (file) => !file.includes('test') && readFileSync(file, 'utf8').includes('/versioned-json.ts'),
    )
    expect(files.sort()).toEqual(['src/domains/consumption/server/routes.ts', 'src/domains/invoices/server/routes.ts'])
  })
})

const everyChange = ['DELETE', 'INSERT', 'UPDATE']
// Invoices refer to them, so none that is inserted or deleted can be shown.
const onlyUpdatesMatter = ['contract']

/** Returns the tables that PostgreSQL would read for these statements, whatever the values of their placeholders. */
async function readTables(statements: readonly string[]): Promise<string[]> {
  const tables = new Set<string>()
  for (const statement of statements) {
    const plan = await explainForAnyValues(statement)
    JSON.stringify(plan, (key, value) => {
      if (key === 'Relation Name') tables.add(value.replace(/^(curve_day)_\d{4}_\d\d$/, '$1'))
      return value
    })
  }
  return [...tables].sort()
}

async function explainForAnyValues(statement: string): Promise<unknown> {
  const length = new Set(statement.match(/\$\d+/g)).size
  const client = await portal.context.pool.connect()
  try {
    // The embedded database resets its session between two clients, but not within a transaction.
    await client.query(
      `begin; set plan_cache_mode = force_generic_plan; set enable_partition_pruning = off; prepare explained as ${statement}`,
    )
    const values = length ? `(${Array(length).fill('null').join()})` : ''
    const { rows } = await client.query(`explain (format json) execute explained${values}`)
    await client.query('rollback')
    return rows
  } finally {
    client.release(true)
  }
}

/** Returns which changes of each table raise the version of invoice lists, according to the triggers of the database. */
async function readRaisingChanges(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; changes: string[] }>`
    select event_object_table as name, array_agg(event_manipulation::text order by event_manipulation::text) as changes
    from information_schema.triggers
    where action_timing = 'AFTER' and action_statement in (
      'EXECUTE FUNCTION count_invoice_list_change()', 'EXECUTE FUNCTION count_invoice_list_change_by_contract()')
    group by 1`.execute(portal.context.db)
  return new Map(rows.map(({ name, changes }) => [name, changes]))
}
