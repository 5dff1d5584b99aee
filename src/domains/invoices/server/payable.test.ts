import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { isPayable } from '#domains/payments/rules.ts'
import { listInvoices, listMultipointInvoices } from '../api.ts'
import { paidStatuses, rectificativeTypes } from '../rules.ts'

let portal: TestPortal
let anna: TestVisitor
let contract: CreatedContract
let multipoint: number

// One request returns more invoices than there are cases.
const all = { limit: 150 }

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' } })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  multipoint = await insertMultipointInvoice(db, { customerId, paid_status: 'paid', amount_pending_cents: 0 })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

describe('the list offers payment exactly for invoices that can be paid', () => {
  test.each(rectificativeTypes)(
    'of type %s, whatever its status and pending amount, alone or within a multipoint invoice',
    async (type) => {
      const cases = paidStatuses.flatMap((paidStatus) =>
        [4569, 1, 0, -4569].flatMap((amountPendingCents) =>
          [true, false].map((isGathered) => ({
            paidStatus,
            amountPendingCents,
            rectificativeType: type,
            isPartOfMultipoint: isGathered,
          })),
        ),
      )
      const expected = new Map<number, boolean>()
      for (const each of cases) {
        const invoiceId = await insertInvoice(portal.context.db, {
          contract,
          paid_status: each.paidStatus,
          amount_pending_cents: each.amountPendingCents,
          rectificative_type: type,
          multipoint_invoice_id: each.isPartOfMultipoint ? multipoint : null,
        })
        expected.set(invoiceId, isPayable(each))
      }
      const filter = JSON.stringify([['rectificative_type', '=', type]])
      const { items } = await anna.send(listInvoices, { query: { ...all, filter } })
      expect(new Map(items.map(({ id, online_payment }) => [id, online_payment?.payment_enabled]))).toEqual(expected)
    },
  )

  test.each(paidStatuses)('multipoint and %s, whatever the pending amount', async (paidStatus) => {
    const { customerId } = contract
    const expected = new Map<number, boolean>()
    for (const amountPendingCents of [9138, 0, -9138]) {
      const row = { customerId, paid_status: paidStatus, amount_pending_cents: amountPendingCents }
      const invoiceId = await insertMultipointInvoice(portal.context.db, row)
      const owed = { paidStatus, amountPendingCents, rectificativeType: 'N', isPartOfMultipoint: false }
      expected.set(invoiceId, isPayable(owed))
    }
    const { items } = await anna.send(listMultipointInvoices, { query: all })
    const paymentEnabledById = new Map(items.map(({ id, online_payment }) => [id, online_payment?.payment_enabled]))
    for (const [id, isOffered] of expected) expect(paymentEnabledById.get(id)).toBe(isOffered)
  })
})

describe('the list offers no payment', () => {
  test.each([
    ['the retailer accepts no online payment', 'invoices.enablePayment', false, true],
    ['the retailer offers no provider', 'payment.platforms', [], ['sandbox']],
    ['this server cannot use the provider', 'payment.platforms', ['stripe'], ['sandbox']],
  ])('if %s', async (_, setting, off, on) => {
    const owed = await insertInvoice(portal.context.db, { contract })
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
