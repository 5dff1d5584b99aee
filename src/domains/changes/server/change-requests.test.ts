import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { requestSignature } from '#domains/signatures/server/request-signature.ts'
import { createChangeRequest, updateChangeState } from './change-requests.ts'

let portal: TestPortal
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

async function aChange() {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { contractId } = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId] })
  return {
    customerId,
    contractId,
    userId,
    kind: 'power',
    details: {},
    state: 'waiting_for_signature' as const,
    requestId: 'r1',
    now,
  }
}

test('allows one open change of a kind, and another once it has ended', async () => {
  const { db } = portal.context
  const change = await aChange()
  const changeRequestId = await createChangeRequest(db, change)
  expect(await createChangeRequest(db, change)).toBeNull()
  expect(await createChangeRequest(db, { ...change, kind: 'iban' })).not.toBeNull()
  await updateChangeState(db, { customerId: change.customerId, changeRequestId: changeRequestId!, state: 'done', now })
  expect(await createChangeRequest(db, change)).not.toBeNull()
})

test('leaves no request, message or document to sign behind after a rollback', async () => {
  const { db, files } = portal.context
  const change = await aChange()
  const { customerId, userId, contractId } = change
  const failing = db.transaction().execute(async (transaction) => {
    const id = await createChangeRequest(transaction, change)
    await requestSignature(transaction, files, {
      customerId,
      userId,
      contractId,
      subject: { kind: 'change_request', id: id! },
      title: 'Cambio de potencia',
      document: Buffer.from('%PDF-1.7'),
      locale: 'es',
      now,
    })
    await queueMessage(transaction, { kind: 'changes.requested', values: {}, customerId }, now)
    throw new Error('the power went out')
  })
  await expect(failing).rejects.toThrow('the power went out')
  const count = async (table: 'change_request' | 'signature' | 'outbox_message') =>
    (await db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute()).length
  expect([await count('change_request'), await count('signature'), await count('outbox_message')]).toEqual([0, 0, 0])
})
