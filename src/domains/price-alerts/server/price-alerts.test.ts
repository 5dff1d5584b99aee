import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { renderMessageText } from '#domains/messages/server/render-message.ts'
import { locales } from '#vocabulary/locale.ts'
import { addAlert, deleteAlert, listAlerts, listProducts, readPrices } from '../api.ts'
import { maxAlerts } from '../rules.ts'
import { importFutures } from './import-futures.ts'

const now = new Date('2026-11-20T10:00:00Z')
const header = 'contract,last_trading_day,date,reference_price'

let portal: TestPortal
let anna: TestVisitor
let annaId: number
let annaReadonly: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  annaId = await insertUser(db, { locale: 'ca' })
  anna = await portal.as(annaId)
  annaReadonly = await portal.as(annaId, { readonly: true })
  stranger = await portal.as(await insertUser(db))
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('futures_product').execute()
  await db.deleteFrom('outbox_message').execute()
  portal.setClock(now)
  await take(
    'FTB M Jan-27,2026-12-31,2026-11-18,85.00',
    'FTB M Jan-27,2026-12-31,2026-11-19,83.5',
    'FTB Q1-27,2026-12-30,2026-11-19,80',
    'FTB YR-27,2026-12-29,2026-11-19,66.40',
    'FTB M Nov-26,2026-10-30,2026-10-30,99.35',
  )
})

const take = (...lines: string[]) =>
  importFutures(portal.context.db, [header, ...lines].join('\n'), portal.context.clock())

const outbox = () =>
  portal.context.db.selectFrom('outbox_message').selectAll().where('kind', 'like', 'price-alerts.%').execute()

const anAlert = (given: object = {}) => ({ product: 'FTB M Jan-27', type: '<' as const, price: 80.5, ...given })
const add = (who: TestVisitor, given: object = {}) => who.sendRaw(addAlert, { body: anAlert(given) as never })
const refusalOf = (answer: { statusCode: number; json(): { error: { code: string } } }) => [
  answer.statusCode,
  answer.json().error.code,
]

describe('futures', () => {
  test('are listed while they are traded, with the earliest delivery first', async () => {
    const products = await anna.send(listProducts, {})
    expect(products.map(({ product }) => product)).toEqual(['FTB M Jan-27', 'FTB Q1-27', 'FTB YR-27'])
    expect(products[0]).toEqual({
      product: 'FTB M Jan-27',
      title: null,
      instrument: 'FTB',
      delivery_start: '2027-01-01',
      delivery_end: '2027-01-31',
      last_trading_day: '2026-12-31',
      price: 83.5,
      price_date: '2026-11-19',
    })
  })

  test('have their last prices, oldest first', async () => {
    expect(await anna.send(readPrices, { params: { product: 'FTB M Jan-27' } })).toEqual({
      items: [
        { date: '2026-11-18', price: 85 },
        { date: '2026-11-19', price: 83.5 },
      ],
    })
    expect((await anna.sendRaw(readPrices, { params: { product: 'FTB M Feb-27' } })).statusCode).toBe(404)
  })

  test('are accessible to customers only, unless the retailer opens them to everyone', async () => {
    const prices = { params: { product: 'FTB Q1-27' } }
    expect(refusalOf(await portal.anonymous.sendRaw(listProducts, {}))).toEqual([401, 'unauthenticated'])
    expect((await portal.anonymous.sendRaw(readPrices, prices)).statusCode).toBe(401)
    const past = { headers: { authorization: 'Bearer past' } }
    expect(refusalOf(await portal.anonymous.sendRaw(readPrices, prices, past))).toEqual([401, 'token_expired'])
    await portal.set('priceAlerts.authenticate', false)
    expect(await portal.anonymous.send(listProducts, {})).toHaveLength(3)
    expect((await portal.anonymous.sendRaw(readPrices, prices)).statusCode).toBe(200)
    expect((await portal.anonymous.sendRaw(listAlerts, {})).statusCode).toBe(401)
    expect((await add(portal.anonymous)).statusCode).toBe(401)
    await portal.set('priceAlerts.authenticate', true)
  })

  test('are not available if the retailer does not offer them', async () => {
    await portal.set('priceAlerts.enabled', false)
    for (const answer of [await anna.sendRaw(listProducts, {}), await anna.sendRaw(listAlerts, {}), await add(anna)])
      expect(answer.statusCode).toBe(404)
    await portal.set('priceAlerts.enabled', true)
  })
})

describe('an alert', () => {
  test('is added, and listed with the last price for its owner only', async () => {
    const answer = await add(anna)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 200, id: expect.any(Number) }])
    expect(await anna.send(listAlerts, {})).toEqual([
      {
        id: answer.json().id,
        product: 'FTB M Jan-27',
        type: '<',
        price: 80.5,
        is_met: false,
        last_trading_day: '2026-12-31',
        current_price: 83.5,
        price_date: '2026-11-19',
      },
    ])
    expect(await stranger.send(listAlerts, {})).toEqual([])
  })

  test('can be deleted by its owner only', async () => {
    const { id } = (await add(anna)).json()
    const remove = (who: TestVisitor, body: object = { id }) => who.sendRaw(deleteAlert, { body: body as never })
    expect((await remove(portal.anonymous)).statusCode).toBe(401)
    expect((await remove(stranger)).statusCode).toBe(404)
    expect(refusalOf(await remove(annaReadonly))).toEqual([403, 'token_readonly'])
    expect((await remove(anna, { id: 'first' })).statusCode).toBe(400)
    expect((await remove(anna, { id: 2 ** 31 })).statusCode).toBe(404)
    expect((await remove(anna, { id: 2 ** 53 })).statusCode).toBe(400)
    expect((await remove(anna)).json()).toEqual({ status: 200, id })
    expect((await remove(anna)).statusCode).toBe(404)
    expect(await anna.send(listAlerts, {})).toEqual([])
  })

  test.each<[given: object, field: string, reason: string]>([
    [{ product: 'FTB M Feb-27' }, 'product', 'nobody knows it'],
    [{ product: 'FTB M Nov-26' }, 'product', 'it is traded no more'],
    [{ product: '' }, 'product', 'it is missing'],
    [{ type: '<=' }, 'type', 'there is no such comparison'],
    [{ price: -1 }, 'price', 'it is below zero'],
    [{ price: 80.555 }, 'price', 'it has a digit too many'],
    [{ price: 10_001 }, 'price', 'no price is so high'],
    [{ price: '80' }, 'price', 'it is a text'],
  ])('with %o is refused for its %s: %s', async (given, field) => {
    const answer = await add(anna, given)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
  })

  test('is refused to a read-only session and as a duplicate', async () => {
    expect(refusalOf(await add(annaReadonly))).toEqual([403, 'token_readonly'])
    await add(anna)
    expect(refusalOf(await add(anna, { price: 80.5, id: 7 }))).toEqual([409, 'alert_exists'])
    expect((await add(anna, { type: '>' })).statusCode).toBe(200)
  })

  test('is limited to fifty per user', async () => {
    const { product_id } = await portal.context.db
      .selectFrom('futures_product')
      .where('name', '=', 'FTB Q1-27')
      .select('product_id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxAlerts }, (_, price) => ({
      user_id: annaId,
      product_id,
      limit_type: '>',
      price: `${price + 100}`,
      created_at: now,
    }))
    await portal.context.db.insertInto('price_alert').values(rows).execute()
    expect(refusalOf(await add(anna))).toEqual([409, 'too_many_alerts'])
  })
})

test.each(locales)('writes the mail of a crossing in %s, with prices in that language’s format', (locale) => {
  const values = { product: 'FTB M Jan-27', priceCents: 8010, limitCents: 8050, day: '2026-11-20' }
  for (const comparison of ['below', 'above', 'equal']) {
    const mail = renderMessageText(mailTextsOf, {
      kind: 'price-alerts.crossed',
      values: { ...values, comparison },
      locale,
    })
    expect(mail.subject).toMatch(/FTB M Jan-27.*80[.,]10/)
    expect(mail.paragraphs[0]).toMatch(/80[.,]50/)
    expect(mail.action).toMatch(/./)
  }
})

describe('a file of prices', () => {
  test('that crosses a limit notifies its owner once, in their language', async () => {
    await add(anna)
    expect(await take('FTB M Jan-27,2026-12-31,2026-11-20,80.10')).toMatchObject({ created: 1, told: 1 })
    expect(await outbox()).toMatchObject([
      {
        kind: 'price-alerts.crossed',
        user_id: annaId,
        link: '/omipComponent',
        values: { product: 'FTB M Jan-27', comparison: 'below', priceCents: 8010, limitCents: 8050, day: '2026-11-20' },
      },
    ])
    expect(await anna.send(listAlerts, {})).toMatchObject([{ is_met: true, current_price: 80.1 }])
    expect(await take('FTB M Jan-27,2026-12-31,2026-11-20,80.10')).toMatchObject({ unchanged: 1, told: 0 })
    portal.setClock(new Date('2026-11-23T10:00:00Z'))
    expect(await take('FTB M Jan-27,2026-12-31,2026-11-23,79')).toMatchObject({ created: 1, told: 0 })
    expect(await outbox()).toHaveLength(1)
  })

  test('notifies again once the price has come back and crosses anew', async () => {
    await add(anna)
    portal.setClock(new Date('2026-11-25T10:00:00Z'))
    await take('FTB M Jan-27,2026-12-31,2026-11-20,80')
    await take('FTB M Jan-27,2026-12-31,2026-11-23,81')
    const { is_met } = await portal.context.db.selectFrom('price_alert').select('is_met').executeTakeFirstOrThrow()
    expect(is_met).toBe(false)
    await take('FTB M Jan-27,2026-12-31,2026-11-24,80.49')
    expect(await outbox()).toHaveLength(2)
  })

  test('ignores limits already met when the alert was created, old days and expired contracts', async () => {
    await add(anna, { price: 90 })
    await add(anna, { type: '>', price: 84 })
    await take('FTB M Jan-27,2026-12-31,2026-11-17,95', 'FTB M Jan-27,2026-12-31,2026-11-20,83')
    expect(await outbox()).toEqual([])
    portal.setClock(new Date('2027-01-02T10:00:00Z'))
    expect(await take('FTB M Jan-27,2026-12-31,2026-12-31,120')).toMatchObject({ created: 1, told: 0 })
    expect(await outbox()).toEqual([])
  })

  test('notifies every owner whose limit is met, each by their own comparison', async () => {
    await add(anna, { type: '>', price: 86 })
    await add(anna, { type: '==', price: 86.5 })
    await add(stranger, { type: '<', price: 86.5 })
    expect(await take('FTB M Jan-27,2026-12-31,2026-11-20,86.50')).toMatchObject({ told: 2 })
    expect((await outbox()).map(({ values }) => (values as { comparison: string }).comparison)).toEqual([
      'above',
      'equal',
    ])
  })

  test('corrects a price of the same day', async () => {
    expect(await take('FTB Q1-27,2026-12-30,2026-11-19,81')).toMatchObject({ created: 0, updated: 1 })
  })

  test('is refused without its header', async () => {
    expect(await importFutures(portal.context.db, 'FTB Q1-27,2026-12-30,2026-11-19,81', now)).toMatchObject({
      hasHeader: false,
      created: 0,
    })
  })

  test.each([
    ['FTB Q1-27,2026-12-30,2026-11-20', 'line_broken', 'a field is missing'],
    ['FTB Q1-27,2026-12-30,2026-11-20,81,n.a.', 'line_broken', 'a field too many'],
    ['Gas for January,2026-12-30,2026-11-20,81', 'contract_invalid', 'no contract has this name'],
    ['FTB Q1-27,30/12/2026,2026-11-20,81', 'last_trading_day_invalid', 'days are written otherwise'],
    ['FTB Q1-27,2026-12-30,2026-11-31,81', 'date_invalid', 'November has no such day'],
    ['FTB Q1-27,2026-12-30,2026-11-20,n.a.', 'price_invalid', 'there is no price'],
    ['FTB Q1-27,2026-12-30,2026-11-20,-3', 'price_invalid', 'it is below zero'],
    ['FTB Q1-27,2026-12-30,2026-11-20,81.005', 'price_invalid', 'a digit too many'],
    ['FTB Q3-26,2026-06-29,2026-06-30,81', 'after_last_trading_day', 'it was traded no more'],
    ['FTB Q1-27,2026-12-30,2026-11-21,81', 'in_future', 'nobody knows tomorrow’s price'],
    ['FTB M Mar-27,2027-02-26,2026-11-20,71', 'contradicted', 'an earlier line says otherwise'],
    ['FTB M Mar-27,2027-02-25,2026-11-18,70', 'contradicted', 'an earlier line has another last day'],
  ])('rejects the line %j as %s: %s', async (line, code) => {
    const report = await take('FTB M Mar-27,2027-02-26,2026-11-20,70', line)
    expect(report.refusals).toEqual([{ line: 3, code }])
    expect(report).toMatchObject({ created: 1 })
  })
})
