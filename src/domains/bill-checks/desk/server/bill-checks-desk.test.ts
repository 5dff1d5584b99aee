import { beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { readInvoiceCheck } from '../../api.ts'
import { storeCheckedInvoices } from '../../server/store-checked-invoices.ts'
import { decideHeldBills, listHeldBills } from '../api.ts'

const { portal, operator } = await deskPortal()
let care: TestVisitor
let anna: TestVisitor
const contract = '0099'

beforeAll(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertContract(db, { customerId, name: contract })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  care = (await createTestOperator(portal, undefined, ['care'])).visitor
  await storeSetting(db, { path: 'invoices.holdFaults', value: ['taxes'], now: new Date() })
  await storeSetting(db, { path: 'invoices.holdFromEuros', value: 1, now: new Date() })
})

/** An invoice that charges only the meter. */
function meterBill(number: string, unitPrice: string, amountCents: number) {
  return InvoiceLine.parse({
    ...{ number, contract, issuedOn: '2026-10-06', startsOn: '2026-09-01', endsOn: '2026-09-30', dueOn: '2026-10-26' },
    ...{ amountTotalCents: amountCents, amountPendingCents: amountCents, paidStatus: 'pending_remesa' },
    ...{ energyWhByPeriod: [0, 0, 0], powerWatts: [4600, 4600] },
    lines: [
      {
        ...{ kind: 'meter', firstDay: '2026-09-01', lastDay: '2026-09-30', quantity: '30', unit: 'day' },
        ...{ unitPrice, amountCents },
      },
    ],
  })
}

async function arrive(...bills: ReturnType<typeof meterBill>[]) {
  const { db, files, clock } = portal.context
  await db.transaction().execute((trx) => storeCheckedInvoices(trx, bills, { files, clock }))
}

async function shownNumbers() {
  return (await anna.send(listInvoices, { query: {} })).items.map(({ number }) => number).sort()
}

const listed = (state: 'held' | 'given_back' | 'released' | 'all') => operator.send(listHeldBills, { query: { state } })

test('a bill that arrives wrong beyond the rule is held until an operator releases it', async () => {
  await arrive(meterBill('FE-W', '0.09', 270), meterBill('FE-S', '0.05', 150))
  expect(await shownNumbers(), '1.90 too much is held, 0.70 is not').toEqual(['FE-S'])
  const { items, by_fault } = await listed('held')
  expect(items, '1.90 too much, less 0.57 of VAT that is missing').toMatchObject([
    { number: 'FE-W', amount: 2.7, difference: 1.33, faults: ['regulated_price', 'missing'] },
  ])
  expect(by_fault).toContainEqual({ fault: 'regulated_price', count: 1 })
  const id = items[0]!.id
  const check = await anna.sendRaw(readInvoiceCheck, { params: { id: String(id) } })
  expect(check.statusCode, 'nor is its check shown').toBe(404)

  expect(await operator.send(decideHeldBills, { body: { act: 'release', ids: [id] } })).toEqual({ changed: 1 })
  expect(await operator.send(decideHeldBills, { body: { act: 'release', ids: [id] } })).toEqual({ changed: 0 })
  expect(await shownNumbers()).toEqual(['FE-S', 'FE-W'])
  await arrive(meterBill('FE-W', '0.09', 270))
  expect(await shownNumbers(), 'the same bill again stays released').toEqual(['FE-S', 'FE-W'])
})

test('a bill that is given back is shown once its corrected version arrives', async () => {
  await arrive(meterBill('FE-B', '0.09', 270))
  const [held] = (await listed('held')).items
  expect(await operator.send(decideHeldBills, { body: { act: 'give_back', ids: [held!.id] } })).toEqual({ changed: 1 })
  expect(await shownNumbers()).not.toContain('FE-B')
  expect((await listed('given_back')).items).toMatchObject([{ number: 'FE-B' }])
  await arrive(meterBill('FE-B', '0.02663', 80))
  expect(await shownNumbers()).toContain('FE-B')
  expect((await listed('all')).items.find(({ number }) => number === 'FE-B')).toMatchObject({ state: 'replaced' })
})

test('held bills are read by care and money, and decided by money', async () => {
  const statusOf = async (visitor: TestVisitor) =>
    (await visitor.sendRaw(decideHeldBills, { body: { act: 'release', ids: [1] } })).statusCode
  expect((await care.sendRaw(listHeldBills, { query: {} })).statusCode).toBe(200)
  expect(await statusOf(care)).toBe(403)
  expect((await anna.sendRaw(listHeldBills, { query: {} })).statusCode).toBe(401)
  expect((await operator.sendRaw(decideHeldBills, { body: { act: 'release', ids: [] } })).statusCode).toBe(400)
})
