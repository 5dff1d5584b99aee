import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { type PowerLead, readPowerAdvice, sendPowerLead } from '../api.ts'

const now = new Date('2026-11-20T10:00:00Z')
const today = '2026-11-20'
let portal: TestPortal
let customerId: number
let contract: CreatedContract
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db))
  const { product_id } = await db
    .selectFrom('contract')
    .where('contract_id', '=', contract.contractId)
    .select('product_id')
    .executeTakeFirstOrThrow()
  const prices = {
    powerPerKw: [
      { per: 'year', eur: '30' },
      { per: 'day', eur: '0.01' },
    ],
    energyEurPerKwh: ['0.2', '0.15', '0.1'],
    surplusEurPerKwh: null,
    discounts: {},
  }
  await db
    .insertInto('product_price')
    .values({ product_id, tariff: '2.0TD', valid_from: '2024-01-01', prices: JSON.stringify(prices) })
    .execute()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  for (const table of ['lead', 'visitor_throttle', 'curve_day'] as const) await db.deleteFrom(table).execute()
  await portal.set('powerCalculator.enabled', true)
})

const aLead = (given: object = {}) =>
  ({
    name: 'Anna',
    surname1: 'Serra',
    email: 'anna@example.test',
    telephone: '612 345 678',
    contactHours: ['morning'],
    consent: true,
    cups: 'ES0237990000000001CC0F',
    optimalPower: 1.38,
    maxPower: 1.38,
    appliances: [
      { name: 'heating', enabled: true, totalPower: 0.9 },
      { name: 'washer', enabled: false, totalPower: 0.8 },
      { name: 'stove', enabled: true, totalPower: 0.48 },
    ],
    area: 80,
    numPersones: 3,
    cofSimul: 0.4,
    ...given,
  }) as PowerLead

const refusalOf = (answer: { statusCode: number; json(): { error: { code: string } } }) => [
  answer.statusCode,
  answer.json().error.code,
]
const leads = () => portal.context.db.selectFrom('lead').selectAll().execute()

describe('contact details after a calculation', () => {
  test('are accepted without a session, with the consent text', async () => {
    expect(await portal.anonymous.send(sendPowerLead, { body: aLead() })).toEqual({ status: 'OK' })
    const [lead] = await leads()
    expect(lead).toMatchObject({
      kind: 'power',
      state: 'sent',
      name: 'Anna Serra',
      email: 'anna@example.test',
      phone: '+34612345678',
      cups20: 'ES0237990000000001CC',
      user_id: null,
      steps: { power: { optimalPower: 1.38, area: 80, numPersones: 3, cofSimul: 0.4 } },
    })
    const consents = await portal.context.db.selectFrom('consent_entry').selectAll().execute()
    expect(consents).toMatchObject([{ subject_kind: 'email', purpose: 'lead_contact', agreed: true }])
  })

  test('are stored under the user within a session', async () => {
    await anna.send(sendPowerLead, { body: aLead({ maxPower: undefined }) })
    expect((await leads())[0]!.user_id).toEqual(expect.any(Number))
  })

  test.each<[string, object]>([
    ['cups', { cups: 'ES0237990000000001CD' }],
    ['cups', { cups: '' }],
    ['area', { area: 0 }],
    ['numPersones', { numPersones: -1 }],
    ['cofSimul', { cofSimul: 0.5 }],
    ['optimalPower', { optimalPower: 2.18, maxPower: 2.18 }],
    ['maxPower', { maxPower: 2 }],
    ['optimalPower', { optimalPower: 1.384 }],
    ['appliances', { appliances: [] }],
    ['appliances.0.name', { appliances: [{ name: 'sauna', enabled: true, totalPower: 1.38 }] }],
    ['telephone', { telephone: '12' }],
    ['telephone', { telephone: '+44 7400 123456' }],
    ['contactHours', { contactHours: [] }],
    ['consent', { consent: false }],
  ])('are refused with a wrong field: %s', async (field, given) => {
    const answer = await portal.anonymous.sendRaw(sendPowerLead, { body: aLead(given) })
    expect(refusalOf(answer)).toEqual([400, 'invalid'])
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect(await leads()).toEqual([])
  })

  test('are rate-limited', async () => {
    for (let count = 0; count < 3; count++) await portal.anonymous.send(sendPowerLead, { body: aLead() })
    expect(refusalOf(await portal.anonymous.sendRaw(sendPowerLead, { body: aLead() }))).toEqual([
      429,
      'too_many_attempts',
    ])
  })

  test('are accepted only if the retailer has a calculator, and not from a read-only user', async () => {
    expect(refusalOf(await annaReadonly.sendRaw(sendPowerLead, { body: aLead() }))).toEqual([403, 'token_readonly'])
    await portal.set('powerCalculator.enabled', false)
    expect(refusalOf(await portal.anonymous.sendRaw(sendPowerLead, { body: aLead() }))).toEqual([
      403,
      'power_calculator_off',
    ])
  })
})

describe('the advice on a contract’s powers', () => {
  const params = () => ({ contractName: contract.name })

  /** Stores a year of hourly days with the same noon and the same night. */
  async function measure({ days = 365, noonWh = 2_400, nightWh = 700 } = {}) {
    const importWh = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? noonWh : hour === 3 ? nightWh : 100))
    await insertCurveDays(
      portal.context.db,
      Array.from({ length: days }, (_, ago) => ({
        supply_point_id: contract.supplyPointId,
        source: 'F1',
        step_minutes: 60,
        import_period_wh: [0, 0, 0],
        day: addDays(today, -1 - ago),
        import_wh: importWh,
      })),
    )
  }

  test('has the measured powers, the saving and the rights', async () => {
    await measure()
    expect(await anna.send(readPowerAdvice, { params: params() })).toEqual({
      tariff: '2.0TD',
      days: 365,
      periods: [
        expect.objectContaining({ period: 'P1', contracted: 4.6, measured: 2.4, minutes: 60, margin: 25, advised: 3 }),
        // At weekends, noon is in the valley period.
        expect.objectContaining({ period: 'P2', contracted: 4.6, measured: 2.4, minutes: 60, margin: 25, advised: 3 }),
      ],
      verdict: 'lower',
      // 1.6 kW × (30 € + 3.65 €), 5.11269632 % and 21 %; and 9.04 € with both.
      saving: 68.48,
      rights: 11.5,
      without_tax: false,
      bills_excess: false,
    })
  })

  test('is to raise the power if more was measured than is contracted', async () => {
    await measure({ noonWh: 5_000 })
    const advice = await anna.send(readPowerAdvice, { params: params() })
    expect(advice).toMatchObject({ verdict: 'raise', saving: expect.any(Number) })
    expect(advice.saving).toBeLessThan(0)
    expect(advice.periods.map(({ advised }) => advised)).toEqual([6.3, 6.3])
  })

  test('is omitted for part of a year and without a curve', async () => {
    await measure({ days: 200 })
    const advice = await anna.send(readPowerAdvice, { params: params() })
    expect(advice).toMatchObject({ verdict: 'unmeasured', days: 200, saving: null, rights: null })
    expect(advice.periods[0]).toMatchObject({ measured: 2.4, advised: null })
    await portal.context.db.deleteFrom('curve_day').execute()
    expect(await anna.send(readPowerAdvice, { params: params() })).toMatchObject({ verdict: 'unmeasured', days: 0 })
  })

  test('is returned only to its holder, also read-only, and only for active electricity contracts', async () => {
    const visitors = [portal.anonymous, stranger, annaReadonly]
    const answers = await Promise.all(visitors.map((visitor) => visitor.sendRaw(readPowerAdvice, { params: params() })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 200])
    const { db } = portal.context
    const gas = await insertContract(db, { customerId, energy: 'gas' })
    const past = await insertContract(db, { customerId, state: 'baixa' })
    const ask = async ({ name }: CreatedContract) =>
      refusalOf(await anna.sendRaw(readPowerAdvice, { params: { contractName: name } }))
    expect([await ask(gas), await ask(past)]).toEqual([
      [404, 'not_found'],
      [409, 'contract_not_active'],
    ])
    await portal.set('powerCalculator.enabled', false)
    expect(await ask(contract)).toEqual([403, 'power_calculator_off'])
  })
})
