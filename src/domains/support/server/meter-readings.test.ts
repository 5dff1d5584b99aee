import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { subjectOfReadings } from '#domains/duties/subjects.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { openRequest, readLastReading, readRequest } from '../api.ts'

let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db } = portal.context
  await loadSupportTypes(db)
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

function aReading(given: object) {
  return {
    ...{ polissa_type: 'electricity' as const, categ_id: 20, title: 'La lectura', message: 'La de hoy.' },
    attachments: [{ filename: 'contador.jpg', content: aPhoto.toString('base64') }],
    ...given,
  }
}

describe('a meter reading', () => {
  let home: CreatedContract
  beforeAll(async () => {
    const { db } = portal.context
    home = await insertContract(db, { customerId: contract.customerId })
    for (const [day, register_wh] of [
      ['2026-10-01', [1_000_000, 2_000_000, 3_000_000]],
      ['2026-11-01', [1_062_000, 2_062_000, 3_124_000]],
    ] as const)
      await db
        .insertInto('meter_reading')
        .values({ supply_point_id: home.supplyPointId, day, register_wh: register_wh as never })
        .execute()
  })

  const send = (registers: number[], given: object = {}) =>
    anna.sendRaw(openRequest, {
      body: aReading({
        polissa_id: home.contractId,
        reading: { date: '2026-11-20', registers, ...given },
      }) as never,
    })

  test('can be compared with the last one before it is sent', async () => {
    expect(await anna.send(readLastReading, { params: { contractName: home.name } })).toEqual({
      unit: 'kWh',
      registers: 3,
      last: { date: '2026-11-01', registers: [1062, 2062, 3124] },
      measured: null,
      usual_per_day: [2, 2, 4],
    })
    expect((await stranger.sendRaw(readLastReading, { params: { contractName: home.name } })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(readLastReading, { params: { contractName: home.name } })).statusCode).toBe(
      401,
    )
  })

  test('below the last one is rejected with the last value', async () => {
    const answer = await send([1061.9, 2070, 3140])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      errors: { 'reading.registers.0': [expect.stringContaining('menor')] },
      last_reading: { date: '2026-11-01', registers: [1062, 2062, 3124] },
    })
  })

  test('far above the usual must be confirmed', async () => {
    const answer = await send([2062, 2070, 3140])
    expect(Object.keys(answer.json().errors)).toEqual(['reading.registers.0'])
    expect((await send([2062, 2070, 3140], { confirmed: true })).statusCode).toBe(200)
  })

  test('becomes a case with its values, and the next one is compared with it', async () => {
    const { db } = portal.context
    const due = { kind: 'own_reading', subject: subjectOfReadings(home.contractId) } as const
    const { customerId, contractId } = home
    const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
    await openDuty(db, { ...due, facts, customerId, contractId, place: null, at: new Date('2026-11-18T10:00:00Z') })
    const { id } = (await send([2070, 2080.5, 3150])).json()
    // Who was to read the meter has done so.
    expect(await findDutiesOf(db, due.subject)).toMatchObject([{ kind: 'own_reading', state: 'done' }])
    expect(await anna.send(readRequest, { params: { id: String(id) } })).toMatchObject({
      category: 'Lectura del contador',
      reading: { date: '2026-11-20', unit: 'kWh', registers: [2070, 2080.5, 3150] },
      term: { norm: null, count: 5 },
    })
    expect((await anna.send(readLastReading, { params: { contractName: home.name } })).last).toEqual({
      date: '2026-11-20',
      registers: [2070, 2080.5, 3150],
    })
  })

  test('requires every register of the tariff, and its own category', async () => {
    expect(Object.keys((await send([2200])).json().errors)).toEqual(['reading.registers'])
    const body = aReading({
      polissa_id: home.contractId,
      categ_id: 11,
      reading: { date: '2026-11-20', registers: [2200, 2200, 3300] },
    })
    expect(Object.keys((await anna.sendRaw(openRequest, { body: body as never })).json().errors)).toEqual(['categ_id'])
  })
})

describe('a meter with more data than readings', () => {
  const bill = (
    of: CreatedContract,
    starts_on: string,
    ends_on: string,
    energyWhByPeriod: number[],
    more: object = {},
  ) =>
    insertInvoice(portal.context.db, {
      contract: of,
      ...{ starts_on, ends_on, ...more },
      content: JSON.stringify({ lines: [], energyWhByPeriod }),
    })
  const known = (of: CreatedContract) => anna.send(readLastReading, { params: { contractName: of.name } })
  const send = (of: CreatedContract, energy: 'electricity' | 'gas', registers: number[], given: object = {}) =>
    anna.sendRaw(openRequest, {
      body: aReading({
        polissa_id: of.contractId,
        polissa_type: energy,
        reading: { date: '2026-11-20', registers, ...given },
      }) as never,
    })
  const fields = (answer: { json(): { errors: object } }) => Object.keys(answer.json().errors)

  test('is compared with its last reading, the invoices since and the curve after these; a lower value is accepted once confirmed', async () => {
    const { db } = portal.context
    const home = await insertContract(db, { customerId: contract.customerId })
    const register = (day: string, register_wh: number[], is_estimated: boolean) =>
      ({ supply_point_id: home.supplyPointId, day, register_wh: register_wh as never, is_estimated }) as const
    await db
      .insertInto('meter_reading')
      .values([
        register('2026-09-01', [1_000_000, 1_000_000, 1_000_000], false),
        register('2026-10-01', [1_050_000, 1_050_000, 1_100_000], true),
      ])
      .execute()
    await bill(home, '2026-10-01', '2026-10-31', [60_000, 60_000, 120_000])
    await bill(home, '2026-10-01', '2026-10-31', [900_000, 900_000, 900_000], { rectificative_type: 'A' })
    const curve = (day: string, source: string, wh: number) => ({
      ...{ supply_point_id: home.supplyPointId, day, source, step_minutes: 60, import_wh: Array(24).fill(wh) },
      import_period_wh: [8 * wh, 8 * wh, 8 * wh],
    })
    await insertCurveDays(db, [
      curve('2026-10-31', 'F5D', 999),
      curve('2026-11-01', 'F5D', 1000),
      curve('2026-11-01', 'P5D', 2000),
    ])
    expect(await known(home)).toMatchObject({
      last: { date: '2026-09-01', registers: [1000, 1000, 1000] },
      measured: { date: '2026-11-02', registers: [1118, 1118, 1228] },
    })
    expect(fields(await send(home, 'electricity', [1100, 1130, 1240]))).toEqual(['reading.registers.0'])
    expect(fields(await send(home, 'electricity', [999, 1130, 1240], { confirmed: true }))).toEqual([
      'reading.registers.0',
    ])
    expect((await send(home, 'electricity', [1100, 1130, 1240], { confirmed: true })).statusCode).toBe(200)
  })

  test('of gas is compared with the customer’s readings and, in cubic metres, with its invoices', async () => {
    const gas = await insertContract(portal.context.db, {
      customerId: contract.customerId,
      energy: 'gas',
      tariff: 'RL.1',
    })
    expect((await known(gas)).unit).toBe('m3')
    expect((await send(gas, 'gas', [4000], { date: '2026-09-01' })).statusCode).toBe(200)
    // 30 days of at most 1326 kWh: at least 100 cubic metres.
    await bill(gas, '2026-10-01', '2026-10-30', [1_326_000])
    expect(await known(gas)).toMatchObject({
      last: { date: '2026-09-01', registers: [4000] },
      measured: { date: '2026-10-31', registers: [4100] },
      usual_per_day: [4.308],
    })
    expect(fields(await send(gas, 'gas', [3999], { confirmed: true }))).toEqual(['reading.registers.0'])
    expect(fields(await send(gas, 'gas', [4050]))).toEqual(['reading.registers.0'])
    expect(fields(await send(gas, 'gas', [40_000]))).toEqual(['reading.registers.0'])
    // A retailer may know the energy content of a cubic metre more precisely.
    const range = { valid_from: '2026-01-01', valid_to: null, source: 'PD-01' }
    const { db } = portal.context
    await db
      .insertInto('regulated_figure')
      .values({ ...range, name: 'gas_energy_most', value: '10.2' })
      .execute()
    expect((await known(gas)).measured).toEqual({ date: '2026-10-31', registers: [4130] })
    await db.deleteFrom('regulated_figure').where('name', '=', 'gas_energy_most').execute()
    // A later reading of the distributor takes precedence.
    await db
      .insertInto('gas_reading')
      .values({ supply_point_id: gas.supplyPointId, day: '2026-10-30', register_litres: 4_120_000 })
      .execute()
    expect((await known(gas)).last).toEqual({ date: '2026-10-30', registers: [4120] })
    expect(fields(await send(gas, 'gas', [4110], { confirmed: true }))).toEqual(['reading.registers.0'])
    expect((await send(gas, 'gas', [4160])).statusCode).toBe(200)
  })
})
