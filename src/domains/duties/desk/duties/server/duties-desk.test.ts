import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { type NewDuty, openDuty, pauseDuty } from '../../../server/duty-store.ts'
import { assignDuties, endOpenDuty, listDuties, readDutyChoices, recordEvent } from '../api.ts'
import { exportDuties } from '../downloads.ts'

// A Friday.
const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
const { db } = portal.context
const { visitor: care, userId: careId } = await createTestOperator(portal, undefined, ['care'])
const { userId: salesId } = await createTestOperator(portal, undefined, ['sales'])
const { visitor: content } = await createTestOperator(portal, undefined, ['content'])
const eva = await insertCustomer(db, { name: 'Eva García' })
const { contractId } = await insertContract(db, { customerId: eva })
const joan = await insertCustomer(db, { name: 'Joan Puig' })

beforeEach(() => db.deleteFrom('duty').execute())
afterAll(() => portal.close())

const facts = { topics: [], energy: null, powerWatts: null }
const lowVoltage = { topics: ['low_voltage'], energy: 'electricity', powerWatts: 5750 } as const
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)
const duty = (subject: NewDuty['subject'], kind: NewDuty['kind'], days: number, more: Partial<NewDuty> = {}) =>
  openDuty(db, { kind, subject, facts, customerId: eva, contractId, place: null, at: daysAgo(days), ...more })

/** One of each: overdue, today, this week, later and one that stands still. */
async function openSome() {
  await duty('case:1', 'case_answer', 0)
  await duty('signature:late', 'signature', 31)
  await duty('signature:today', 'signature', 30, { customerId: joan })
  await duty('signature:week', 'signature', 29)
  await duty('case:2', 'case_answer', 40)
  await pauseDuty(db, { kind: 'case_answer', subject: 'case:2' }, noon)
  await duty('erasure:5', 'erasure_answer', 1, { customerId: undefined, contractId: undefined })
  await duty('connection:1', 'connection_offer', 20, { facts: lowVoltage })
}

const subjects = async (query: object = {}, who = operator) =>
  (await who.send(listDuties, { query: query as never })).items.map(({ subject }) => subject)
const idOf = async (subject: string) =>
  (await db.selectFrom('duty').where('subject', '=', subject).select('duty_id').executeTakeFirstOrThrow()).duty_id
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

describe('the list of what is due', () => {
  beforeEach(openSome)

  test('has what is overdue first, and what stands still last', async () => {
    const all = ['connection:1', 'signature:late', 'signature:today', 'signature:week', 'case:1', 'erasure:5', 'case:2']
    expect(await subjects()).toEqual(all)
    const { items } = await operator.send(listDuties, { query: {} })
    expect(items.map(({ status }) => status)).toEqual([
      ...['late', 'late', 'running', 'running', 'running', 'running'],
      'paused',
    ])
  })

  test.each<[string, object, string[]]>([
    ['overdue', { when: 'overdue' }, ['connection:1', 'signature:late']],
    ['today', { when: 'today' }, ['signature:today']],
    ['this week', { when: 'week' }, ['signature:week']],
    ['later', { when: 'later' }, ['case:1', 'erasure:5']],
    ['of a kind', { kind: 'erasure_answer' }, ['erasure:5']],
    ['of a law', { law: 'RD 1955/2000' }, ['connection:1']],
    ['of what we promise', { law: 'promise', when: 'overdue' }, ['signature:late']],
    ['of the distributor', { actor: 'distributor' }, ['connection:1']],
    ['nobody has', { assignee: 'nobody', when: 'today' }, ['signature:today']],
    ['mine', { assignee: 'mine' }, []],
    ['of a customer', { q: 'Joan Puig' }, ['signature:today']],
  ])('is filtered: %s', async (_, query, expected) => expect(await subjects(query)).toEqual(expected))

  test('says which norm counts, and which others apply with their days', async () => {
    const [first] = (await operator.send(listDuties, { query: { kind: 'connection_offer' } })).items
    expect(first).toMatchObject({
      customer: { id: eva, name: 'Eva García' },
      norm: { law: 'RD 1955/2000', article: '103.2', source: 'BOE-A-2000-24019', count: 5, unit: 'working_days' },
      other_norms: [{ code: 'connection.offer', count: 10, unit: 'working_days', due_on: '2026-11-20' }],
    })
  })

  test('shows each role its kinds, and the others nothing', async () => {
    expect(await subjects({}, care)).not.toContain('erasure:5')
    expect(await subjects({ kind: 'erasure_answer' }, care)).toEqual([])
    expect((await care.send(readDutyChoices, {})).kinds).not.toContain('erasure_answer')
    expect((await content.sendRaw(listDuties, { query: {} })).statusCode).toBe(403)
    expect((await operator.send(readDutyChoices, {})).laws).toEqual([
      ...['Ley 10/2025', 'RD 1955/2000', 'Reglamento (UE) 2016/679', 'promise'],
    ])
  })

  test('is exported as it is filtered, and the export is recorded without the search', async () => {
    const { payload } = await operator.sendRaw(exportDuties, { query: { when: 'overdue', q: 'Eva García' } })
    const lines = payload.trim().split('\n')
    expect(payload).toContain('RD 1955/2000')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('RD 1955/2000')
    const entry = await db
      .selectFrom('audit_entry')
      .where('action', '=', 'duties_exported')
      .orderBy('audit_entry_id', 'desc')
      .select('after')
      .executeTakeFirst()
    expect(entry?.after).toEqual({ when: 'overdue', isSearched: true })
  })
})

describe('assigning', () => {
  beforeEach(openSome)
  const assign = (ids: string[], operatorId: number | null, who = operator) =>
    who.sendRaw(assignDuties, { body: { ids, operator_id: operatorId } })

  test('gives several duties to an operator at once, and back to nobody', async () => {
    const ids = [await idOf('case:1'), await idOf('signature:today')]
    expect((await assign(ids, operatorId)).json()).toEqual({ assigned: 2 })
    expect(await subjects({ assignee: 'mine' })).toEqual(['signature:today', 'case:1'])
    await assign(ids.slice(0, 1), null)
    expect(await subjects({ assignee: 'mine' })).toEqual(['signature:today'])
    expect(await subjects({ assignee: String(operatorId) })).toEqual(['signature:today'])
    expect(await subjects({ assignee: String(careId) })).toEqual([])
  })

  test('assigns all of them or none', async () => {
    const [one, other] = [await idOf('case:1'), await idOf('signature:late')]
    await db.updateTable('duty').set({ state: 'done' }).where('duty_id', '=', other).execute()
    expect(refusal(await assign([one, other], operatorId))).toEqual([409, 'duty_ended'])
    expect(refusal(await assign([one, randomUUID()], operatorId))).toEqual([409, 'duty_ended'])
    expect(await subjects({ assignee: 'mine' })).toEqual([])
  })

  test('reaches no duty outside the roles of whoever assigns or takes over', async () => {
    const erasure = await idOf('erasure:5')
    expect(refusal(await assign([erasure], careId, care))).toEqual([409, 'duty_ended'])
    for (const [id, userId] of [
      [erasure, careId],
      [await idOf('case:1'), salesId],
      [await idOf('case:1'), 999_999],
    ] as const) {
      const refused = await assign([id], userId)
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['operator_id']])
    }
  })

  test.each([
    ['no duty', []],
    ['something else', ['x']],
  ])('refuses %s', async (_, ids) => expect((await assign(ids, null)).statusCode).toBe(400))
})

describe('marking as done', () => {
  beforeEach(openSome)
  const end = (id: string, body: object = {}, who = operator) =>
    who.sendRaw(endOpenDuty, { params: { id }, body: { state: 'done', reason: 'La distribuidora lo hizo.', ...body } })

  test('ends a duty once, with the reason', async () => {
    const id = await idOf('connection:1')
    expect((await end(id)).statusCode).toBe(204)
    expect(await db.selectFrom('duty').where('duty_id', '=', id).selectAll().executeTakeFirst()).toMatchObject({
      ...{ state: 'done', ended_at: noon, ended_by_user_id: operatorId, end_reason: 'La distribuidora lo hizo.' },
    })
    expect(refusal(await end(id))).toEqual([409, 'duty_ended'])
    expect(await subjects()).not.toContain('connection:1')
  })

  test('begins what follows from it', async () => {
    const evaluated = { facts: { ...facts, topics: ['large_supplier'] }, customerId: undefined, contractId: undefined }
    await duty('evaluation:2025', 'care_evaluation', 300, evaluated)
    await duty('evaluation:2024', 'care_evaluation', 200, evaluated)
    const followed = async (subject: string) =>
      db
        .selectFrom('duty')
        .where('subject', '=', subject)
        .where('kind', '=', 'evaluation_evidence')
        .select(['state', 'due_on'])
        .execute()
    expect((await end(await idOf('evaluation:2025'))).statusCode).toBe(204)
    expect((await end(await idOf('evaluation:2024'), { state: 'cancelled' })).statusCode).toBe(204)
    // An evaluation is kept for five years, and one that was not made is not.
    expect(await followed('evaluation:2025')).toEqual([{ state: 'open', due_on: '2031-11-27' }])
    expect(await followed('evaluation:2024')).toEqual([])
  })

  test('refuses what its domain ends, what the role does not see, and no reason', async () => {
    expect(refusal(await end(await idOf('case:1')))).toEqual([409, 'ended_by_itself'])
    expect((await end(await idOf('erasure:5'), {}, care)).statusCode).toBe(404)
    for (const id of [randomUUID(), 'x']) expect((await end(id)).statusCode).toBe(404)
    const refused = await end(await idOf('connection:1'), { reason: ' ya ' })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['reason']])
  })
})

test('what lapses by itself is listed only if it is asked for', async () => {
  await duty('signed_contract:1', 'withdrawal', 3, { facts: { ...facts, topics: ['distance'] } })
  expect(await subjects()).toEqual([])
  expect(await subjects({ kind: 'withdrawal' })).toEqual(['signed_contract:1'])
})

test('customers have no access', async () => {
  const replies = [
    customer.sendRaw(listDuties, { query: {} }),
    customer.sendRaw(readDutyChoices, {}),
    customer.sendRaw(exportDuties, { query: {} }),
    customer.sendRaw(assignDuties, { body: { ids: [randomUUID()], operator_id: null } }),
    customer.sendRaw(recordEvent, {
      body: { kind: 'call_recording' as const, about: '1', day: '2026-11-26', time: '09:30', note: 'Porque sí.' },
    }),
    customer.sendRaw(endOpenDuty, { params: { id: randomUUID() }, body: { state: 'done', reason: 'Porque sí.' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401])
})
