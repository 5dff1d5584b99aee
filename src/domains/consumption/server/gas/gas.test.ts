import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { downloadGasConsumption, type GasDownloadFormat, readGasConsumption } from '../../gas-api.ts'
import { storeGasReadings } from './gas-reading-store.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let gas: CreatedContract
let light: CreatedContract
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  gas = await insertContract(db, { customerId, energy: 'gas', starts_on: '2026-07-01' })
  light = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const bill = (starts_on: string, ends_on: string, energy_wh: number, more: object = {}) =>
    insertInvoice(db, { contract: gas, energy: 'gas', starts_on, ends_on, energy_wh, ...more })
  await bill('2026-07-01', '2026-08-31', 124_000)
  const wrong = await bill('2026-09-01', '2026-09-30', 999_000)
  await bill('2026-09-01', '2026-09-30', 999_000, { rectificative_type: 'A', rectifies_invoice_id: wrong })
  await bill('2026-09-01', '2026-09-30', 90_000, { rectificative_type: 'R', rectifies_invoice_id: wrong })
  await bill('2026-10-01', '2026-10-31', 229_000)
  const reading = (day: string, cubicMetres: number, more: object = {}) => ({
    ...{
      supplyPointId: gas.supplyPointId,
      day,
      registerLitres: cubicMetres * 1000,
      energyWh: null,
      isEstimated: false,
    },
    ...{ factorKwhPerM3: 11.46287, calorificKwhPerM3: 11.698 },
    ...more,
  })
  await storeGasReadings(db, [
    // A reading of the previous holder, and the initial one of this contract.
    reading('2026-06-01', 4000),
    reading('2026-06-30', 4100),
    reading('2026-09-30', 4119, { isEstimated: true, factorKwhPerM3: null, calorificKwhPerM3: null }),
    reading('2026-10-31', 4139),
  ])
})
afterAll(() => portal.close())

const ask = (contract: CreatedContract, query: { start?: string; end?: string } = {}, who = anna) =>
  who.sendRaw(readGasConsumption, { params: { gasContractId: String(contract.contractId) }, query })
const read = async (query: { start?: string; end?: string } = {}) =>
  anna.send(readGasConsumption, { params: { gasContractId: String(gas.contractId) }, query })

describe('the consumption of a gas contract', () => {
  test('is returned by month as invoiced, without cancelled invoices', async () => {
    const { months, ...about } = await read()
    expect(about).toMatchObject({
      start: '2025-11-01',
      end: '2026-10-31',
      data_from: '2026-06-30',
      data_until: '2026-10-31',
    })
    expect(months.slice(-5)).toEqual([
      { month: '2026-06-01', kwh: null, missing_days: 30, shared: false },
      { month: '2026-07-01', kwh: 62, missing_days: 0, shared: true },
      { month: '2026-08-01', kwh: 62, missing_days: 0, shared: true },
      { month: '2026-09-01', kwh: 90, missing_days: 0, shared: false },
      { month: '2026-10-01', kwh: 229, missing_days: 0, shared: false },
    ])
  })

  test('includes the readings of its own days, with volume, factor, calorific value and energy, and those that the customer submitted', async () => {
    await portal.context.db
      .insertInto('support_case')
      .values({
        ...{
          case_type: 'meter_reading',
          subject: 'Lectura',
          locale: 'es',
          state: 'being_processed',
          opened_at: now,
          updated_at: now,
        },
        ...{ customer_id: gas.customerId, contract_id: gas.contractId },
        reading: JSON.stringify({ day: '2026-11-19', amounts: [4_150_000] }),
      })
      .execute()
    const { readings } = await read()
    expect(readings).toEqual([
      { ...nothing, date: '2026-11-19', origin: 'own', estimated: false, m3: 4150, used_m3: 11 },
      {
        ...{ date: '2026-10-31', origin: 'distributor', estimated: false, m3: 4139, used_m3: 20 },
        ...{ kwh_per_m3: 11.46287, calorific_kwh_per_m3: 11.698, kwh: 229 },
      },
      { ...nothing, date: '2026-09-30', origin: 'distributor', estimated: true, m3: 4119, used_m3: 19 },
      {
        ...{ date: '2026-06-30', origin: 'distributor', estimated: false, m3: 4100, used_m3: null },
        ...{ kwh_per_m3: 11.46287, calorific_kwh_per_m3: 11.698, kwh: null },
      },
    ])
    await portal.context.db.updateTable('support_case').set({ state: 'denied' }).execute()
    expect((await read()).readings[0]).toMatchObject({ date: '2026-10-31' })
    await portal.context.db.updateTable('support_case').set({ state: 'being_processed' }).execute()
    expect((await read({ start: '2026-09-01', end: '2026-09-30' })).readings.map(({ date }) => date)).toEqual([
      '2026-09-30',
    ])
  })

  test('is accessible only to its holder, and only for gas', async () => {
    expect((await ask(gas, {}, stranger)).statusCode).toBe(404)
    expect((await ask(gas, {}, portal.anonymous)).statusCode).toBe(401)
    expect((await ask(gas, {}, annaReadonly)).statusCode).toBe(200)
    expect((await ask(light)).statusCode).toBe(404)
    const file = (who: TestVisitor, contract = gas) =>
      who.sendRaw(downloadGasConsumption, { params: { gasContractId: String(contract.contractId) }, query: {} })
    expect((await file(stranger)).statusCode).toBe(404)
    expect((await file(portal.anonymous)).statusCode).toBe(401)
    expect((await file(anna, light)).statusCode).toBe(404)
  })

  test.each([
    ['ends before it begins', { start: '2026-10-31', end: '2026-10-01' }],
    ['has no end', { start: '2026-10-01' }],
    ['has a day that does not exist', { start: '2026-02-30', end: '2026-10-01' }],
    ['spans more than ten years', { start: '1999-01-01', end: '2026-10-01' }],
  ])('is refused for a range that %s', async (_, query) => {
    const answer = await ask(gas, query)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'cch_invalid_date'])
  })

  test('is empty without invoices and readings', async () => {
    const fresh = await insertContract(portal.context.db, { customerId: gas.customerId, energy: 'gas' })
    const answer = (await ask(fresh)).json()
    expect(answer).toMatchObject({ data_from: null, data_until: null, readings: [] })
    expect(answer.months.every(({ kwh }: { kwh: number | null }) => kwh === null)).toBe(true)
  })
})

describe('a gas consumption file', () => {
  const file = (format: GasDownloadFormat) =>
    anna.sendRaw(downloadGasConsumption, {
      params: { gasContractId: String(gas.contractId) },
      query: { start: '2026-09-01', end: '2026-10-31', format },
    })

  test('has the months', async () => {
    const answer = await file('months_csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.payload.replace('\ufeff', '')).toBe('Mes;kWh\r\n2026-09-01;90\r\n2026-10-01;229\r\n')
  })

  test('has the readings, with decimal commas', async () => {
    const [head, ...lines] = (await file('readings_csv')).payload.split('\r\n')
    expect(head).toContain('Fecha;Origen;Lectura (m³);Consumo (m³);Factor (kWh/m³);Poder calorífico (kWh/Nm³);kWh')
    expect(lines).toEqual([
      '2026-10-31;Distribuidora;4139;20;11,46287;11,698;229',
      '2026-09-30;Estimada por la distribuidora;4119;19;;;',
      '',
    ])
  })

  test('has both as sheets of a workbook', async () => {
    const answer = await file('xlsx')
    const parts = unzipSync(new Uint8Array(answer.rawPayload))
    expect(strFromU8(parts['xl/workbook.xml']!)).toMatch(/name="Meses".*name="Lecturas"/s)
    expect(strFromU8(parts['xl/worksheets/sheet2.xml']!)).toContain('<v>11.46287</v>')
  })
})

const nothing = { kwh_per_m3: null, calorific_kwh_per_m3: null, kwh: null }
