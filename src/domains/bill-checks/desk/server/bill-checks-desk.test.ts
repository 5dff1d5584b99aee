import { beforeAll, describe, expect, test, vi } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { readInvoiceCheck } from '../../api.ts'
import { recheckDueInvoices } from '../../server/recheck-invoices.ts'
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

const listed = (state: 'held' | 'given_back' | 'released' | 'sent' | 'all') =>
  operator.send(listHeldBills, { query: { state } })

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

test('a bill that gives back what was too much ends that duty once it is released', async () => {
  const { db } = portal.context
  const { contract_id: contractId, customer_id: customerId } = await db
    .selectFrom('contract')
    .where('name', '=', contract)
    .select(['contract_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  const duty = { kind: 'overbilling_refund', subject: 'recorded:held' } as const
  const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
  await openDuty(db, { ...duty, facts, customerId, contractId, place: null, at: new Date('2026-09-20T10:00:00Z') })
  const states = async () => (await findDutiesOf(db, duty.subject)).map(({ state }) => state)
  const overbilled = { kind: 'overbilled', amountCents: 100, billedOn: '2026-09-01', paidOn: null } as const
  await arrive({ ...meterBill('FE-C', '0.09', 270), correction: { ...overbilled, errorOn: null, distributorOn: null } })
  expect(await states(), 'its customer has not got it').toEqual(['open'])
  const held = (await listed('held')).items.find(({ number }) => number === 'FE-C')!
  await operator.send(decideHeldBills, { body: { act: 'release', ids: [held.id] } })
  expect(await states()).toEqual(['done'])
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

describe('a bill that turns wrong after its customer has it', () => {
  const { db, log } = { ...portal.context, log: { error: vi.fn() } }
  const now = () => new Date('2026-11-28T09:00:00Z')

  async function recheckAll() {
    await db.updateTable('bill_check').set({ recheck_at: now() }).where('recheck_at', 'is not', null).execute()
    await db.deleteFrom('webhook_event').execute()
    while (await recheckDueInvoices({ db, clock: now, log })) {}
    const events = await db.selectFrom('webhook_event').where('type', '=', 'invoice.checked').select('data').execute()
    return events.map(({ data }) => data)
  }
  const changeMeterPrice = (value: string) =>
    db
      .insertInto('regulated_figure')
      .values({ name: 'meter_rental_single_phase', valid_from: '2026-01-01', value, source: 'A test' })
      .execute()
  const sentNumbers = async () => (await listed('sent')).items.map(({ number }) => number)

  test('is not held but listed, and other systems are told, once', async () => {
    await arrive(meterBill('FE-T', '0.02663', 80))
    const endpoint = { url: 'https://erp.example.com/', description: '', eventTypes: null, now: now() }
    await insertEndpoint(db, { ...endpoint, encryptionKeys: portal.context.encryptionKeys })
    expect(await recheckAll(), 'nothing has changed').toEqual([])
    await changeMeterPrice('0.09')
    expect(await recheckAll()).toContainEqual(expect.objectContaining({ number: 'FE-T', state: 'wrong' }))
    expect(await shownNumbers()).toContain('FE-T')
    expect(await sentNumbers()).toContain('FE-T')
    const { items } = await listed('sent')
    expect(items.find(({ number }) => number === 'FE-T')).toMatchObject({ faults: ['regulated_price', 'missing'] })
    const ids = items.map(({ id }) => id)
    expect(await operator.send(decideHeldBills, { body: { act: 'give_back', ids } })).toEqual({ changed: 0 })
    expect(await recheckAll()).toEqual([])
    await db.deleteFrom('regulated_figure').where('source', '=', 'A test').execute()
    expect(await recheckAll()).toContainEqual(expect.objectContaining({ number: 'FE-T' }))
    expect(await sentNumbers()).not.toContain('FE-T')
    expect(log.error).not.toHaveBeenCalled()
  })

  test('is told by a visit as well, and then not by the job', async () => {
    await changeMeterPrice('0.09')
    await db.deleteFrom('webhook_event').execute()
    const [invoice] = (await anna.send(listInvoices, { query: {} })).items.filter(({ number }) => number === 'FE-T')
    await anna.send(readInvoiceCheck, { params: { id: String(invoice!.id) } })
    const events = await db.selectFrom('webhook_event').where('type', '=', 'invoice.checked').select('data').execute()
    expect(events).toMatchObject([{ data: { number: 'FE-T', state: 'wrong' } }])
    expect(await recheckAll()).not.toContainEqual(expect.objectContaining({ number: 'FE-T' }))
    await db.deleteFrom('regulated_figure').where('source', '=', 'A test').execute()
  })

  test('is not held when it arrives again as it was, but when it arrives corrected and wrong', async () => {
    await arrive(meterBill('FE-A', '0.02663', 80))
    await changeMeterPrice('0.09')
    await db.updateTable('product').set({ commercial_name: 'Another name' }).execute()
    await arrive({ ...meterBill('FE-A', '0.02663', 80), amountPendingCents: 0, paidStatus: 'paid' })
    expect(await shownNumbers(), 'its customer has it').toContain('FE-A')
    expect(await sentNumbers()).toContain('FE-A')
    await arrive(meterBill('FE-A', '0.05', 150))
    expect(await shownNumbers(), 'the corrected one has not arrived before').not.toContain('FE-A')
    expect((await listed('held')).items.map(({ number }) => number)).toContain('FE-A')
    await arrive(meterBill('FE-A', '0.05', 150))
    expect(await shownNumbers(), 'nor does it appear by arriving twice').not.toContain('FE-A')
    await db.deleteFrom('regulated_figure').where('source', '=', 'A test').execute()
  })

  test('that is older than a correction may be is checked once more and then left', async () => {
    await arrive(meterBill('FE-O', '0.02663', 80))
    await db.updateTable('invoice').set({ issued_on: '2025-10-01' }).where('number', '=', 'FE-O').execute()
    await recheckAll()
    const left = await db.selectFrom('bill_check').where('recheck_at', 'is', null).select('invoice_id').execute()
    const [invoice] = await db.selectFrom('invoice').where('number', '=', 'FE-O').select('invoice_id').execute()
    expect(left).toEqual([invoice])
  })

  test('does not keep others from being checked if it cannot be checked itself', async () => {
    await arrive(meterBill('FE-X', '0.02663', 80))
    const broken = db.updateTable('invoice').where('number', '=', 'FE-X')
    await broken.set({ content: '{}' }).execute()
    await changeMeterPrice('0.08')
    expect(await recheckAll()).toContainEqual(expect.objectContaining({ number: 'FE-T' }))
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ invoiceId: expect.any(Number) }),
      'bill not checked again',
    )
  })
})

test('held bills are read by care and money, and decided by money', async () => {
  const statusOf = async (visitor: TestVisitor) =>
    (await visitor.sendRaw(decideHeldBills, { body: { act: 'release', ids: [1] } })).statusCode
  expect((await care.sendRaw(listHeldBills, { query: {} })).statusCode).toBe(200)
  expect(await statusOf(care)).toBe(403)
  expect((await anna.sendRaw(listHeldBills, { query: {} })).statusCode).toBe(401)
  expect((await operator.sendRaw(decideHeldBills, { body: { act: 'release', ids: [] } })).statusCode).toBe(400)
})
