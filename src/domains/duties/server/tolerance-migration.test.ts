import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { up } from '#db/migrations/0183-tolerance-of-norms.ts'
import type { DutyKind } from '../kinds.ts'

const now = new Date('2026-11-20T10:00:00Z')

let portal: TestPortal
let contractId: number

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  await sql`alter table duty_norm drop column tolerance_days`.execute(db)
  await sql`
    insert into duty_norm (code, kind, count, unit, valid_from, state)
    values ('own', 'meter_reading', 2, 'months', '2026-01-01', 'in_force')`.execute(db)
  await insertOpenDuty('meter_reading', 'winter', '2026-10-26T23:00:00Z')
  await insertOpenDuty('meter_reading', 'summer', '2026-03-29T22:00:00Z')
  await insertOpenDuty('meter_reading', 'autumn', '2026-11-10T23:00:00Z')
  await insertOpenDuty('signature', 'another kind', '2026-11-10T23:00:00Z')
  await up(db as never)
})
afterAll(() => portal.close())

test.each([
  ['winter', '2026-10-23T22:00:00Z', 3],
  ['summer', '2026-03-26T23:00:00Z', 3],
  ['autumn', '2026-11-07T23:00:00Z', 3],
  ['another kind', '2026-11-10T23:00:00Z', undefined],
])('%s: a duty begins when its event took place, and ends when it did before', async (subject, start, tolerance) => {
  const duty = await portal.context.db
    .selectFrom('duty')
    .where('subject', '=', subject)
    .select(['started_at', 'due_on', 'norm'])
    .executeTakeFirstOrThrow()
  expect(duty).toMatchObject({ started_at: new Date(start), due_on: '2026-12-20', norm: { code: 'n' } })
  expect((duty.norm as { toleranceDays?: number }).toleranceDays).toBe(tolerance)
})

test('a norm of operators tolerates nothing until they say so, and never less', async () => {
  const { db } = portal.context
  const norms = await db.selectFrom('duty_norm').where('code', '=', 'own').select('tolerance_days').execute()
  expect(norms).toEqual([{ tolerance_days: 0 }])
  await expect(db.updateTable('duty_norm').set({ tolerance_days: -1 }).execute()).rejects.toMatchObject({
    code: '23514',
  })
})

async function insertOpenDuty(kind: DutyKind, subject: string, startedAt: string) {
  await portal.context.db
    .insertInto('duty')
    .values({
      ...{ kind, subject, state: 'open', contract_id: contractId, place: null },
      ...{ norm: JSON.stringify({ code: 'n' }), other_norms: '[]', facts: '{}' },
      ...{ started_at: startedAt, due_on: '2026-12-20', due_at: '2026-12-20T23:00:00Z' },
    })
    .execute()
}
