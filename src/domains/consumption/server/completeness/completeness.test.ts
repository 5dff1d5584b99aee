import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createAccessToken } from '#domains/access-tokens/api.ts'
import { anAccount, callWithoutSession } from '#domains/session/server/session-testing.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { readChart, readCompleteness } from '../../api.ts'
import type { CurveDay, CurveSource } from '../../curve.ts'
import { testArrival } from '../import/arrival-testing.ts'
import { storeCurveDays } from '../import/store-curve-days.ts'

let portal: TestPortal
let anna: TestVisitor
let stranger: TestVisitor
let customerId: number
let contract: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, starts_on: '2026-10-01' })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const lastHourMissing = [...Array(23).fill(100), null]
  await store([
    ...daysFrom('2026-09-25', '2026-10-28').map((day) => curveDay(day)),
    curveDay('2026-10-29', { quality: `EE${'R'.repeat(22)}` }),
    curveDay('2026-10-30', { importWh: lastHourMissing }),
    curveDay('2026-11-01', { source: 'P1D', quality: 'P'.repeat(24) }),
    curveDay('2026-11-02', { source: 'P1' }),
    curveDay('2026-11-03', { source: 'P2', stepMinutes: 15, importWh: [...Array(95).fill(25), null] }),
    curveDay('2026-11-04', { importWh: lastHourMissing }),
    curveDay('2026-11-04', { source: 'P1D', quality: 'P'.repeat(24) }),
  ])
})
afterAll(() => portal.close())

function store(days: CurveDay[], at = testArrival.now) {
  return storeCurveDays(portal.context.db, days, { ...testArrival, now: at })
}

function curveDay(day: string, change: Partial<CurveDay> = {}): CurveDay {
  const source: CurveSource = 'F5D'
  return {
    ...{ cups: contract.cups, day, source, stepMinutes: 60, version: 0, invoice: null, quality: null },
    importWh: Array(countIntervalsOf(day, 60, 'Europe/Madrid')).fill(100),
    ...{ exportWh: null, reactiveVarh: null, ...change },
  }
}

const read = (query: { start?: string; end?: string }, visitor = anna, of = contract) =>
  visitor.send(readCompleteness, { params: { contractId: String(of.contractId) }, query })

test('a month says how many of its hours are measured, estimated, billed or missing, also with a day of 25 hours', async () => {
  const { months } = await read({ start: '2026-10-01', end: '2026-10-31' })
  expect(months).toEqual([
    {
      month: '2026-10-01',
      hours: 745,
      billed: 745 - 24 - 1 - 2,
      estimated: 2,
      measured: 0,
      provisional: 0,
      missing: 25,
    },
  ])
})

test('what is provisional, what another file completes, and quarter hours count as their hours', async () => {
  const { months } = await read({ start: '2026-11-01', end: '2026-11-04' })
  expect(months).toEqual([
    ...[
      {
        month: '2026-11-01',
        hours: 96,
        provisional: 25,
        measured: 24 + 23.75,
        billed: 23,
        estimated: 0,
        missing: 0.25,
      },
    ],
  ])
})

test('days that are over and have no data are missing, days to come are not, nor are those of other holders', async () => {
  const { months } = await read({ start: '2026-09-01', end: '2026-11-30' })
  expect(months.map(({ month, hours }) => [month, hours])).toEqual([
    ['2026-10-01', 745],
    ['2026-11-01', 19 * 24],
  ])
  const none = await insertContract(portal.context.db, { customerId, starts_on: '2026-11-18' })
  expect((await read({ start: '2026-11-01', end: '2026-11-30' }, anna, none)).months).toMatchObject([
    { hours: 48, missing: 48 },
  ])
})

test('a day that the distributor corrected says when, from how much to how much', async () => {
  const before = await read({ start: '2026-10-01', end: '2026-10-31' })
  expect([before.corrections, before.corrected_days]).toEqual([[], 0])
  const corrected = (version: number, wh: number) => curveDay('2026-10-03', { version, importWh: Array(24).fill(wh) })
  await store([corrected(1, 120)], new Date('2026-11-12T23:30:00Z'))
  await store([corrected(2, 110)], new Date('2026-11-15T10:00:00Z'))
  await store([curveDay('2026-09-26', { version: 1, importWh: Array(24).fill(1) })])
  const after = await read({ start: '2026-10-01', end: '2026-10-31' })
  expect(after.corrections).toEqual([
    { day: '2026-10-03', corrected_on: '2026-11-15', before: 2.88, after: 2.64 },
    { day: '2026-10-03', corrected_on: '2026-11-13', before: 2.4, after: 2.88 },
  ])
  expect(after.corrected_days).toBe(1)
})

test('a correction of a file that another one outranks, or that moves energy within the day, is none of the day', async () => {
  await store([curveDay('2026-11-04', { source: 'P1D', version: 1, importWh: Array(24).fill(300) })])
  await store([curveDay('2026-11-02', { source: 'P1', version: 1, importWh: [50, 150, ...Array(22).fill(100)] })])
  expect((await read({ start: '2026-11-01', end: '2026-11-04' })).corrections).toEqual([])
})

test('the hours of a chart have their states, one after the other', async () => {
  const statesOf = async (type: string, start: string, end = start) =>
    (await anna.send(readChart, { params: { contractId: String(contract.contractId), type }, query: { start, end } }))
      .states
  expect(await statesOf('hourly', '2026-10-29', '2026-10-31')).toEqual([
    { state: 'estimated', count: 2 },
    { state: 'billed', count: 22 + 23 },
    { state: 'missing', count: 1 + 24 },
  ])
  expect(await statesOf('hourly', '2026-11-03')).toEqual([{ state: 'measured', count: 24 }])
  expect(await statesOf('quarter-hourly', '2026-11-03')).toEqual([
    { state: 'measured', count: 95 },
    { state: 'missing', count: 1 },
  ])
  expect(await statesOf('daily', '2026-11-03')).toBeUndefined()
})

test('is for the holder, who may also only read, in a range of days', async () => {
  const params = { contractId: String(contract.contractId) }
  const answer = async (visitor: TestVisitor, query = {}) => {
    const { statusCode, json } = await visitor.sendRaw(readCompleteness, { params, query })
    return statusCode === 200 ? 200 : [statusCode, json().error.code]
  }
  expect((await portal.anonymous.sendRaw(readCompleteness, { params, query: {} })).statusCode).toBe(401)
  expect((await stranger.sendRaw(readCompleteness, { params, query: {} })).statusCode).toBe(404)
  expect(await answer(anna)).toBe(200)
  expect(await answer(anna, { start: '2026-10-31', end: '2026-10-01' })).toEqual([400, 'cch_invalid_date'])
  expect(await answer(anna, { start: '2020-01-01', end: '2026-10-01' })).toEqual([400, 'cch_invalid_date'])
  const owner = await portal.as(await anAccount(portal, { customerIds: [customerId] }))
  const statusWith = async (scope: 'invoices:read' | 'curves:read') => {
    const { token } = await owner.send(createAccessToken, { body: { name: 'Casa', scopes: [scope], days: 30 } })
    return (
      await callWithoutSession(portal, readCompleteness, { params, query: {} }, { authorization: `Bearer ${token}` })
    ).status
  }
  expect(await statusWith('curves:read')).toBe(200)
  expect(await statusWith('invoices:read')).toBe(403)
})
