import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { countInvoices, listInvoices, listMultipointInvoices } from '../api.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('counts what the lists show, without held invoices and those of others', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  await insertInvoice(db, { contract })
  await insertInvoice(db, { contract })
  await insertInvoice(db, { contract, energy: 'gas' })
  await insertInvoice(db, { contract, is_held: true })
  await insertMultipointInvoice(db, { customerId, number: 'FM1' })
  await insertMultipointInvoice(db, { customerId, number: 'FM2', is_held: true })
  await insertInvoice(db, { contract: await insertContract(db, { customerId: await insertCustomer(db) }) })
  const anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))

  const counts = await anna.send(countInvoices, {})

  expect(counts).toEqual({ electricity: 2, gas: 1, multipoint: 1 })
  const lists = await Promise.all([
    anna.send(listInvoices, { query: { type: 'electricity' } }),
    anna.send(listInvoices, { query: { type: 'gas' } }),
    anna.send(listMultipointInvoices, { query: {} }),
  ])
  expect(lists.map((list) => list.n_items)).toEqual(Object.values(counts))
  await insertInvoice(db, { contract })
  expect(await anna.send(countInvoices, {})).toMatchObject({ electricity: 3 })
})

test('counts nothing for a customer without invoices, and refuses a visitor without a session', async () => {
  const { db } = portal.context
  const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  expect(await stranger.send(countInvoices, {})).toEqual({ electricity: 0, gas: 0, multipoint: 0 })
  expect((await portal.anonymous.sendRaw(countInvoices, {})).statusCode).toBe(401)
})
