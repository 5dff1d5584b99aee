import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { listOfferedNewsletters } from '../../api.ts'
import { findNewslettersFor, saveSubscriber, setSubscriptions } from '../../server/subscriber-store.ts'
import { addNewsletter, listAllNewsletters, saveNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let operator: TestVisitor
let operatorId: number
let customer: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customer = await portal.as(await insertUser(portal.context.db))
})
afterAll(() => portal.close())

const newsletterInput = (given: object = {}) => ({
  names: { es: 'Novedades', ca: 'Novetats', de: ' ' },
  descriptions: { es: 'Una vez al mes.' },
  order: 2,
  active: true,
  locked: false,
  ...given,
})
const add = async (given: object = {}) => (await operator.send(addNewsletter, { body: newsletterInput(given) })).id
const save = (id: number, given: object = {}) =>
  operator.sendRaw(saveNewsletter, { params: { id: String(id) }, body: newsletterInput(given) })
const offered = async () => (await portal.anonymous.send(listOfferedNewsletters, {})).map(({ name }) => name)
const page = (query: object = {}) => operator.send(listAllNewsletters, { query: query as never })
const list = async (query: object = {}) => (await page(query)).items

describe('a newsletter', () => {
  test('is added, offered in display order, and edited', async () => {
    const [second, first] = [await add(), await add({ names: { es: 'Avisos' }, order: 1 })]
    expect(await offered()).toEqual(['Avisos', 'Novedades'])
    expect(await list()).toMatchObject([
      { id: first, name: 'Avisos', subscribers: 0 },
      { id: second, name: 'Novedades', names: { es: 'Novedades', ca: 'Novetats' }, order: 2, active: true },
    ])
    expect((await save(first, { names: { es: 'Alertas' }, order: 3, locked: true })).statusCode).toBe(204)
    expect((await list()).map(({ name, locked }) => [name, locked])).toEqual([
      ['Novedades', false],
      ['Alertas', true],
    ])
    const actions = (await auditOf(portal, operatorId)).map(([action]) => action)
    expect(actions).toEqual(expect.arrayContaining(['newsletter_added', 'newsletter_changed']))
  })

  test('that is deactivated stays available to its subscribers', async () => {
    const { db } = portal.context
    const id = await add({ names: { es: 'Antigua' } })
    const subscriberId = await saveSubscriber(db, { email: 'eva@example.test', locale: 'es', now: noon })
    await setSubscriptions(db, { subscriberId, newsletterIds: [id], now: noon })
    await save(id, { names: { es: 'Antigua' }, active: false })
    expect(await offered()).not.toContain('Antigua')
    expect((await findNewslettersFor(db, subscriberId, 'es')).map(({ name }) => name)).toContain('Antigua')
    expect(await list()).toContainEqual(expect.objectContaining({ id, active: false, subscribers: 1 }))
  })

  test('is found by name, page by page, and a new one is appended', async () => {
    await add({ names: { es: 'Día de la energía' }, order: 90 })
    expect((await list({ q: 'energia DIA' })).map(({ name }) => name)).toEqual(['Día de la energía'])
    const all = await list()
    const second = await page({ offset: 1, limit: 1 })
    expect([second.total, second.items, second.last_order]).toEqual([all.length, [all[1]], 90])
    expect(await page({ q: 'coche' })).toEqual({ items: [], total: 0, last_order: 90 })
    const refused = await operator.sendRaw(listAllNewsletters, { query: { offset: -1 } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['offset']])
  })

  test.each([
    ['names.es', { names: { es: ' ' } }],
    ['names.it', { names: { es: 'a', it: 'a' } }],
    ['order', { order: 1.5 }],
    ['order', { order: -1 }],
    ['active', { active: 'yes' }],
  ])('is refused with an invalid %s', async (field, given) => {
    const refused = await operator.sendRaw(addNewsletter, { body: newsletterInput(given) })
    expect([refused.statusCode, Object.keys(refused.json().errors)[0]]).toEqual([
      400,
      expect.stringContaining(field.split('.')[0]!),
    ])
  })
})

test('subscribers are exported with their unsubscribe links, and the export is recorded', async () => {
  const found = (await list()).find(({ name }) => name === 'Antigua')!
  const file = await operator.sendRaw(exportSubscribers, { params: { id: String(found.id) } })
  const [head, line, ...rest] = file.payload.split('\r\n')
  expect([head, rest]).toEqual(['\uFEFFCorreo;Idioma;List-Unsubscribe', ['']])
  expect(line).toMatch(/^eva@example\.test;es;http:\/\/[^/]+\/newsletter\?params=[\w.-]+$/)
  expect(await auditOf(portal, operatorId)).toContainEqual(['subscribers_exported', { count: 1 }])
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('returns 404 for newsletter %s', async (id) => {
  const replies = [
    operator.sendRaw(saveNewsletter, { params: { id }, body: newsletterInput() }),
    operator.sendRaw(exportSubscribers, { params: { id } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('customers have no access', async () => {
  const params = { id: '1' }
  const replies = [
    customer.sendRaw(listAllNewsletters, { query: {} }),
    customer.sendRaw(addNewsletter, { body: newsletterInput() }),
    customer.sendRaw(saveNewsletter, { params, body: newsletterInput() }),
    customer.sendRaw(exportSubscribers, { params }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
})
