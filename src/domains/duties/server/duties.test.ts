import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import { endDuty, findDutiesOf, type NewDuty, normOf, openDuty, pauseDuty, resumeDuty } from './duty-store.ts'

const database = await openTestDatabase()
const db = createKysely<DB>(database.pool)

beforeEach(async () => {
  for (const table of ['duty', 'duty_norm', 'holiday'] as const) await db.deleteFrom(table).execute()
})
afterAll(() => database.close())

const at = (text: string) => new Date(text)
const complaint: NewDuty = {
  kind: 'case_answer',
  subject: 'case:12',
  facts: { topics: ['complaint', 'billing'], energy: 'electricity', powerWatts: 5750 },
  customerId: 7,
  contractId: 9,
  place: '08019',
  at: at('2026-11-27T10:00:00Z'),
}
const key = { kind: complaint.kind, subject: complaint.subject }

async function readDuty() {
  const [row, ...others] = await findDutiesOf(db, complaint.subject)
  expect(others).toEqual([])
  return row!
}

const ownNorm = {
  ...{ kind: 'case_answer', code: 'care.billing', topic: 'billing', law: 'Ley 10/2025', article: '17.3' },
  ...{ source: 'BOE-A-2027-1', state: 'in_force', count: 3, unit: 'days', valid_from: '2026-11-01' },
}

describe('a duty', () => {
  test('has the day of the norm that counts, and names the others', async () => {
    await openDuty(db, complaint)
    const duty = await readDuty()
    expect(duty).toMatchObject({ state: 'open', due_on: '2026-12-02', customer_id: 7, contract_id: 9 })
    expect(normOf(duty)).toMatchObject({ law: 'Ley 10/2025', article: '17.3' })
    expect(duty.other_norms).toMatchObject([{ code: 'electricity.complaint' }, { code: 'care.general' }])
  })

  test('follows a row of an operator from its day on, without a release', async () => {
    await db.insertInto('duty_norm').values(ownNorm).execute()
    await openDuty(db, complaint)
    expect((await readDuty()).due_on).toBe('2026-11-30')
  })

  test('keeps its day when a norm changes afterwards', async () => {
    await openDuty(db, complaint)
    await db.insertInto('duty_norm').values(ownNorm).execute()
    expect((await readDuty()).due_on).toBe('2026-12-02')
  })

  test('counts the holidays of its place and of the country, and no others', async () => {
    const about = { ...complaint, facts: { topics: [], energy: null, powerWatts: null } }
    await db
      .insertInto('holiday')
      .values([
        { place: '08019', day: '2026-11-30', name: 'of the town' },
        { place: 'ES-CT', day: '2026-12-01', name: 'of the community' },
        { place: '08', day: '2026-12-03', name: 'of the province' },
        { place: 'ES-MD', day: '2026-12-04', name: 'of another community' },
        { place: 'ES', day: '2026-12-02', name: 'of the country' },
        { place: '28', day: '2026-12-04', name: 'of another province' },
      ])
      .execute()
    await openDuty(db, about)
    expect((await readDuty()).due_on).toBe('2026-12-28')
    await openDuty(db, { ...about, place: null })
    expect((await readDuty()).due_on).toBe('2026-12-21')
    // What must precede an event is done early enough wherever the place is.
    const facts = { topics: [], energy: 'electricity', powerWatts: 4600 } as const
    const end = { ...about, kind: 'contract_end', facts, at: at('2026-12-14T10:00:00Z') } as const
    expect((await openDuty(db, end))?.deadline.on).toBe('2026-12-04')
    expect((await openDuty(db, { ...end, place: null }))?.deadline.on).toBe('2026-11-27')
  })

  test('stands still while it is paused, and starts anew', async () => {
    await openDuty(db, complaint)
    await pauseDuty(db, key, at('2026-11-28T10:00:00Z'))
    expect(await readDuty()).toMatchObject({ state: 'paused' })
    expect(await resumeDuty(db, key, at('2026-12-10T10:00:00Z'))).toBe('2026-12-15')
    expect(await readDuty()).toMatchObject({ state: 'open', paused_at: null, due_on: '2026-12-15' })
    expect(await resumeDuty(db, key, at('2026-12-11T10:00:00Z'))).toBeNull()
  })

  test('ends once, and does not go on afterwards', async () => {
    await openDuty(db, complaint)
    await endDuty(db, key, { state: 'done', now: at('2026-12-01T10:00:00Z') })
    await endDuty(db, key, { state: 'cancelled', now: at('2026-12-03T10:00:00Z') })
    await pauseDuty(db, key, at('2026-12-03T10:00:00Z'))
    expect(await readDuty()).toMatchObject({ state: 'done', ended_at: at('2026-12-01T10:00:00Z') })
  })

  test('is not opened where no norm sets a term', async () => {
    const facts = { topics: [], energy: null, powerWatts: null }
    expect(await openDuty(db, { ...complaint, kind: 'connection', facts })).toBeNull()
    expect(await findDutiesOf(db, complaint.subject)).toEqual([])
  })
})
