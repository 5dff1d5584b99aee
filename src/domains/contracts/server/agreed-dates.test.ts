import { afterAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal } from '#app/server/testing/test-portal.ts'
import { listAgreedDates } from '../api.ts'
import { openAgreedDateDuties } from './agreed-date-duties.ts'

const noon = new Date('2026-12-01T11:00:00Z')
const portal = await startTestPortal({ now: noon })
const { db } = portal.context
afterAll(() => portal.close())

const customerId = await insertCustomer(db)
const agreed = {
  ...{ renews_on: '2027-03-01', promotion_name: 'Verano', promotion_ends_on: '2027-01-14' },
  ...{ penalty_percent: '5', penalty_ends_on: '2027-02-28' },
}
const contract = await insertContract(db, { customerId, name: '0048213', ...agreed })
await insertContract(db, { customerId, name: '0000001', state: 'baixa', ...agreed })
await openAgreedDateDuties(db, [{ customer_id: customerId, name: contract.name }], noon)
const userId = await insertUser(db, { customerIds: [customerId] })
const anna = await portal.as(userId)
const query = { contract: '0048213' }

test('a customer reads by day what changes in a contract, and by when they are told', async () => {
  for (const visitor of [anna, await portal.as(userId, { readonly: true })])
    expect(await visitor.send(listAgreedDates, { query })).toMatchObject({
      items: [
        { kind: 'promotion_end', changes_on: '2027-01-15', promotion: 'Verano', duty: { due_on: '2026-12-15' } },
        { kind: 'renewal', changes_on: '2027-03-01', promotion: null, duty: { due_on: '2027-02-01' } },
      ],
      penalty: { percent: '5', ends_on: '2027-02-28' },
    })
})

test('nothing changes any more in a contract that has ended, or for a stranger', async () => {
  const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const nothing = { items: [], penalty: null }
  expect(await anna.send(listAgreedDates, { query: { contract: '0000001' } })).toEqual(nothing)
  expect(await stranger.send(listAgreedDates, { query })).toEqual(nothing)
})

test('a visitor and a name that no contract can have are refused', async () => {
  expect((await portal.anonymous.sendRaw(listAgreedDates, { query })).statusCode).toBe(401)
  expect((await anna.sendRaw(listAgreedDates, { query: { contract: 'x'.repeat(41) } })).statusCode).toBe(400)
})
