import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listOpenChanges } from '../open-api.ts'
import { type ChangeState, requestChange } from './change-requests.ts'

let portal: TestPortal
let anna: Visitor
let stranger: Visitor

beforeAll(async () => {
  portal = await testPortal()
  const { db } = portal.context
  const customerId = await aCustomer(db)
  const userId = await aUser(db, { customerIds: [customerId] })
  const contract = { customerId, supply_street: 'Carrer Major, 3' }
  const home = await aContract(db, { ...contract, name: '0048213' })
  const gas = await aContract(db, { ...contract, name: 'G-17', energy: 'gas' })
  const ask = (contractId: number, kind: string, state: ChangeState, hour: number) =>
    requestChange(db, {
      ...{ customerId, contractId, kind, state, userId, details: {}, requestId: 'r1' },
      now: new Date(Date.UTC(2026, 10, 20, hour)),
    })
  await ask(home.contractId, 'power', 'waiting_for_signature', 8)
  await ask(home.contractId, 'happy_day', 'done', 9)
  await ask(home.contractId, 'no_cession_sips', 'refused', 10)
  await ask(gas.contractId, 'iban', 'sent', 11)
  anna = await portal.as(userId)
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
afterAll(() => portal.close())

test('what is under way is told to its holder, the newest first, and what has ended is not', async () => {
  const { items, total } = await anna.send(listOpenChanges, {})
  expect(items.map(({ kind, state, contract }) => [kind, state, contract.name])).toEqual([
    ['iban', 'sent', 'G-17'],
    ['power', 'waiting_for_signature', '0048213'],
  ])
  expect(items[0]).toMatchObject({
    requested_at: '2026-11-20T11:00:00.000Z',
    contract: { type: 'gas', street: 'Carrer Major, 3' },
  })
  expect(total).toBe(2)
  expect(await stranger.send(listOpenChanges, {})).toEqual({ items: [], total: 0 })
  expect((await portal.anonymous.ask(listOpenChanges, {})).statusCode).toBe(401)
})
