import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { openDuty } from '../../../server/duty-store.ts'
import { addHoliday, copyHolidays, importHolidays, listHolidays, removeHoliday } from '../api.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator, customer } = await deskPortal({ now: noon })
const { db } = portal.context
const { visitor: care } = await createTestOperator(portal, undefined, ['care'])

beforeEach(async () => {
  for (const table of ['holiday', 'duty'] as const) await db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const diada = { place: 'ES-CT', day: '2026-12-01', name: 'Diada' }
const add = (body: object = {}, who = operator) => who.sendRaw(addHoliday, { body: { ...diada, ...body } })
const list = async (query: object = {}) => (await operator.send(listHolidays, { query: query as never })).items
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const switchDue = async (subject: `switch:${number}`) => {
  const facts = { topics: ['simple'], energy: 'electricity', powerWatts: 5750 } as const
  return (await openDuty(db, { kind: 'supply_switch', subject, facts, place: '08019', at: noon }))?.deadline.on
}

test('a holiday of a community moves what begins after it was entered, and nothing that is open', async () => {
  expect(await switchDue('switch:1')).toBe('2026-12-14')
  expect((await add()).statusCode).toBe(204)
  expect(await switchDue('switch:2')).toBe('2026-12-15')
  const open = await db.selectFrom('duty').where('subject', '=', 'switch:1').select('due_on').executeTakeFirst()
  expect(open?.due_on).toBe('2026-12-14')
  expect(refusal(await add())).toEqual([409, 'holiday_exists'])
})

test('lists a year by day, by name, code or community', async () => {
  await add({ place: '08019', day: '2026-09-24', name: 'La Mercè' })
  await add()
  await add({ day: '2027-12-01' })
  expect(await list()).toMatchObject([{ place: '08019', place_name: 'Barcelona, 08019' }, { place_name: 'Catalunya' }])
  expect(await list({ q: 'merce' })).toMatchObject([{ name: 'La Mercè' }])
  expect(await list({ q: 'Catalunya' })).toMatchObject([diada])
  expect(await list({ year: 2027 })).toMatchObject([{ day: '2027-12-01' }])
})

test('is removed once', async () => {
  await add()
  const params = { place: 'ES-CT', day: '2026-12-01' }
  expect((await operator.sendRaw(removeHoliday, { params })).statusCode).toBe(204)
  expect((await operator.sendRaw(removeHoliday, { params })).statusCode).toBe(404)
  expect(await list()).toEqual([])
})

test('copies the year before without what is there already', async () => {
  await add()
  await add({ place: '08', name: 'Fira' })
  await add({ place: '08', day: '2027-12-01', name: 'Fira' })
  expect(await operator.send(copyHolidays, { body: { year: 2027 } })).toEqual({ added: 1 })
  expect(await list({ year: 2027 })).toMatchObject([{ place: '08' }, { place: 'ES-CT', day: '2027-12-01' }])
  const refused = await operator.sendRaw(copyHolidays, { body: { year: 2030 } })
  expect(refusal(refused)).toEqual([409, 'nothing_to_copy'])
})

test('imports a file, and says which lines it leaves out', async () => {
  await add()
  const text = 'lugar;día;nombre\nES-CT;2026-12-01;Diada\n08019;24/09/2026;"La Mercè; festa"\n99;2026-12-02;Nada'
  expect(await operator.send(importHolidays, { body: { text } })).toEqual({
    ...{ added: 1, unchanged: 1, wrong_lines: [{ line: 4, problem: 'place_unknown' }] },
  })
  expect(await list({ q: 'festa' })).toMatchObject([{ day: '2026-09-24', name: 'La Mercè; festa' }])
  const tooLong = `${'ES-CT;2026-12-01;A\n'.repeat(20_001)}`
  expect(refusal(await operator.sendRaw(importHolidays, { body: { text: tooLong } }))).toEqual([409, 'too_many_lines'])
})

test.each([
  ['no such place', { place: 'ES-XX' }, 'place'],
  ['no day', { day: 'ayer' }, 'day'],
  ['a national holiday', { day: '2026-12-25' }, 'day'],
  ['no name', { name: ' ' }, 'name'],
])('refuses %s', async (_, body, field) => {
  const refused = await add(body)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
})

test('others than administrators read it, and customers have no access', async () => {
  expect((await care.sendRaw(listHolidays, { query: {} })).statusCode).toBe(200)
  expect((await add({}, care)).statusCode).toBe(403)
  const replies = [
    customer.sendRaw(listHolidays, { query: {} }),
    customer.sendRaw(addHoliday, { body: diada }),
    customer.sendRaw(removeHoliday, { params: diada }),
    customer.sendRaw(copyHolidays, { body: { year: 2027 } }),
    customer.sendRaw(importHolidays, { body: { text: 'x' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})
