import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { CurveLine } from '#domains/consumption/server/import/curve-line.ts'
import { storeCurveLines } from '#domains/consumption/server/import/store-curve-lines.ts'
import { listPrices, readDynamicMonth } from '#domains/offers/api.ts'
import { SpotPriceLine } from '#domains/offers/server/import/spot-price-line.ts'
import { storeSpotPriceLines } from '#domains/offers/server/spot-price-store.ts'
import { addDays } from '#vocabulary/day.ts'
import { browserSession, householdSteps, type ProductIds, setUpContracting } from './contracting-testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
const october = Array.from({ length: 31 }, (_, index) => addDays('2026-10-01', index))
let portal: TestPortal
let product: ProductIds

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  product = await setUpContracting(portal)
  const { db } = portal.context
  await db.updateTable('product').set({ is_dynamic: true }).where('product_id', '=', product.electricity).execute()
})
beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  await db.deleteFrom('spot_price').execute()
})
afterAll(() => portal.close())

/** Stores the prices of October: 0.20 €/kWh in the evening from 20 to 22, 0.05 otherwise, in quarters of an hour. */
async function storeOctober(days: readonly string[] = october) {
  const lines = days.map((day) => {
    const quarters = day === '2026-10-25' ? 100 : 96
    const eurPerMwh = Array.from({ length: quarters }, (_, index) => (index >= 80 && index < 88 ? 200 : 50))
    return SpotPriceLine.parse({ day, eurPerMwh })
  })
  return storeSpotPriceLines(portal.context.db, lines)
}

const monthOf = (query: object = {}, by: TestVisitor = portal.anonymous) =>
  by.send(readDynamicMonth, {
    params: { productId: String(product.electricity) },
    query: { atr: '18', power: '4.6', year_kwh: '2400', zip: '08500', ...query } as never,
  })

describe('market prices', () => {
  test('are stored once, and change with another line of their day', async () => {
    expect(await storeOctober(['2026-10-01'])).toEqual([{ changed: true }])
    expect(await storeOctober(['2026-10-01'])).toEqual([{ changed: false }])
  })

  test.each([22, 26, 95, 101])('of %i intervals are no day', (length) => {
    const eurPerMwh = new Array<number>(length).fill(1)
    expect(SpotPriceLine.safeParse({ day: '2026-10-01', eurPerMwh }).success).toBe(false)
  })
})

describe('the estimate of a month', () => {
  test('supposes a twelfth of the year in even hours, and says so with the cheapest and dearest hour', async () => {
    await storeOctober()
    const { estimate } = await monthOf()
    expect(estimate).toMatchObject({ month: '2026-10', kwh: 200, basis: 'told', low: 0.05, high: 0.2 })
    expect(estimate!.amount).toBeGreaterThan(60)
    expect(estimate!.amount).toBeLessThan(90)
  })

  test('is made of the own curve of a customer, and of nobody else’s', async () => {
    await storeOctober()
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId, starts_on: '2025-01-01' })
    const row = db.selectFrom('contract').where('contract_id', '=', contract.contractId)
    const { cups } = await row.select('cups').executeTakeFirstOrThrow()
    const evening = (hours: number) => Array.from({ length: hours }, (_, hour) => (hour >= 20 && hour < 22 ? 2_000 : 0))
    const lines = october.map((day) => {
      const importWh = evening(day === '2026-10-25' ? 25 : 24)
      return CurveLine.parse({ cups, day, source: 'F5D', importWh })
    })
    await storeCurveLines(db, lines, { clock: () => now, origin: { channel: 'command' } })
    const own = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const { estimate } = await monthOf({ cups }, own)
    expect(estimate).toMatchObject({ basis: 'curve', kwh: 124 })
    expect((await monthOf({ cups })).estimate).toMatchObject({ basis: 'told', kwh: 200 })
  })

  test('is missing where a day of the market is, or the consumption', async () => {
    await storeOctober(october.slice(1))
    expect(await monthOf()).toEqual({ estimate: null })
    await storeOctober()
    expect(await monthOf({ year_kwh: undefined })).toEqual({ estimate: null })
  })
})

test('a product that follows the market is offered as such, without the cost of a year', async () => {
  const query = { atr: '18', power: '4.6', year_kwh: '2400', zip: '08500' }
  const [offered] = await portal.anonymous.send(listPrices, { query })
  expect(offered).toMatchObject({ is_dynamic: true, year: null, year_missing: 'market' })
})

describe('a contract', () => {
  async function choose(more: object) {
    const session = browserSession(portal.anonymous)
    const steps = householdSteps({ product })
    const { lead_id } = (await session.send(steps.installation)).json()
    await session.send({ ...steps.person, lead_id })
    const answer = await session.send({ ...steps.contract, ...more, lead_id })
    return { session, steps, lead_id, answer }
  }

  test('is not made without the consent, nor while no month can be estimated', async () => {
    const missing = await choose({})
    expect(Object.keys(missing.answer.json().errors)).toEqual(['tarifa', 'accept_dynamic'])
    await storeOctober()
    const { answer, session, steps, lead_id } = await choose({ accept_dynamic: false })
    expect(Object.keys(answer.json().errors)).toEqual(['accept_dynamic'])
    await session.send({ ...steps.payment, lead_id })
    expect((await session.send({ ...steps.confirmation, lead_id })).statusCode).toBe(400)
  })

  test('keeps the consent with its moment and its text, for the address of its holder', async () => {
    await storeOctober()
    const { session, steps, lead_id } = await choose({ accept_dynamic: true })
    await session.send({ ...steps.payment, lead_id })
    expect((await session.send({ ...steps.confirmation, lead_id })).statusCode).toBe(200)
    const entries = await portal.context.db
      .selectFrom('consent_entry')
      .where('purpose', '=', 'dynamic_price')
      .select(['agreed', 'at', 'subject_kind'])
      .execute()
    expect(entries).toEqual([
      { agreed: true, at: now, subject_kind: 'visitor' },
      { agreed: true, at: now, subject_kind: 'email' },
    ])
  })
})
