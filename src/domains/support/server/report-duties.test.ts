import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { endDuty, findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { openReportDuties } from './report-duties.ts'

const portal = await startTestPortal()
const { db } = portal.context

afterAll(() => portal.close())
beforeEach(async () => {
  await db.deleteFrom('support_case').execute()
  await db.deleteFrom('duty').execute()
})

const aCaseOn = (opened_at: string) =>
  db
    .insertInto('support_case')
    .values({
      ...{ locale: 'es', subject: 'x', case_type: 'complaint', state: 'being_processed' },
      opened_at,
      updated_at: opened_at,
    })
    .execute()
const runOn = (instant: string, size: 'large' | 'small' = 'large') => openReportDuties(db, new Date(instant), size)
const dutiesNow = async () => {
  const rows = await db.selectFrom('duty').orderBy('due_on').select(['kind', 'subject', 'due_on', 'state']).execute()
  return rows.map(({ kind, subject, due_on, state }) => `${kind} ${subject} ${due_on} ${state}`)
}

describe('what is reported of customer care', () => {
  test.each([
    ['2026-12-31T22:59:00Z', ['complaint_table complaints:2026-3 2026-12-30 open'], 'a quarter is over'],
    [
      '2026-12-31T23:00:00Z',
      ['complaint_table complaints:2026-4 2027-03-31 open', 'care_evaluation evaluation:2026 2027-12-31 open'],
      'a quarter and a year are over',
    ],
  ])('at %s is %j: %s', async (now, duties) => {
    await aCaseOn('2026-08-12T10:00:00Z')
    await runOn(now)
    await runOn(now)
    expect(await dutiesNow()).toEqual(duties)
  })

  test('a small supplier is evaluated every two years', async () => {
    await aCaseOn('2026-08-12T10:00:00Z')
    for (const year of [2027, 2028, 2029]) await runOn(`${year}-01-02T10:00:00Z`, 'small')
    expect((await dutiesNow()).filter((duty) => duty.startsWith('care_evaluation'))).toEqual([
      'care_evaluation evaluation:2026 2028-12-31 open',
      'care_evaluation evaluation:2028 2030-12-31 open',
    ])
  })

  test('one that has grown is evaluated every year', async () => {
    await aCaseOn('2026-08-12T10:00:00Z')
    await runOn('2027-01-02T10:00:00Z', 'small')
    for (const year of [2028, 2029, 2030]) await runOn(`${year}-01-02T10:00:00Z`)
    expect((await dutiesNow()).filter((duty) => duty.startsWith('care_evaluation'))).toEqual([
      'care_evaluation evaluation:2026 2028-12-31 open',
      'care_evaluation evaluation:2028 2029-12-31 open',
      'care_evaluation evaluation:2029 2030-12-31 open',
    ])
  })

  test('is nothing before there was any', async () => {
    await aCaseOn('2026-11-24T10:00:00Z')
    await runOn('2026-11-28T10:00:00Z')
    expect(await dutiesNow()).toEqual([])
  })

  test('is not due again once it was sent, or does not have to be', async () => {
    await aCaseOn('2026-08-12T10:00:00Z')
    const now = new Date('2026-11-28T10:00:00Z')
    for (const state of ['done', 'cancelled'] as const) {
      await db.deleteFrom('duty').execute()
      await runOn(now.toISOString())
      await endDuty(db, { kind: 'complaint_table', subject: 'complaints:2026-3' }, { state, now })
      await runOn('2026-11-29T10:00:00Z')
      expect((await findDutiesOf(db, 'complaints:2026-3')).map((duty) => duty.state)).toEqual([state])
    }
  })
})
