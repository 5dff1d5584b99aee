import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { askForSignature } from '#domains/signatures/server/ask-for-signature.ts'
import { moveChange, requestChange } from './change-requests.ts'

let portal: TestPortal
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await testPortal({ now })
})
afterAll(() => portal.close())

async function aChange() {
  const { db } = portal.context
  const customerId = await aCustomer(db)
  const { contractId } = await aContract(db, { customerId })
  const userId = await aUser(db, { customerIds: [customerId] })
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

test('a change of a kind is asked for once, and again when it has ended', async () => {
  const { db } = portal.context
  const change = await aChange()
  const changeRequestId = await requestChange(db, change)
  expect(await requestChange(db, change)).toBeNull()
  expect(await requestChange(db, { ...change, kind: 'iban' })).not.toBeNull()
  await moveChange(db, { customerId: change.customerId, changeRequestId: changeRequestId!, state: 'done', now })
  expect(await requestChange(db, change)).not.toBeNull()
})

test('what is not certain leaves neither a request nor a message nor a document to sign', async () => {
  const { db, files } = portal.context
  const change = await aChange()
  const { customerId, userId, contractId } = change
  const failing = db.transaction().execute(async (transaction) => {
    const id = await requestChange(transaction, change)
    await askForSignature(transaction, files, {
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
