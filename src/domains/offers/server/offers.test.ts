import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { makeCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import {
  listActivities,
  listCoupons,
  listGasPrices,
  listGasRetailers,
  listGasTariffs,
  listPrices,
  listRetailers,
  listTariffs,
  readDynamicMonth,
  validateCoupon,
} from '../api.ts'
import { redeemCode } from './coupon-store.ts'

const now = new Date('2026-10-15T10:00:00Z')
const domestic = '18'
const rl2 = '102'
const cups = makeCups('0021', '990000000001')
let portal: TestPortal
let products: { clara: number; solar: number; club: number; gas: number }

beforeAll(async () => {
  portal = await startTestPortal({ now })
  await portal.set('featureFlags.coupons.coupon', true)
  const { db } = portal.context
  const product = async (energy: 'electricity' | 'gas', name: string, prices: object, tariff: string) => {
    const { product_id } = await db
      .insertInto('product')
      .values({ energy, name })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values([
        { product_id, tariff, valid_from: '2024-01-01', prices: JSON.stringify(prices) },
        { product_id, tariff, valid_from: '2030-01-01', prices: JSON.stringify({}) },
      ])
      .execute()
    return product_id
  }
  const power = ['30', '1.4'].map((eur) => ({ per: 'year', eur }))
  const electric = {
    powerPerKw: power,
    energyEurPerKwh: ['0.21', '0.15', '0.11'],
    surplusEurPerKwh: null,
    discounts: {},
  }
  products = {
    clara: await product('electricity', 'CLARA', electric, '2.0TD'),
    solar: await product('electricity', 'SOLAR', { ...electric, surplusEurPerKwh: '0.06' }, '2.0TD'),
    club: await product('electricity', 'CLUB', { ...electric, discounts: { energy: '4' } }, '2.0TD'),
    gas: await product(
      'gas',
      'GAS',
      { fixed: { per: 'year', eur: '100' }, variableEurPerKwh: '0.06', discounts: {} },
      'RL.2',
    ),
  }
  const offer = (product_id: number, more: object = {}) =>
    db
      .insertInto('offer')
      .values({
        product_id,
        descriptions: JSON.stringify({ es: 'Sencilla', ca: 'Senzilla' }),
        from_day: '2025-01-01',
        ...more,
      })
      .execute()
  await offer(products.clara)
  await offer(products.solar, { with_self_consumption: true })
  await offer(products.club)
  await offer(products.gas)
  await db
    .insertInto('origin_retailer')
    .values([
      { energy: 'electricity', name: 'Boreal' },
      { energy: 'electricity', name: 'Aurora' },
      { energy: 'gas', name: 'Cierzo' },
    ])
    .execute()
  await db
    .insertInto('register_point')
    .values({
      cups20: cups.slice(0, 20),
      energy: 'electricity',
      tariff_code: '018',
      power_watts: [4600, 4600],
      postcode: '28013',
      in_file_of: '2026-10-01',
    })
    .execute()
  await db
    .insertInto('register_month')
    .values(
      Array.from({ length: 12 }, (_, month) => ({
        cups20: cups.slice(0, 20),
        first_day: `2025-${String(month + 1).padStart(2, '0')}-01`,
        last_day: `2025-${String(month + 1).padStart(2, '0')}-28`,
        energy_wh: [80_000, 60_000, 110_000],
      })),
    )
    .execute()
})
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

const names = (offered: { name: string }[]) => offered.map(({ name }) => name)
const ask = (query: object) => portal.anonymous.send(listPrices, { query: { power: '4,6', atr: domestic, ...query } })

test('lists only tariffs for the power that have a product on offer', async () => {
  expect(await portal.anonymous.send(listTariffs, { query: { power: '4.6' } })).toEqual([{ id: 18, name: '2.0TD' }])
  expect(await portal.anonymous.send(listTariffs, { query: { power: '20', old: '0' } })).toEqual([])
  expect(await portal.anonymous.send(listGasTariffs, {})).toEqual([{ id: 102, name: 'RL.2' }])
})

test.each([[{ power: '-4' }], [{ power: 'much' }], [{}]])('rejects a power like %j by field', async (query) => {
  const answer = await portal.anonymous.sendRaw(listTariffs, { query: query as { power: string } })
  expect(answer.statusCode).toBe(400)
})

test('returns products in the user’s language, with the prices in force', async () => {
  const answer = await portal.anonymous.sendRaw(
    listPrices,
    { query: { power: '4,6', atr: domestic, selfcons: '0' } },
    { headers: { 'accept-language': 'ca' } },
  )
  expect(answer.json()[0]).toMatchObject({
    name: 'CLARA',
    ov_description: 'Senzilla',
    ov_link: null,
    prices: { valid_from: '2024-01-01', power: [30, 1.4], energy: [0.21, 0.15, 0.11], fixed: null, surplus: null },
    year: null,
  })
})

test.each([
  [{}, ['CLARA', 'SOLAR', 'CLUB']],
  [{ selfcons: '1' }, ['CLARA', 'SOLAR', 'CLUB']],
  [{ selfcons: '0' }, ['CLARA', 'CLUB']],
  [{ atr: '19' }, []],
])('with %j returns %j', async (query, expected) => {
  expect(names(await ask(query))).toEqual(expected)
})

test('refuses a tariff that does not exist', async () => {
  const answer = await portal.anonymous.sendRaw(listPrices, { query: { power: '4', atr: '999' } })
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'tariff_unknown'])
})

test('returns a yearly cost from the register, or from the query', async () => {
  const [byRegister] = await ask({ cups })
  expect(byRegister?.year).toMatchObject({ basis: 'register', kwh: 3_000 })
  const [byWord] = await ask({ year_kwh: '3000', zip: '28013' })
  expect(byWord?.year).toMatchObject({ basis: 'told', kwh: 3_000 })
  // The same energy, in more expensive hours than an even spread.
  expect(byRegister!.year!.amount).toBeGreaterThan(byWord!.year!.amount)
})

test('credits the surplus given for a roof, each month up to its own energy', async () => {
  const roof = { year_kwh: '3000', zip: '28013', selfcons: '1' }
  const solar = async (query: object) => (await ask(query)).find(({ prices }) => prices?.surplus)!
  const bare = await solar(roof)
  const some = await solar({ ...roof, year_surplus_kwh: '1000' })
  const much = await solar({ ...roof, year_surplus_kwh: '20000' })
  const price = bare.prices!.surplus!
  expect(bare.year).toMatchObject({ surplus_kwh: 0, surplus_amount: 0 })
  expect(some.year).toMatchObject({ kwh: 3_000, surplus_kwh: 1_000 })
  expect(some.year!.surplus_amount).toBeCloseTo(1_000 * price, 0)
  // The payment is lower by the taxes on it too, to the cents of thirteen bills.
  const lowered = bare.year!.amount - some.year!.amount
  expect(Math.abs(lowered - 1_000 * price * 1.0511269632 * 1.21)).toBeLessThan(0.4)
  expect(much.year!.surplus_amount).toBeLessThan(20_000 * price)
  expect(much.year!.amount).toBeGreaterThan(0)
  // Without panels nothing is fed in.
  const without = await ask({ ...roof, selfcons: '0', year_surplus_kwh: '1000' })
  expect(without.map(({ year }) => year?.surplus_kwh)).toEqual(without.map(() => 0))
})

test.each([
  ['the usage is unknown', {}, 'use'],
  ['the place is neither in the register nor in the request', { year_kwh: '3000' }, 'place'],
  ['the postcode does not exist', { year_kwh: '3000', zip: '99001' }, 'place'],
  ['the taxes of the place are unknown', { year_kwh: '3000', zip: '51001' }, 'tax'],
])('where %s, returns no yearly cost and what it lacks', async (_, query, missing) => {
  expect(await ask(query)).toMatchObject([{ year: null, year_missing: missing }, {}, {}])
})

test('prefers the register to the query for the location of a supply', async () => {
  const [byRegister] = await ask({ cups, zip: '35001' })
  expect(byRegister).toMatchObject({ year: { basis: 'register' }, year_missing: null })
})

test('charges each period for its own power', async () => {
  const amountOf = async (query: object) => (await ask({ year_kwh: '3000', zip: '28013', ...query }))[0]!.year!.amount
  const [same, less] = [await amountOf({ power2: '4.6' }), await amountOf({ power: '3,3', power2: '4.6' })]
  expect(await amountOf({})).toBe(same)
  // 1.3 kW less in P1, at 30 €, with the electricity tax and VAT.
  expect(same - less).toBeCloseTo(39 * 1.0511269632 * 1.21, 1)
})

test.each([
  ['power3', '5', 'power_not_of_tariff'],
  ['power2', '-1', 'invalid'],
  ['zip', '2801', 'invalid'],
])('refuses an invalid %s %s', async (name, value, code) => {
  const query = { power: '4.6', atr: domestic, [name]: value }
  const answer = await portal.anonymous.sendRaw(listPrices, { query })
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, code])
})

describe('the month of a product that follows the market', () => {
  const ask = (query: object) =>
    portal.anonymous.sendRaw(readDynamicMonth, {
      params: { productId: String(products.clara) },
      query: { atr: domestic, power: '4.6', year_kwh: '2400', zip: '08500', ...query } as never,
    })

  test.each([
    [{ atr: '9999' }, 'tariff_unknown'],
    [{ power3: '5' }, 'power_not_of_tariff'],
    [{ zip: '2801' }, 'invalid'],
  ])('is refused for %j: %s', async (query, code) => {
    const answer = await ask(query)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code])
  })

  test('is none of a product with prices of its own', async () => {
    expect((await ask({})).json()).toEqual({ estimate: null })
  })

  test('is limited for different supplies', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 40 && statuses.at(-1) !== 429; number++)
      statuses.push((await ask({ cups: makeCups('0021', String(990000700000 + number)) })).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('returns permanent discounts with the prices', async () => {
  const [clara, , club] = await ask({})
  expect(clara!.prices).toMatchObject({ discounts: { standing: null, energy: null } })
  expect(club!.prices).toMatchObject({
    energy: [0.21, 0.15, 0.11],
    discounts: { standing: null, energy: 4 },
    energy_discounted: [0.2016, 0.144, 0.1056],
  })
})

test('limits look-ups of different supplies, while one can be queried as often as a form needs', async () => {
  const another = (number: number) => makeCups('0021', String(990000002000 + number))
  for (let visit = 0; visit < 40; visit++) await ask({ cups })
  for (let visit = 0; visit < 29; visit++) await ask({ cups: another(visit) })
  await ask({ cups })
  const query = { power: '4', atr: domestic, cups: another(30) }
  await portal.anonymous.sendRaw(listPrices, { query })
  const answer = await portal.anonymous.sendRaw(listPrices, { query })
  expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await portal.anonymous.sendRaw(listPrices, { query: { power: '4', atr: domestic } })).statusCode).toBe(200)
})

test('returns no yearly cost for gas products without their tax', async () => {
  const query = { atr: rl2, year_kwh: '9000', zip: '28013' }
  expect(await portal.anonymous.send(listGasPrices, { query: { ...query, zip: '51001' } })).toMatchObject([
    { name: 'GAS', year: null, year_missing: 'tax' },
  ])
  const [offered] = await portal.anonymous.send(listGasPrices, { query })
  expect(offered?.year).toMatchObject({ kwh: 9_000, basis: 'told' })
  expect(offered?.prices).toEqual({
    ...{ valid_from: '2024-01-01', power: null, energy: [0.06], fixed: 100, surplus: null },
    ...{ discounts: { standing: null, energy: null }, energy_discounted: [0.06], fixed_discounted: 100 },
  })
  const nowhere = await portal.anonymous.send(listGasPrices, { query: { atr: rl2, year_kwh: '9000' } })
  expect(nowhere).toMatchObject([{ year: null, year_missing: 'place' }])
})

test('lists retailers by name, those of gas apart, and activities with their positions in the classification', async () => {
  expect(names(await portal.anonymous.send(listRetailers, { query: {} }))).toEqual(['Aurora', 'Boreal'])
  expect(names(await portal.anonymous.send(listGasRetailers, { query: {} }))).toEqual(['Cierzo'])
  expect(await portal.anonymous.send(listActivities, { query: {} })).toContainEqual({
    id: 986,
    name: '9820',
    descripcio: 'Actividades de los hogares como productores de servicios para uso propio',
  })
})

test.each<[Locale, string]>([
  ['es', 'Restaurantes y puestos de comidas'],
  ['ca', 'Restaurants i parades de menjar'],
  ['gl', 'Restaurantes e postos de comidas'],
  ['en', 'Restaurants and mobile food service'],
  ['fr', 'Restaurants et services de restauration mobile'],
  ['de', 'Restaurants, Imbissstuben und Cafés'],
])('has a name for every activity in %s', async (lang, descripcio) => {
  const listed = await portal.anonymous.send(listActivities, { query: { lang } })
  expect(listed).toContainEqual({ id: expect.any(Number), name: '5610', descripcio })
  expect(listed).toHaveLength(629)
  expect(new Set(listed.map((activity) => activity.descripcio)).size, 'two activities have the same name').toBe(629)
  expect(listed.filter((activity) => activity.descripcio.trim() === '')).toEqual([])
})

test('shows the product of a code only with that code', async () => {
  const { db } = portal.context
  const { campaign_id } = await db
    .insertInto('campaign')
    .values({
      names: JSON.stringify({ es: 'Club' }),
      descriptions: JSON.stringify({ es: 'Menos' }),
      public_code: 'CLUB4',
      product_id: products.club,
      from_day: '2026-01-01',
      most_redemptions: 1,
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  const isValid = async (coupon: string) => (await portal.anonymous.send(validateCoupon, { params: { coupon } })).valid

  expect(names(await ask({}))).not.toContain('CLUB')
  expect(names(await ask({ promocode: ' club4 ' }))).toContain('CLUB')
  expect(await portal.anonymous.send(validateCoupon, { params: { coupon: 'club4' } })).toEqual({
    valid: true,
    name: 'Club',
    product: { id: products.club, name: 'CLUB', energy: 'electricity' },
  })
  expect(await isValid('CLUB5')).toBe(false)

  const { lead_id: leadId } = await db
    .insertInto('lead')
    .values({
      ...{ kind: 'electricity', visitor_hash: 'visitor', locale: 'es' },
      ...{ created_at: now, updated_at: now, expires_at: now },
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  const use = { promocode: 'CLUB4', productId: products.club, leadId, today: '2026-10-15', now }
  const other = { ...use, productId: products.clara }
  expect(await db.transaction().execute((part) => redeemCode(part, other))).toBe(false)
  const used = await Promise.all([1, 2].map(() => db.transaction().execute((part) => redeemCode(part, use))))
  expect(used.sort()).toEqual([false, true])
  const storedCoupons = await db.selectFrom('coupon').where('campaign_id', '=', campaign_id).select('lead_id').execute()
  expect(storedCoupons).toEqual([{ lead_id: leadId }])
  expect(await isValid('CLUB4')).toBe(false)
  await db.deleteFrom('coupon').where('campaign_id', '=', campaign_id).execute()
  await db.deleteFrom('campaign').execute()
})

test('returns a customer’s own codes that can still be used', async () => {
  const { db } = portal.context
  const [anna, biel] = [await insertCustomer(db), await insertCustomer(db)]
  const { campaign_id } = await db
    .insertInto('campaign')
    .values({
      names: JSON.stringify({ es: 'Vecinos' }),
      descriptions: JSON.stringify({ es: 'Regálalo' }),
      from_day: '2026-01-01',
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  const ofProduct = async (product_id: number) => {
    const names = JSON.stringify({ es: 'Gas' })
    const campaign = { names, descriptions: names, from_day: '2026-01-01', product_id }
    const row = db.insertInto('campaign').values(campaign).returning('campaign_id')
    return (await row.executeTakeFirstOrThrow()).campaign_id
  }
  const issued = (code: string, customer_id: number, more: object = {}) => ({
    campaign_id,
    code,
    customer_id,
    issued_at: now,
    ...more,
  })
  await db
    .insertInto('coupon')
    .values([
      issued('ANNA-1', anna, { expires_on: '2026-12-31' }),
      issued('ANNA-OLD', anna, { expires_on: '2026-10-14' }),
      issued('ANNA-USED', anna, { redeemed_at: now }),
      issued('BIEL-1', biel),
      issued('GAS-1', anna, { campaign_id: await ofProduct(products.gas) }),
      issued('GONE-1', anna, { campaign_id: await ofProduct(products.solar) }),
    ])
    .execute()
  await db.updateTable('product').set({ is_archived: true }).where('product_id', '=', products.solar).execute()
  const visitor = await portal.as(await insertUser(db, { customerIds: [anna] }), { readonly: true })
  expect(await visitor.send(listCoupons, { query: { lang: 'es' } })).toEqual([
    {
      code: 'ANNA-1',
      code_url: '/new-electricity-customer?promocode=ANNA-1',
      expires_on: '2026-12-31',
      campaign: { name: 'Vecinos', description: 'Regálalo', url: null },
    },
    {
      code: 'GAS-1',
      code_url: '/new-gas-customer?promocode=GAS-1',
      expires_on: null,
      campaign: { name: 'Gas', description: 'Gas', url: null },
    },
  ])
  await db.updateTable('product').set({ is_archived: false }).where('product_id', '=', products.solar).execute()
  expect((await portal.anonymous.sendRaw(listCoupons, { query: {} })).statusCode).toBe(401)
  await portal.set('featureFlags.coupons.coupon', false)
  const answer = await visitor.sendRaw(listCoupons, { query: {} })
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'coupons_off'])
})
