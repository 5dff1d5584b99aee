import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { readChart, readChartRecords } from '../api.ts'
import { storeTotals } from './curve/curve-store.ts'
import { testArrival } from './import/arrival-testing.ts'
import { storeCurveDays } from './import/store-curve-days.ts'

let portal: TestPortal
let anna: TestVisitor
let customerId: number
let contract: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, starts_on: '2025-01-01' })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
const db = () => portal.context.db

function storeDay(day: string, hourWh: number) {
  const values = { importWh: Array<number>(24).fill(hourWh), exportWh: null, reactiveVarh: null, quality: null }
  const file = { source: 'F5D' as const, stepMinutes: 60 as const, version: 0, invoice: null }
  return storeCurveDays(db(), [{ cups: contract.cups, day, ...file, ...values }], testArrival)
}

async function readTotalKwh(type: string, query: { start?: string; end?: string } = {}): Promise<number> {
  const params = { contractId: String(contract.contractId), type }
  const { curve } = await anna.send(readChart, { params, query })
  const records = await anna.send(readChartRecords, { params, query })
  const total = Number(sum(curve.activa).toFixed(3))
  expect(sum(records.map(({ activa }) => activa))).toBeCloseTo(total)
  return total
}

const november = { start: '2026-11-01', end: '2026-11-30' }

describe.each(['monthly', 'hourly'])('a cached %s chart', (type) => {
  test('shows the first values of a supply point, a corrected day and a further day', async () => {
    expect(await readTotalKwh(type, november)).toBe(0)
    await storeDay('2026-11-16', 100)
    expect(await readTotalKwh(type, november)).toBe(2.4)
    await storeDay('2026-11-16', 200)
    expect(await readTotalKwh(type, november)).toBe(4.8)
    await storeDay('2026-11-17', 100)
    expect(await readTotalKwh(type, november)).toBe(7.2)
  })

  test('ends with the contract from the moment the contract ends', async () => {
    await storeDay('2026-11-16', 100)
    expect(await readTotalKwh(type, november)).toBe(2.4)
    await db()
      .updateTable('contract')
      .set({ ends_on: '2026-11-15' })
      .where('contract_id', '=', contract.contractId)
      .execute()
    expect(await readTotalKwh(type, november)).toBe(0)
  })

  test('is not that of another range', async () => {
    await storeDay('2026-11-16', 100)
    expect(await readTotalKwh(type, november)).toBe(2.4)
    expect(await readTotalKwh(type, { start: '2026-10-01', end: '2026-10-31' })).toBe(0)
  })
})

test('the chart of months shows totals that were recounted', async () => {
  await storeDay('2026-11-16', 100)
  expect(await readTotalKwh('monthly', november)).toBe(2.4)
  const counted = { importPeriodWh: [0, 0, 9_000], exportPeriodWh: null, reactiveTotalVarh: null, missingIntervals: 0 }
  await storeTotals(db(), [{ supplyPointId: contract.supplyPointId, day: '2026-11-16', source: 'F5D', ...counted }])
  const params = { contractId: String(contract.contractId), type: 'monthly' }
  const { curve } = await anna.send(readChart, { params, query: november })
  expect(curve.activa).toEqual([0, 0, 9])
})

test('the default range moves on with the day', async () => {
  portal.setClock(new Date('2026-11-20T22:59:00Z'))
  anna = await portal.as(await insertUser(db(), { customerIds: [customerId] }))
  const rangeShown = async () => {
    const params = { contractId: String(contract.contractId), type: 'daily' }
    const { start, end } = await anna.send(readChart, { params, query: {} })
    return { start, end }
  }
  expect(await rangeShown()).toEqual({ start: '2026-10-19', end: '2026-11-17' })
  portal.setClock(new Date('2026-11-20T23:01:00Z'))
  expect(await rangeShown()).toEqual({ start: '2026-10-20', end: '2026-11-18' })
  portal.setClock(new Date('2026-11-20T12:00:00Z'))
})

test('a cached chart is not shown to another customer, and its names come in the language of the reader', async () => {
  await storeDay('2026-11-16', 100)
  await readTotalKwh('monthly', november)
  const request = { params: { contractId: String(contract.contractId), type: 'monthly' }, query: november }
  const stranger = await portal.as(await insertUser(db(), { customerIds: [await insertCustomer(db())] }))
  expect((await stranger.sendRaw(readChart, request)).statusCode).toBe(404)
  const namesIn = async (locale: string) =>
    (await anna.sendRaw(readChart, request, { headers: { 'accept-language': locale } })).json().translations
  expect(await namesIn('ca')).not.toEqual(await namesIn('en'))
})
