import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decideApproval, readApproval, withdrawApproval } from '#backoffice/approvals/api.ts'
import { approveAfter, approvePending, createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { loadRegulatedPrices } from '../../server/load-regulated-prices.ts'
import {
  changeRegulatedPrice,
  listRegulatedPrices,
  planRegulatedPrice,
  readRegulatedPrice,
  withdrawRegulatedPrice,
} from '../api.ts'

const noon = new Date('2026-10-20T10:00:00Z')
const source = 'Orden TED/1/2027, BOE-A-2026-99999'
const next = { valid_from: '2027-01-01', valid_to: null, values: ['10'], source }

const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })

const { visitor: approver } = await createTestOperator(portal)

beforeEach(() => portal.context.db.deleteFrom('regulated_figure').execute())
afterAll(() => portal.close())

const askToPlan = (name: string, body: Partial<typeof next> | object = {}) =>
  operator.sendRaw(planRegulatedPrice, { params: { name }, body: { ...next, ...body } })
const askToChange = (name: string, from: string, version: number, body: object = {}) =>
  operator.sendRaw(changeRegulatedPrice, { params: { name, from }, body: { ...next, version, ...body } })
const askToWithdraw = (name: string, from: string, version: number) =>
  operator.sendRaw(withdrawRegulatedPrice, { params: { name, from }, body: { version } })
// Plans a value as one operator and approves it as another.
const plan = (...given: Parameters<typeof askToPlan>) => approveAfter(approver, askToPlan(...given))
const change = (...given: Parameters<typeof askToChange>) => approveAfter(approver, askToChange(...given))
const withdraw = (...given: Parameters<typeof askToWithdraw>) => approveAfter(approver, askToWithdraw(...given))
const read = (name: string) => operator.send(readRegulatedPrice, { params: { name } })
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

test('lists every regulated price with its current and next value', async () => {
  await plan('igic', { values: ['7'], valid_from: '2026-01-01' })
  await plan('vat')
  const { items } = await operator.send(listRegulatedPrices, {})
  const of = (name: string) => items.find((item) => item.name === name)
  expect(of('vat')).toMatchObject({
    ...{ group: 'taxes', unit: '%', shape: 'single', count: 1 },
    present: { values: ['21'], valid_from: '2012-09-01', version: null },
    next: {
      ...{ values: ['21'], valid_from: '2026-11-01', is_provisional: true },
      condition: { value: '10', decided_on: '2026-10-14' },
    },
  })
  expect(of('igic')).toMatchObject({ present: { values: ['7'], source, version: 1 }, next: null })
  expect(of('ipsi')).toMatchObject({ present: null, next: null })
  expect(of('access_power 2.0TD')).toMatchObject({ shape: 'periods', tariff: '2.0TD', count: 2 })
})

test('a planned value is used in bill calculations at once, and earlier values stay', async () => {
  expect((await plan('meter_rental_single_phase', { values: ['0.03'] })).statusCode).toBe(200)
  const figures = await loadRegulatedPrices(portal.context.db)
  expect(regulatedPriceAt(figures.meterRental.single_phase, '2027-01-01').value).toBe('0.03')
  expect(regulatedPriceAt(figures.meterRental.single_phase, '2026-12-31').value).toBe('0.02663')
  expect((await read('meter_rental_single_phase')).rows).toMatchObject([
    { valid_from: '2027-01-01', valid_to: null, values: ['0.03'], standing: 'planned', version: 1, source },
    { valid_from: '2014-01-01', valid_to: '2027-01-01', values: ['0.02663'], standing: 'in_force', version: null },
  ])
})

test('planned values can be edited and withdrawn, values in force cannot', async () => {
  await plan('vat')
  expect((await change('vat', '2027-01-01', 1, { valid_from: '2027-02-01' })).statusCode).toBe(200)
  expect(refusal(await change('vat', '2027-02-01', 1))).toEqual([409, 'figure_changed'])
  expect((await change('vat', '2027-01-01', 1)).statusCode).toBe(404)
  await plan('vat', { valid_from: '2027-06-01' })
  expect(refusal(await change('vat', '2027-02-01', 2, { valid_from: '2027-06-01' }))).toEqual([409, 'figure_exists'])
  expect(refusal(await plan('vat', { valid_from: '2027-02-01' }))).toEqual([409, 'figure_exists'])
  expect(refusal(await withdraw('vat', '2027-02-01', 1))).toEqual([409, 'figure_changed'])
  expect((await withdraw('vat', '2027-02-01', 2)).statusCode).toBe(200)
  expect((await withdraw('vat', '2027-02-01', 2)).statusCode).toBe(404)

  await plan('ipsi', { valid_from: '2026-01-01', values: ['1'] })
  expect(refusal(await change('ipsi', '2026-01-01', 1))).toEqual([409, 'figure_in_force'])
  expect(refusal(await withdraw('ipsi', '2026-01-01', 1))).toEqual([409, 'figure_in_force'])
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', 'figure:vat')
    .where('actor_user_id', '=', operatorId)
    .orderBy('audit_entry_id', 'desc')
    .limit(4)
    .select(['action', 'before', 'after'])
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'figure_withdrawn',
    'figure_planned',
    'figure_changed',
    'figure_planned',
  ])
  expect(entries[2]).toMatchObject({
    before: { valid_from: '2027-01-01', value: '10' },
    after: { value: '10', source },
  })
})

test('a value is not used before another operator approves it, with one open request at a time', async () => {
  const { approval_id: id } = (await askToPlan('vat')).json()
  expect(await read('vat')).toMatchObject({ waiting_approval: { id } })
  expect(await portal.context.db.selectFrom('regulated_figure').selectAll().execute()).toEqual([])
  expect((await approver.send(readApproval, { params: { id } })).detail).toMatchObject({
    ...{ kind: 'figure', act: 'plan', figure: { name: 'vat' } },
    before: { valid_from: '2027-01-01', values: ['21'] },
    after: { valid_from: '2027-01-01', values: ['10'], source },
  })
  expect(refusal(await askToPlan('vat', { values: ['4'] }))).toEqual([409, 'approval_open'])
  await approvePending(approver, id)
  const changed = (await askToChange('vat', '2027-01-01', 1, { values: ['4'] })).json()
  expect(refusal(await askToChange('vat', '2027-01-01', 1))).toEqual([409, 'approval_open'])
  expect(refusal(await askToWithdraw('vat', '2027-01-01', 1))).toEqual([409, 'approval_open'])
  await operator.send(withdrawApproval, { params: { id: changed.approval_id } })
  const withdrawn = (await askToWithdraw('vat', '2027-01-01', 1)).json().approval_id
  expect((await approver.send(readApproval, { params: { id: withdrawn } })).detail).toMatchObject({
    before: { valid_from: '2027-01-01' },
    after: { valid_from: '2027-01-01', values: ['21'] },
  })
  const { db } = portal.context
  await db.updateTable('regulated_figure').set({ version: 7 }).where('name', '=', 'vat').execute()
  const refused = await approver.sendRaw(decideApproval, { params: { id: withdrawn }, body: { decision: 'approve' } })
  expect(refusal(refused)).toEqual([409, 'approval_outdated'])
  await operator.send(withdrawApproval, { params: { id: withdrawn } })
})

describe('refuses with a field error', () => {
  test.each<[string, string, object, string]>([
    ['a day that was already billed', 'vat', { valid_from: '2026-10-20' }, 'valid_from'],
    ['an invalid day', 'vat', { valid_from: 'tomorrow' }, 'valid_from'],
    ['an end before its start', 'vat', { valid_to: '2026-12-31' }, 'valid_to'],
    ['a value over 100 percent', 'vat', { values: ['101'] }, 'values'],
    ['one number for six periods', 'access_energy 3.0TD', { values: ['1'] }, 'values'],
    ['a missing source', 'vat', { source: '  ' }, 'source'],
  ])('%s', async (_, name, body, field) => {
    const answer = await plan(name, body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
    await plan(name, name === 'vat' ? {} : { values: ['1', '2', '3', '4', '5', '6'] })
    const changed = await change(name, '2027-01-01', 1, body)
    expect([changed.statusCode, Object.keys(changed.json().errors)]).toEqual([400, [field]])
  })
})

test.each(['none', 'vat%20', '0'])('returns 404 for regulated price %s', async (name) => {
  expect((await operator.sendRaw(readRegulatedPrice, { params: { name } })).statusCode).toBe(404)
  expect((await plan(name)).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const params = { name: 'vat', from: '2027-01-01' }
  const replies = [
    customer.sendRaw(listRegulatedPrices, {}),
    customer.sendRaw(readRegulatedPrice, { params }),
    customer.sendRaw(planRegulatedPrice, { params, body: next }),
    customer.sendRaw(changeRegulatedPrice, { params, body: { ...next, version: 1 } }),
    customer.sendRaw(withdrawRegulatedPrice, { params, body: { version: 1 } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})
