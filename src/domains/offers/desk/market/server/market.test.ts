import { afterAll, expect, test } from 'vitest'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { listGasRetailers, listRetailers as listToNewcomers } from '../../../api.ts'
import { addDistributor, addRetailer, listDistributors, listRetailers, saveDistributor, saveRetailer } from '../api.ts'

const { portal, operator, operatorId, customer } = await deskPortal()

afterAll(() => portal.close())

const add = async (name: string, energy: 'electricity' | 'gas' = 'electricity') =>
  String((await operator.send(addRetailer, { body: { energy, name } })).id)
const save = (id: string, version: number, given: object = {}) =>
  operator.sendRaw(saveRetailer, { params: { id }, body: { name: 'Boreal', is_active: true, version, ...given } })
const listed = (query: object = {}) => operator.send(listRetailers, { query: { energy: 'electricity', ...query } })
const shown = async () => (await portal.anonymous.send(listToNewcomers, { query: {} })).map(({ name }) => name)
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const fieldsOf = (answer: { statusCode: number; json(): { errors?: object } }) => [
  answer.statusCode,
  Object.keys(answer.json().errors ?? {}),
]
const entriesOf = (subject: string) =>
  portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', subject)
    .where('actor_user_id', '=', operatorId)
    .orderBy('audit_entry_id')
    .select(['action', 'before', 'after'])
    .execute()

test('a retailer is added, renamed and deactivated, and new customers can choose it accordingly', async () => {
  const id = await add('Aurora')
  expect(await shown()).toEqual(['Aurora'])
  expect((await save(id, 1, { name: 'Aurora Energia' })).json()).toEqual({ version: 2 })
  expect(await shown()).toEqual(['Aurora Energia'])
  expect((await save(id, 2, { name: 'Aurora Energia', is_active: false })).json()).toEqual({ version: 3 })
  expect(await shown()).toEqual([])
  expect((await listed({ q: 'AURORA' })).items).toMatchObject([
    { name: 'Aurora Energia', is_active: false, version: 3 },
  ])
  expect(refusal(await save(id, 1))).toEqual([409, 'retailer_changed'])
  expect(await entriesOf(`retailer:${id}`)).toMatchObject([
    { action: 'retailer_added', before: null, after: { energy: 'electricity', name: 'Aurora' } },
    { action: 'retailer_changed', before: { name: 'Aurora' }, after: { name: 'Aurora Energia', is_active: true } },
    { action: 'retailer_changed', before: { is_active: true }, after: { is_active: false } },
  ])
})

test('retailer names are unique per energy', async () => {
  await add('Cierzo')
  await add('Cierzo', 'gas')
  expect((await portal.anonymous.send(listGasRetailers, { query: {} })).map(({ name }) => name)).toEqual(['Cierzo'])
  const body = { energy: 'electricity', name: ' CIERZO ' } as const
  expect(refusal(await operator.sendRaw(addRetailer, { body }))).toEqual([409, 'retailer_exists'])
  const other = await add('Garbí')
  expect(refusal(await save(other, 1, { name: 'cierzo' }))).toEqual([409, 'retailer_exists'])
  expect((await save(other, 1, { name: 'GARBÍ' })).statusCode).toBe(200)
})

test('lists retailers page by page', async () => {
  for (const letter of ['C', 'A', 'B']) await add(`Zeta ${letter}`)
  const page = await listed({ q: 'zeta', limit: 2, offset: 2 })
  expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['Zeta C']])
})

const grid = { name: 'i-DE', website: 'https://www.i-de.es', breakdown_phone: '900 171 171' }

test('a distributor is added with its code, edited and deactivated', async () => {
  const body = { ...grid, code: '0021' }
  const id = String((await operator.send(addDistributor, { body })).id)
  expect(refusal(await operator.sendRaw(addDistributor, { body }))).toEqual([409, 'distributor_exists'])
  const change = (version: number, given: object = {}) =>
    operator.sendRaw(saveDistributor, { params: { id }, body: { ...grid, is_active: true, version, ...given } })
  expect((await change(1, { breakdown_phone: null, is_active: false })).json()).toEqual({ version: 2 })
  expect(refusal(await change(1))).toEqual([409, 'distributor_changed'])
  expect(fieldsOf(await change(2, { website: 'ftp://x' }))).toEqual([400, ['website']])
  const { items } = await operator.send(listDistributors, { query: { q: '0021' } as never })
  expect(items).toEqual([
    { ...grid, id: Number(id), code: '0021', breakdown_phone: null, is_active: false, version: 2 },
  ])
  expect(await entriesOf(`distributor:${id}`)).toMatchObject([
    { action: 'distributor_added' },
    { action: 'distributor_changed', before: { is_active: true }, after: { is_active: false, breakdown_phone: null } },
  ])
})

test('refuses invalid input with a field error', async () => {
  expect(fieldsOf(await operator.sendRaw(addRetailer, { body: { energy: 'gas', name: ' ' } }))).toEqual([400, ['name']])
  expect(fieldsOf(await save(await add('Tramuntana'), 1, { name: '' }))).toEqual([400, ['name']])
  const code = await operator.sendRaw(addDistributor, { body: { ...grid, code: '21' } })
  expect(fieldsOf(code)).toEqual([400, ['code']])
  const phone = await operator.sendRaw(addDistributor, { body: { ...grid, code: '0022', breakdown_phone: 'call us' } })
  expect(fieldsOf(phone)).toEqual([400, ['breakdown_phone']])
})

test.each(['0', 'x', '99999999999999999999'])('returns 404 for %s', async (id) => {
  expect((await save(id, 1)).statusCode).toBe(404)
  const body = { ...grid, is_active: true, version: 1 }
  expect((await operator.sendRaw(saveDistributor, { params: { id }, body })).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const params = { id: '1' }
  const replies = [
    customer.sendRaw(listRetailers, { query: { energy: 'gas' } }),
    customer.sendRaw(addRetailer, { body: { energy: 'gas', name: 'Mine' } }),
    customer.sendRaw(saveRetailer, { params, body: { name: 'Mine', is_active: true, version: 1 } }),
    customer.sendRaw(listDistributors, { query: {} }),
    customer.sendRaw(addDistributor, { body: { ...grid, code: '0099' } }),
    customer.sendRaw(saveDistributor, { params, body: { ...grid, is_active: true, version: 1 } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 401))
})
