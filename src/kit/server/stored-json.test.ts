import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { inStoredOrder } from './stored-json.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('members have the order in which the database returns them', async () => {
  const value = {
    ...{ unitPrice: '0.1', kind: 'energy', days: null, unit: 'kWh', Zone: 1, zone: 2, a: true },
    lines: [{ quantity: '190', endsOn: '2026-12-31', label: 'é', amountCents: -3776 }, [], {}],
  }
  const { rows } = await database.pool.query('select $1::jsonb as stored', [JSON.stringify(value)])
  expect(JSON.stringify(inStoredOrder(value))).toBe(JSON.stringify(rows[0].stored))
})
