import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { openDuty } from '../../../server/duty-store.ts'
import { addNorm, changeNorm, listNorms, type NormInput, replaceNorm, withdrawNorm } from '../api.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator, customer } = await deskPortal({ now: noon })
const { db } = portal.context
const { visitor: care } = await createTestOperator(portal, undefined, ['care'])

beforeEach(async () => {
  for (const table of ['duty_norm', 'duty'] as const) await db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const input: NormInput = {
  ...{ law: 'Ley 1/2027', article: '3', source: 'BOE-A-2027-1', state: 'in_force', note: null },
  ...{ topic: 'billing', energy: null, max_power_watts: null, count: 3, unit: 'days' },
  ...{ recourse: 'consumer_bodies', compensation: null, valid_from: '2026-12-01', valid_to: null },
}
const billing = { code: 'care.billing' }
const replace = (body: object = {}, who = operator) =>
  who.sendRaw(replaceNorm, { params: billing, body: { ...input, ...body } })
const change = (version: number, body: object = {}, from = '2026-12-01') =>
  operator.sendRaw(changeNorm, { params: { ...billing, from }, body: { ...input, version, ...body } })
const withdraw = (version: number, from = '2026-12-01') =>
  operator.sendRaw(withdrawNorm, { params: { ...billing, from }, body: { version } })
const rowsOf = async (code: string) =>
  (await operator.send(listNorms, {})).items.find((norm) => norm.code === code)?.rows
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

const bill = {
  ...({ kind: 'case_answer', place: null } as const),
  facts: { topics: ['billing'], energy: null, powerWatts: null },
}
const dueOn = async (subject: `case:${number}`, at: string) =>
  (await openDuty(db, { ...bill, subject, at: new Date(at) }))?.deadline.on

test('a row replaces a built-in norm from its day on, and open duties keep theirs', async () => {
  expect(await dueOn('case:1', '2026-11-30T10:00:00Z')).toBe('2026-12-05')
  expect((await replace()).json()).toEqual({ version: 1 })
  expect(await rowsOf('care.billing')).toMatchObject([
    { count: 3, law: 'Ley 1/2027', valid_from: '2026-12-01', time: 'planned', version: 1 },
    { count: 5, valid_from: '2025-12-28', valid_to: '2026-12-01', time: 'present', version: null },
  ])
  expect(await dueOn('case:2', '2026-11-30T10:00:00Z')).toBe('2026-12-05')
  expect(await dueOn('case:3', '2026-12-01T10:00:00Z')).toBe('2026-12-04')
  const duty = await db.selectFrom('duty').where('subject', '=', 'case:1').select('due_on').executeTakeFirst()
  expect(duty?.due_on).toBe('2026-12-05')
})

test('what is due on the same day stays so under another law, and is changed', async () => {
  const supervisor = { code: 'care.supervisor' }
  const body: NormInput = { ...input, topic: null, count: 0, unit: 'working_days' }
  expect((await operator.send(replaceNorm, { params: supervisor, body })).version).toBe(1)
  const params = { ...supervisor, from: '2026-12-01' }
  const calendar = { ...body, unit: 'days' as const, version: 1 }
  expect((await operator.send(changeNorm, { params, body: calendar })).version).toBe(2)
  const request = { ...bill, kind: 'supervisor_call', subject: 'case:6' } as const
  // A Saturday.
  const opened = await openDuty(db, { ...request, at: new Date('2026-12-05T10:00:00Z') })
  expect(opened).toMatchObject({ deadline: { on: '2026-12-05' }, norm: { law: 'Ley 1/2027' } })
  const part = { params: { code: 'promise.planPart' }, body: { ...body, unit: 'days' as const } }
  expect((await operator.send(replaceNorm, part)).version).toBe(1)
  expect(
    (await operator.sendRaw(changeNorm, { params, body: { ...calendar, unit: 'hours', version: 2 } })).statusCode,
  ).toBe(400)
})

test('the tolerance of a term is replaced with its norm', async () => {
  const reading = (subject: `readings:${number}`, at: string) =>
    openDuty(db, {
      ...{ kind: 'meter_reading', subject, place: null, at: new Date(at) },
      facts: { topics: ['remote'], energy: 'electricity', powerWatts: null },
    })
  const body: NormInput = { ...input, topic: 'remote', count: 1, unit: 'months', tolerance_days: 5 }
  expect((await operator.send(replaceNorm, { params: { code: 'electricity.reading' }, body })).version).toBe(1)
  expect((await reading('readings:1', '2026-11-30T10:00:00Z'))?.deadline.on).toBe('2027-01-02')
  expect((await reading('readings:2', '2026-12-01T10:00:00Z'))?.deadline.on).toBe('2027-01-06')
  expect((await rowsOf('electricity.reading'))?.map((row) => row.tolerance_days)).toEqual([5, 3])
})

test('a norm that the product does not have applies beside the others', async () => {
  const body = { kind: 'case_answer' as const, ...input, count: 2 }
  expect(await operator.send(addNorm, { body })).toEqual({ code: 'own.case_answer.1' })
  expect(await operator.send(addNorm, { body })).toEqual({ code: 'own.case_answer.2' })
  expect(await dueOn('case:4', '2026-12-01T10:00:00Z')).toBe('2026-12-03')
})

test('a condition does not count, and is shown with its note', async () => {
  await replace({ state: 'conditional', note: 'Si el Congreso la convalida.' })
  expect((await rowsOf('care.billing'))?.[0]).toMatchObject({
    state: 'conditional',
    note: 'Si el Congreso la convalida.',
  })
  expect(await dueOn('case:5', '2026-12-01T10:00:00Z')).not.toBe('2026-12-04')
})

test('rows that have not begun are changed and withdrawn, those that have are not', async () => {
  await replace()
  expect((await change(1, { valid_from: '2026-12-05', count: 4 })).json()).toEqual({ version: 2 })
  expect((await change(1)).statusCode).toBe(404)
  expect(refusal(await change(1, {}, '2026-12-05'))).toEqual([409, 'changed_meanwhile'])
  await replace({ valid_from: '2026-12-20' })
  expect(refusal(await change(2, { valid_from: '2026-12-20' }, '2026-12-05'))).toEqual([409, 'norm_exists'])
  expect(refusal(await replace({ valid_from: '2026-12-20' }))).toEqual([409, 'norm_exists'])
  expect(refusal(await withdraw(1, '2026-12-05'))).toEqual([409, 'changed_meanwhile'])
  expect((await withdraw(2, '2026-12-05')).statusCode).toBe(204)
  expect((await withdraw(2, '2026-12-05')).statusCode).toBe(404)
  await db.updateTable('duty_norm').set({ valid_from: '2026-11-27' }).execute()
  expect(refusal(await change(1, { valid_from: '2027-01-01' }, '2026-11-27'))).toEqual([409, 'norm_begun'])
  expect(refusal(await withdraw(1, '2026-11-27'))).toEqual([409, 'norm_begun'])
  const entries = await db
    .selectFrom('audit_entry')
    .where('subject', '=', 'norm:care.billing')
    .orderBy('audit_entry_id', 'desc')
    .limit(4)
    .select('action')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['norm_withdrawn', 'norm_added', 'norm_changed', 'norm_added'])
})

describe('refuses with a field error', () => {
  test.each<[string, object, string]>([
    ['a row from today', { valid_from: '2026-11-27' }, 'valid_from'],
    ['no day', { valid_from: 'soon' }, 'valid_from'],
    ['an end before its start', { valid_to: '2026-12-01' }, 'valid_to'],
    ['a term of nothing', { count: 0 }, 'count'],
    ['a tolerance of less than nothing', { tolerance_days: -1 }, 'tolerance_days'],
    ['a law without its publication', { source: null }, 'source'],
    ['a condition without its note', { state: 'conditional' }, 'note'],
  ])('%s', async (_, body, field) => {
    const answer = await replace(body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
  })
})

test('others than administrators read it, and customers have no access', async () => {
  expect((await care.send(listNorms, {})).items.length).toBeGreaterThan(30)
  expect((await replace({}, care)).statusCode).toBe(403)
  expect((await operator.sendRaw(replaceNorm, { params: { code: 'none' }, body: input })).statusCode).toBe(404)
  const params = { ...billing, from: '2026-12-01' }
  const replies = [
    customer.sendRaw(listNorms, {}),
    customer.sendRaw(addNorm, { body: { kind: 'case_answer', ...input } }),
    customer.sendRaw(replaceNorm, { params, body: input }),
    customer.sendRaw(changeNorm, { params, body: { ...input, version: 1 } }),
    customer.sendRaw(withdrawNorm, { params, body: { version: 1 } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})
