import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import {
  chooseDoubleTariff,
  chooseHappyDay,
  chooseHappyHours,
  listDoubleTariffs,
  listHappyDays,
  listHappyHours,
  readDoubleTariff,
  readHappyDay,
  readHappyHours,
} from '../api.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let userId: number
let home: CreatedContract
let ended: CreatedContract
let plain: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db } = portal.context
  const { product_id } = await db
    .insertInto('product')
    .values({ name: 'CLARA', energy: 'electricity' })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  const customerId = await insertCustomer(db)
  home = await insertContract(db, { customerId, product_id, starts_on: '2020-01-01' })
  ended = await insertContract(db, { customerId, product_id, state: 'baixa', ends_on: '2025-12-31' })
  plain = await insertContract(db, { customerId })
  const option = { product_id, valid_from: '2024-01-01' }
  await db
    .insertInto('tariff_option')
    .values([
      { ...option, kind: 'double_tariff', discount_percent: '10', unit_count: 3 },
      { ...option, kind: 'happy_hours', discount_percent: '25', unit_count: 3 },
      { ...option, kind: 'happy_day', discount_percent: '20', unit_count: 1, takes_effect: 'next_day' },
    ])
    .execute()
  const prices = (eur: string, discounts = {}) =>
    JSON.stringify({ powerPerKw: [], energyEurPerKwh: [eur, eur, eur], surplusEurPerKwh: null, discounts })
  await db
    .insertInto('product_price')
    .values([
      { product_id, tariff: '2.0TD', valid_from: '2024-01-01', prices: prices('0.1') },
      { product_id, tariff: '2.0TD', valid_from: '2026-01-01', prices: prices('0.25', { energy: '20' }) },
    ])
    .execute()
  await insertCurveDays(
    db,
    daysFrom('2025-11-18', '2026-11-17').map((day) => ({
      supply_point_id: home.supplyPointId,
      day,
      source: 'F5D',
      step_minutes: 60,
      import_wh: Array.from({ length: countIntervalsOf(day, 60, 'Europe/Madrid') }, () => 1000),
      import_period_wh: [8000, 8000, 8000],
    })),
  )
  userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

const of = ({ contractId }: CreatedContract) => ({ params: { contractId: String(contractId) } })

const choices = [
  ['double tariff', chooseDoubleTariff, { startMonth: 1, startYear: 2027, endMonth: 3, endYear: 2027 }],
  ['happy hours', chooseHappyHours, { startHour: 20, endHour: 23 }],
  ['happy day', chooseHappyDay, { value: 6, label: 'sábado' }],
] as const

describe.each(choices)('the call that chooses a %s', (_, call, body) => {
  const choose = (visitor: TestVisitor, contract: CreatedContract, sent: object = body) =>
    visitor.sendRaw(call, { ...of(contract), body: sent as never })

  test.each([
    ['without a session', () => choose(portal.anonymous, home), 401, 'unauthenticated'],
    ['for the contract of another user', () => choose(stranger, home), 404, 'not_found'],
    ['where the product does not offer it', () => choose(anna, plain), 404, 'not_found'],
    ['by a read-only user', () => choose(annaReadonly, ended), 403, 'token_readonly'],
    ['for a contract that has ended', () => choose(anna, ended), 409, 'contract_not_active'],
    ['with an invalid choice', () => choose(anna, home, { value: 'Saturday' }), 400, 'invalid'],
  ])('is refused %s', async (_, request, status, code) => {
    const answer = await request()
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })
})

test.each([
  ['a period of another length', chooseDoubleTariff, { startMonth: 1, startYear: 2027, endMonth: 4, endYear: 2027 }],
  ['a period that has begun', chooseDoubleTariff, { startMonth: 11, startYear: 2026, endMonth: 1, endYear: 2027 }],
  ['hours across midnight', chooseHappyHours, { startHour: 22, endHour: 1 }],
  ['more hours than the product allows', chooseHappyHours, { startHour: 0, endHour: 24 }],
] as const)('refuses %s as not on offer', async (_, call, body) => {
  const answer = await anna.sendRaw(call, { ...of(home), body: body as never })
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'option_not_available'])
})

test('stores a choice from the day on which it begins, once, with its request and a notification', async () => {
  const { db } = portal.context
  const version = expect.any(String)
  const none = { startHour: null, endHour: null, valid_from: null, version }
  expect(await anna.send(readHappyHours, of(home))).toEqual(none)
  const body = { startHour: 20, endHour: 23 }
  const chosen = { ...body, valid_from: '2026-12-01' }
  expect(await anna.send(chooseHappyHours, { ...of(home), body })).toEqual({ ...chosen, version })
  expect(await anna.send(readHappyHours, of(home))).toEqual({ ...chosen, version })
  await expect(anna.send(chooseHappyHours, { ...of(home), body })).rejects.toMatchObject({
    status: 400,
    code: 'option_unchanged',
  })
  const optionKey = { contract_id: home.contractId, kind: 'happy_hours' }
  const request = db.selectFrom('change_request').select(['state', 'details']).where('kind', '=', optionKey.kind)
  expect(await request.execute()).toEqual([{ state: 'done', details: chosen }])
  const message = db
    .selectFrom('outbox_message')
    .select(['kind', 'values'])
    .where('contract_id', '=', optionKey.contract_id)
  expect(await message.execute()).toEqual([
    {
      kind: 'tariff-options.happyHoursChosen',
      values: { contract: home.name, day: '2026-12-01', from: '20', to: '23' },
    },
  ])
  const audited = db.selectFrom('audit_entry').select('after').where('subject', '=', `contract:${home.contractId}`)
  expect(await audited.execute()).toEqual([{ after: { kind: 'happy_hours', state: 'done' } }])
})

test('stores a choice once when it is sent several times at once', async () => {
  const body = { startHour: 1, endHour: 4 }
  const replies = await Promise.all([1, 2, 3].map(() => anna.sendRaw(chooseHappyHours, { ...of(home), body })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  const { db } = portal.context
  const requests = db.selectFrom('change_request').selectAll().where(sql`details ->> 'startHour'`, '=', '1')
  expect(await requests.execute()).toHaveLength(1)
})

test('replaces a choice that has not begun with the next one', async () => {
  await anna.send(chooseHappyDay, { ...of(home), body: { value: 6 } })
  expect(await anna.send(chooseHappyDay, { ...of(home), body: { value: 7 } })).toEqual({
    value: 7,
    label: 'domingo',
    valid_from: '2026-11-21',
    version: expect.any(String),
  })
  const storedChoice = portal.context.db.selectFrom('tariff_choice').select('choice').where('kind', '=', 'happy_day')
  expect(await storedChoice.execute()).toEqual([{ choice: { value: 7 } }])
  const inCatalan = await anna.sendRaw(readHappyDay, of(home), { headers: { 'accept-language': 'ca' } })
  expect(inCatalan.json()).toMatchObject({ value: 7, label: 'diumenge' })
})

test('starts the next double tariff a year after one that has begun', async () => {
  const body = { startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 }
  expect(await anna.send(chooseDoubleTariff, { ...of(home), body })).toMatchObject({
    ...body,
    valid_from: '2026-12-01',
  })
  const firstFor = async (visitor: TestVisitor) => (await visitor.send(listDoubleTariffs, of(home))).items[0]
  expect(await firstFor(anna)).toMatchObject({ startMonth: 12, startYear: 2026 })
  portal.setClock(new Date('2026-12-05T10:00:00Z'))
  const later = await portal.as(userId)
  expect(await firstFor(later)).toMatchObject({ startMonth: 12, startYear: 2027 })
  expect(await later.send(readDoubleTariff, of(home))).toMatchObject({ ...body, valid_from: '2026-12-01' })
  portal.setClock(new Date('2026-11-20T10:00:00Z'))
})

describe('the offer', () => {
  test('has what each choice would have saved, at the prices of each day', async () => {
    const offer = await anna.send(listHappyHours, of(home))
    expect(offer).toMatchObject({ discount_percentage: 25, days_measured: 365 })
    expect(offer.items).toHaveLength(22)
    // 44 days at 0.10 € and 321 at 0.25 € less 20 %, each of 3 kWh: 13.20 € and 192.60 €, a quarter of them.
    expect(offer.items[20]).toEqual({ startHour: 20, endHour: 23, valid_from: '2026-12-01', saving: 51.45 })
    expect(offer.usage).toHaveLength(24)
    expect(offer.usage[12]).toEqual({ value: 12, energy: 1 })
  })

  test('has the average week for a day, with its name in the language of the reply', async () => {
    const offer = await anna.send(listHappyDays, of(home))
    expect(offer.items.map(({ label }) => label)).toEqual([
      'lunes',
      'martes',
      'miércoles',
      'jueves',
      'viernes',
      'sábado',
      'domingo',
    ])
    expect(offer.usage).toEqual([1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, energy: 24 })))
  })

  test('has no saving without measurements', async () => {
    const offer = await anna.send(listHappyDays, of(ended))
    expect(offer).toMatchObject({ days_measured: 0 })
    expect(offer.items.map(({ saving }) => saving)).toEqual([null, null, null, null, null, null, null])
  })

  test.each([listDoubleTariffs, readDoubleTariff, listHappyHours, readHappyHours, listHappyDays, readHappyDay])(
    'is refused to other users: $path',
    async (call) => {
      expect((await portal.anonymous.sendRaw(call, of(home))).statusCode).toBe(401)
      expect((await stranger.sendRaw(call, of(home))).statusCode).toBe(404)
      expect((await annaReadonly.sendRaw(call, of(home))).statusCode).toBe(200)
      expect((await anna.sendRaw(call, { params: { contractId: 'x' } })).statusCode).toBe(404)
    },
  )

  test('is not found while the retailer does not offer the option', async () => {
    await portal.set('features.customizeHappyHours', false)
    expect((await anna.sendRaw(listHappyHours, of(home))).statusCode).toBe(404)
    await portal.set('features.customizeHappyHours', true)
  })
})
