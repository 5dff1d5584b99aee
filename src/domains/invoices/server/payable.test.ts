import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aContract,
  aCustomer,
  aMultipointInvoice,
  anInvoice,
  aUser,
  type MadeContract,
} from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { isPayable } from '#domains/payments/rules.ts'
import { listInvoices, listMultipointInvoices } from '../api.ts'
import { paidStatuses, rectificativeTypes } from '../rules.ts'

let portal: TestPortal
let anna: Visitor
let contract: MadeContract
let multipoint: number

// One request tells more invoices than there are cases.
const all = { limit: 150 }

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  multipoint = await aMultipointInvoice(db, { customerId, paid_status: 'paid', amount_pending_cents: 0 })
  anna = await portal.as(await aUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

describe('the list offers to pay just what can be paid', () => {
  test.each(rectificativeTypes)('of type %s, whatever its status and what is left, alone or gathered', async (type) => {
    const cases = paidStatuses.flatMap((paidStatus) =>
      [4569, 1, 0, -4569].flatMap((amountPendingCents) =>
        [true, false].map((isGathered) => ({ paidStatus, amountPendingCents, rectificativeType: type, isGathered })),
      ),
    )
    const expected = new Map<number, boolean>()
    for (const each of cases) {
      const invoiceId = await anInvoice(portal.context.db, {
        contract,
        paid_status: each.paidStatus,
        amount_pending_cents: each.amountPendingCents,
        rectificative_type: type,
        multipoint_invoice_id: each.isGathered ? multipoint : null,
      })
      expected.set(invoiceId, isPayable(each))
    }
    const filter = JSON.stringify([['rectificative_type', '=', type]])
    const { items } = await anna.send(listInvoices, { query: { ...all, filter } })
    expect(new Map(items.map(({ id, online_payment }) => [id, online_payment?.payment_enabled]))).toEqual(expected)
  })

  test.each(paidStatuses)('of several places and %s, whatever is left', async (paidStatus) => {
    const { customerId } = contract
    const expected = new Map<number, boolean>()
    for (const amountPendingCents of [9138, 0, -9138]) {
      const row = { customerId, paid_status: paidStatus, amount_pending_cents: amountPendingCents }
      const invoiceId = await aMultipointInvoice(portal.context.db, row)
      const owed = { paidStatus, amountPendingCents, rectificativeType: 'N', isGathered: false }
      expected.set(invoiceId, isPayable(owed))
    }
    const { items } = await anna.send(listMultipointInvoices, { query: all })
    const told = new Map(items.map(({ id, online_payment }) => [id, online_payment?.payment_enabled]))
    for (const [id, isOffered] of expected) expect(told.get(id)).toBe(isOffered)
  })
})

describe('the list offers no payment', () => {
  test.each([
    ['the retailer takes none', 'invoices.enablePayment', false, true],
    ['the retailer offers no provider', 'payment.platforms', [], ['sandbox']],
    ['this server cannot speak to the provider', 'payment.platforms', ['stripe'], ['sandbox']],
  ])('where %s', async (_, setting, off, on) => {
    const owed = await anInvoice(portal.context.db, { contract })
    const isOffered = async () => {
      const { items } = await anna.send(listInvoices, { query: all })
      return items.find(({ id }) => id === owed)?.online_payment.payment_enabled
    }
    await portal.set(setting, on)
    expect(await isOffered()).toBe(true)
    await portal.set(setting, off)
    expect(await isOffered()).toBe(false)
    await portal.set(setting, on)
  })
})
