import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listOwnCompensations } from '../api.ts'

const now = new Date('2026-11-27T11:00:00Z')
const portal = await startTestPortal({ now })
const { db } = portal.context
afterAll(() => portal.close())

const eva = await insertCustomer(db)
const contract = await insertContract(db, { customerId: eva })
const other = await insertContract(db, { customerId: eva })
const owner = await portal.as(await insertUser(db, { customerIds: [eva], email: 'eva@example.test' }))
const stranger = await portal.as(
  await insertUser(db, { customerIds: [await insertCustomer(db)], email: 'joan@example.test' }),
)
const compensation = {
  ...{ customer_id: eva, contract_id: contract.contractId, rule: 'missed_quality_term', minimum_cents: 3006 },
  ...{ percent_of_first_bill: 10, source: 'RD 1955/2000 105.6', proposed_at: now },
}
await db
  .insertInto('compensation')
  .values([
    { ...compensation, duty_id: randomUUID(), state: 'proposed' },
    { ...compensation, duty_id: randomUUID(), state: 'rejected', decided_at: now },
    { ...compensation, duty_id: randomUUID(), state: 'approved', decided_at: now },
    {
      ...{ ...compensation, duty_id: randomUUID(), state: 'billed', decided_at: new Date(0) },
      ...{ amount_cents: 5000, invoice_number: 'F-1' },
    },
  ])
  .execute()

const list = async (who: TestVisitor, { name } = contract) =>
  (await who.send(listOwnCompensations, { query: { contract: name } })).items

test('a customer reads what was approved and what is on a bill, of the contract alone', async () => {
  expect(await list(owner)).toMatchObject([
    { amount: 30.06, is_billed: false, invoice_number: null, source: 'RD 1955/2000 105.6' },
    { amount: 50, is_billed: true, invoice_number: 'F-1' },
  ])
  expect(await list(owner, other)).toEqual([])
})

test('nobody else does', async () => {
  expect(await list(stranger)).toEqual([])
  const anonymous = await portal.anonymous.sendRaw(listOwnCompensations, { query: { contract: contract.name } })
  expect(anonymous.statusCode).toBe(401)
})
