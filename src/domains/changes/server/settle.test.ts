import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { someoneWithSomethingToSign } from '#domains/signatures/server/testing.ts'
import { signedChange, withdraw } from './settle.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('a change that is signed while it is withdrawn is signed, and neither waits for the other for ever', async () => {
  const { db } = portal.context
  const { customerId, userId, id: signatureId, changeRequestId } = await someoneWithSomethingToSign(portal)
  const now = new Date()
  await db
    .updateTable('change_request')
    .set({ signature_id: signatureId })
    .where('change_request_id', '=', changeRequestId)
    .execute()
  let withdrawn: Promise<boolean> | undefined
  await db.transaction().execute(async (signing) => {
    // As `sign` does: the signature is held first, and then what it is for.
    await signing
      .updateTable('signature')
      .set({ state: 'signed' })
      .where('signature_id', '=', signatureId)
      .where('state', '=', 'waiting')
      .execute()
    withdrawn = withdraw(db, { customerId, changeRequestId, userId, now })
    await meetings()
    await signedChange.whenSigned(signing, {
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

/** Until the withdrawal waits for a lock. The embedded database takes one transaction after the other, so nothing waits there. */
async function meetings() {
  if (!process.env.TEST_DATABASE_URL) return
  const waiting = async () =>
    (
      await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.context.db)
    ).rows[0]!.count
  await expect.poll(waiting, { interval: 10, timeout: 5_000 }).toBe(1)
}
