import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { up } from '#db/migrations/0115-clocks-as-duties.ts'
import { insertErasure } from '#domains/profile/server/erasure-store.ts'
import { insertExport } from '#domains/profile/server/export-store.ts'
import { builtInNorms } from '../built-in-norms.ts'
import { normOf } from './duty-store.ts'

const now = new Date('2026-11-20T10:00:00Z')
const portal = await startTestPortal({ now })
const { db } = portal.context
afterAll(() => portal.close())

test('what was open before there were duties becomes one, with the day that was promised', async () => {
  const customerId = await insertCustomer(db)
  const { contractId } = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId] })
  await insertErasure(db, { userId, comment: null, now, answerBy: '2026-12-20' })
  await insertExport(db, { userId, customerIds: [customerId], locale: 'es', now })
  const signature = {
    ...{ customer_id: customerId, contract_id: contractId, requested_by_user_id: userId, locale: 'es', title: 'A' },
    ...{ subject_kind: 'contract', subject_id: contractId, document_key: 'k', document_sha256: 'h' },
    ...{ created_at: now, expires_at: new Date('2026-12-20T10:00:00Z') },
  }
  const [waiting, signed] = [randomUUID(), randomUUID()]
  await db
    .insertInto('signature')
    .values([
      { ...signature, signature_id: waiting, state: 'waiting' },
      { ...signature, signature_id: signed, state: 'expired' },
    ])
    .execute()
  await db.deleteFrom('duty').execute()
  for (let run = 0; run < 2; run++) await up(db as never)

  const duties = await db.selectFrom('duty').orderBy('kind').selectAll().execute()
  expect(duties).toMatchObject([
    {
      kind: 'data_export',
      subject: `export:${userId}`,
      due_on: '2026-12-20',
      due_at: new Date('2026-12-20T23:00:00Z'),
    },
    { kind: 'erasure_answer', due_on: '2026-12-20', due_at: new Date('2026-12-20T23:00:00Z') },
    {
      ...{ kind: 'signature', subject: `signature:${waiting}`, customer_id: customerId, contract_id: contractId },
      ...{ due_on: '2026-12-20', due_at: new Date('2026-12-20T10:00:00Z') },
    },
  ])
  // The norms that it writes are those of the product.
  for (const duty of duties) expect(builtInNorms.find(({ code }) => code === normOf(duty).code)).toEqual(normOf(duty))
})
