import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestOperator, deskPortal } from '../../server/testing.ts'
import { listSavedFilters, removeFilter, saveFilter } from '../api.ts'
import { maxSavedFilters } from '../rules.ts'

const { portal, operator, customer } = await deskPortal()
const { visitor: colleague } = await createTestOperator(portal, undefined, [])

beforeEach(() => portal.context.db.deleteFrom('saved_filter').execute())
afterAll(() => portal.close())

const path = '/operator/duties'
const mine = { path, name: 'Las mías', query: 'assignee=mine&when=today' }
const list = async (who = operator, of = path) => (await who.send(listSavedFilters, { query: { path: of } })).items

test('filters are saved by list and operator, and the same name replaces them', async () => {
  const { id } = await operator.send(saveFilter, { body: mine })
  expect(await operator.send(saveFilter, { body: { ...mine, query: 'when=overdue' } })).toEqual({ id })
  await operator.send(saveFilter, { body: { ...mine, name: 'Firmas', query: 'kind=signature' } })
  expect(await list()).toMatchObject([
    { name: 'Firmas', query: 'kind=signature' },
    { id, name: 'Las mías', query: 'when=overdue' },
  ])
  expect(await list(operator, '/operator/cases')).toEqual([])
  expect(await list(colleague)).toEqual([])
})

test('only their operator removes them', async () => {
  const { id } = await operator.send(saveFilter, { body: mine })
  expect((await colleague.sendRaw(removeFilter, { params: { id } })).statusCode).toBe(404)
  await operator.send(removeFilter, { params: { id } })
  expect(await list()).toEqual([])
  for (const gone of [id, 'x'])
    expect((await operator.sendRaw(removeFilter, { params: { id: gone } })).statusCode).toBe(404)
})

test('refuses more than an operator can survey, and still replaces', async () => {
  for (let index = 0; index < maxSavedFilters; index++)
    await operator.send(saveFilter, { body: { ...mine, name: `Vista ${index}` } })
  const refused = await operator.sendRaw(saveFilter, { body: { ...mine, name: 'Otra' } })
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'filters_full'])
  expect((await operator.sendRaw(saveFilter, { body: { ...mine, name: 'Vista 0' } })).statusCode).toBe(200)
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a path outside the back office', { path: '/invoices' }, 'path'],
])('refuses %s', async (_, body, field) => {
  const refused = await operator.sendRaw(saveFilter, { body: { ...mine, ...body } })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
})

test('customers have no access', async () => {
  const replies = [
    customer.sendRaw(listSavedFilters, { query: { path } }),
    customer.sendRaw(saveFilter, { body: mine }),
    customer.sendRaw(removeFilter, { params: { id: 'x' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})
