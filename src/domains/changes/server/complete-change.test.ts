import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createPendingSignature } from '#domains/signatures/server/signatures-testing.ts'
import { changeSignatureHandler, withdrawChangeRequest } from './complete-change.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('settles a signature and a concurrent withdrawal as signed, without a deadlock', async () => {
  const { db } = portal.context
  const { customerId, userId, id: signatureId, changeRequestId } = await createPendingSignature(portal)
  const now = new Date()
  await db
    .updateTable('change_request')
    .set({ signature_id: signatureId })
    .where('change_request_id', '=', changeRequestId)
    .execute()
  let withdrawn: Promise<boolean> | undefined
  await db.transaction().execute(async (signing) => {
    // Same order as `sign`: the signature is locked first, then its subject.
    await signing
      .updateTable('signature')
      .set({ state: 'signed' })
      .where('signature_id', '=', signatureId)
      .where('state', '=', 'waiting')
      .execute()
    withdrawn = withdrawChangeRequest(db, { customerId, changeRequestId, userId, now })
    await meetings()
    await changeSignatureHandler.onSigned(signing, {
      customerId,
      subjectId: changeRequestId,
      contractIds: [],
      signatureId,
      userId,
      now,
    })
  })
  expect(await withdrawn).toBe(false)
  const change = db.selectFrom('change_request').where('change_request_id', '=', changeRequestId)
  expect(await change.select(['state', 'reason']).executeTakeFirst()).toEqual({ state: 'sent', reason: null })
})

/**
 * Waits until the withdrawal blocks on a lock. The embedded database runs one transaction after the other, so nothing
 * blocks there.
 */
async function meetings() {
  if (!process.env.TEST_DATABASE_URL) return
  const waiting = async () =>
    (
      await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.context.db)
    ).rows[0]!.count
  await expect.poll(waiting, { interval: 10 }).toBe(1)
}
