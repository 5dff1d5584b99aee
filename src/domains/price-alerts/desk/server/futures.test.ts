import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { addAlert, listProducts } from '../../api.ts'
import { futuresHeader, importFutures } from '../../server/import-futures.ts'
import { listFutures, readFuture, saveFuture } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const file = [
  futuresHeader,
  'FTB M Jan-27,2026-12-30,2026-11-18,70.10',
  'FTB M Jan-27,2026-12-30,2026-11-19,71.25',
  'FTB Q1-27,2026-12-29,2026-11-19,68.00',
  'FTB M Nov-26,2026-10-30,2026-10-30,60.00',
].join('\n')

const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })

beforeAll(async () => {
  await portal.set('priceAlerts.enabled', true)
  await importFutures(portal.context.db, file, noon)
})
afterAll(() => portal.close())

const list = (query: object = {}) => operator.send(listFutures, { query })
const idOf = async (name: string) => String((await list({ q: name, show: 'all' })).items[0]!.id)
const save = (id: string, version: number, given: object = {}) =>
  operator.sendRaw(saveFuture, { params: { id }, body: { names: null, is_active: true, version, ...given } })
const follow = () => customer.sendRaw(addAlert, { body: { product: 'FTB Q1-27', type: '<', price: 60 } })

test('lists futures with their last price, and expired ones on request', async () => {
  expect((await list()).items).toMatchObject([
    { name: 'FTB M Jan-27', price: 71.25, price_date: '2026-11-19', alerts: 0, is_active: true, title: null },
    { name: 'FTB Q1-27', price: 68 },
  ])
  expect((await list({ show: 'all' })).total).toBe(3)
  const page = await list({ show: 'all', limit: 2, offset: 2 })
  expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['FTB Q1-27']])
  expect((await operator.send(readFuture, { params: { id: await idOf('jan-27') } })).prices).toEqual([
    { date: '2026-11-18', price: 70.1 },
    { date: '2026-11-19', price: 71.25 },
  ])
})

test('a future is renamed and deactivated, and customers see the change', async () => {
  const id = await idOf('Q1-27')
  expect((await follow()).statusCode).toBe(200)
  expect((await save(id, 1, { names: { es: 'Invierno', ca: 'Hivern' } })).json()).toEqual({ version: 2 })
  const products = await customer.send(listProducts, {})
  expect(products.map(({ product, title }) => [product, title])).toEqual([
    ['FTB M Jan-27', null],
    ['FTB Q1-27', 'Invierno'],
  ])
  expect((await list({ q: 'hivern' })).items).toMatchObject([{ title: 'Invierno', alerts: 1 }])
  const stale = await save(id, 1)
  expect([stale.statusCode, stale.json().message]).toEqual([409, 'future_changed'])
  expect((await save(id, 2, { is_active: false })).json()).toEqual({ version: 3 })
  expect((await customer.send(listProducts, {})).map(({ product }) => product)).toEqual(['FTB M Jan-27'])
  expect(Object.keys((await follow()).json().errors)).toEqual(['product'])
  expect((await list({ show: 'off' })).items.map(({ name }) => name)).toEqual(['FTB Q1-27'])
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', `future:${id}`)
    .where('actor_user_id', '=', operatorId)
    .orderBy('audit_entry_id')
    .select(['before', 'after'])
    .execute()
  expect(entries).toMatchObject([
    { before: { names: null, is_active: true }, after: { names: { es: 'Invierno', ca: 'Hivern' } } },
    { before: { is_active: true }, after: { names: null, is_active: false } },
  ])
})

test('refuses a name without Spanish text', async () => {
  const refused = await save(await idOf('jan-27'), 1, { names: { es: ' ', ca: 'Gener' } })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['names.es']])
})

test.each(['0', 'x', '99999999999999999999'])('returns 404 for future %s', async (id) => {
  expect((await operator.sendRaw(readFuture, { params: { id } })).statusCode).toBe(404)
  expect((await save(id, 1)).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const params = { id: '1' }
  const replies = [
    customer.sendRaw(listFutures, { query: {} }),
    customer.sendRaw(readFuture, { params }),
    customer.sendRaw(saveFuture, { params, body: { names: null, is_active: false, version: 1 } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})
