import { afterAll, expect, test } from 'vitest'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import type { DutyKind } from '../kinds.ts'
import { type DutySubject, openDuty, plainFacts } from './duty-store.ts'
import { endLapsedDuties } from './lapse-store.ts'

const now = new Date('2026-11-27T11:00:00Z')
const portal = await startTestPortal({ now })
const { db } = portal.context
afterAll(() => portal.close())

const open = (kind: DutyKind, subject: DutySubject, topics: string[], day: string) =>
  openDuty(db, { kind, subject, facts: { ...plainFacts, topics }, place: null, at: new Date(`${day}T10:00:00Z`) })

test('what lapses by itself ends with its day, and a debit that can no longer come back leaves nothing', async () => {
  await open('withdrawal', 'signed_contract:1', ['distance'], '2026-11-13')
  await open('withdrawal', 'signed_contract:2', ['distance'], '2026-11-12')
  await open('debit_refund', 'invoice:1', ['authorized'], '2026-10-02')
  await open('debit_refund', 'invoice:2', ['authorized'], '2026-10-01')
  await open('case_evidence', 'case:1', [], '2026-11-20')
  await open('signature', 'signature:1', [], '2026-09-01')
  expect(await endLapsedDuties(db, now)).toBe(2)
  const rows = await db.selectFrom('duty').orderBy('subject').select(['subject', 'state']).execute()
  expect(rows.map(({ subject, state }) => `${subject} ${state}`)).toEqual([
    ...['case:1 open', 'invoice:1 open', 'signature:1 open'],
    ...['signed_contract:1 open', 'signed_contract:2 cancelled'],
  ])
  expect(await endLapsedDuties(db, new Date('2031-11-21T00:00:00Z'))).toBe(3)
  const { state } = await db
    .selectFrom('duty')
    .where('subject', '=', 'case:1')
    .select('state')
    .executeTakeFirstOrThrow()
  expect(state).toBe('done')
})
