import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { cups20, makeCups } from '#vocabulary/cups.ts'
import { readGasSupply, readSupply } from '../api.ts'

const known = makeCups('0021', '990000000001', '0F')
const switching = makeCups('0021', '990000000002')
const unknown = makeCups('0021', '990000000003')
const gas = makeCups('0217', '990000000001')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  const point = (cups: string, more: object) => ({
    cups20: cups20(cups),
    energy: 'electricity' as const,
    tariff_code: '018',
    postcode: '08500',
    in_file_of: '2026-10-01',
    ...more,
  })
  await portal.context.db
    .insertInto('register_point')
    .values([
      point(known, { power_watts: [3_450, 4_600], self_consumption_code: '41' }),
      point(switching, { power_watts: [4_600, 4_600], is_switching: true }),
      point(gas, { energy: 'gas', tariff_code: 'R2', power_watts: [] }),
    ])
    .execute()
})
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

const ask = (cups: string) => portal.anonymous.sendRaw(readSupply, { params: { cups }, query: {} })

test('returns a known supply point with what a contract requires, in kW', async () => {
  expect(await portal.anonymous.send(readSupply, { params: { cups: known }, query: { old: '0' } })).toEqual({
    cups_data_availability: { available: true },
    cups_availability: { available: true },
    access_tariff: { id: 18, name: '2.0TD' },
    address: { zipcode: '08500' },
    power_p1: 3.45,
    power_p2: 4.6,
    power_p3: 0,
    power_p4: 0,
    power_p5: 0,
    power_p6: 0,
    selfcons: true,
    autoconsumo_code: '41',
  })
})

test('lets a supply point unknown to the register be contracted manually', async () => {
  expect((await ask(unknown)).json()).toMatchObject({
    cups_data_availability: { available: false },
    cups_availability: { available: true },
    access_tariff: null,
    power_p1: null,
  })
})

test('reports a supply point that is switching to another retailer as unavailable', async () => {
  expect((await ask(switching)).json().cups_availability).toEqual({ available: false })
})

test('reports one that the retailer already supplies as unavailable, indistinguishably from the former', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { cups } = await insertContract(db, { customerId })
  expect((await ask(cups)).json().cups_availability).toEqual({ available: false })
})

test('uses a separate register for gas', async () => {
  expect(await portal.anonymous.send(readGasSupply, { params: { cups: gas } })).toEqual({
    cups_data_availability: { available: true },
    cups_availability: { available: true },
    access_tariff: { id: 102, name: 'RL.2' },
    address: { zipcode: '08500' },
  })
  expect((await ask(gas)).json().cups_data_availability).toEqual({ available: false })
})

test.each(['ES0021', 'ES0021990000000001AA', 'nothing'])('rejects %s as an invalid CUPS', async (cups) => {
  const answer = await ask(cups)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'cups_invalid'])
})

test('makes a user who looks up many supply points wait, except for those already looked up', async () => {
  const supplies = Array.from({ length: 31 }, (_, number) => makeCups('0021', String(990000003000 + number)))
  for (const cups of supplies.slice(0, 30)) expect((await ask(cups)).statusCode).toBe(200)
  // A refused look-up does not count as looked up.
  for (let visit = 0; visit < 2; visit++) expect((await ask(supplies[30]!)).json().error.code).toBe('too_many_attempts')
  for (let visit = 0; visit < 40; visit++) expect((await ask(supplies[0]!)).statusCode).toBe(200)
})
