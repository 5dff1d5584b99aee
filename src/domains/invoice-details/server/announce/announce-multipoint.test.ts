import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { MultipointInvoiceLine } from '#domains/invoices/server/import/multipoint-line.ts'
import { storeMultipointInvoices } from '#domains/invoices/server/import/store-multipoint-invoices.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import { createMultipointAnnouncementWorker } from './announce-multipoint.ts'

const noon = new Date('2026-10-07T10:00:00Z')
const later = new Date('2026-10-07T11:00:01Z')
const customer = '12345678Z'
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  await insertCustomer(portal.context.db, { tax_id: customer })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['outbox_message', 'multipoint_invoice'] as const)
    await portal.context.db.deleteFrom(table).execute()
})

async function arrive(number: string, issuedOn = '2026-10-06') {
  const line = MultipointInvoiceLine.parse({
    ...{ number, customer, issuedOn, startsOn: '2026-09-01', endsOn: '2026-09-30', dueOn: '2026-10-26' },
    ...{ amountTotalCents: 9_138, amountPendingCents: 9_138, paidStatus: 'pending_transfer', invoicingAddress: 'A' },
  })
  const { db, clock } = portal.context
  const store = () => db.transaction().execute((transaction) => storeMultipointInvoices(transaction, [line], { clock }))
  expect(await store()).toEqual([{ changed: true }])
}

async function announce(at: Date) {
  portal.setClock(at)
  const log = { error: (details: object) => expect.fail(JSON.stringify(details)) }
  await workOnDue(createMultipointAnnouncementWorker({ ...portal.context, log }))
  return portal.context.db.selectFrom('outbox_message').select(['kind', 'link', 'values']).execute()
}

const hold = (isHeld: boolean) => portal.context.db.updateTable('multipoint_invoice').set({ is_held: isHeld }).execute()

test('a multipoint invoice is announced once, in one mail, when its invoices have had an hour to come in', async () => {
  await arrive('FM/1')
  expect(await announce(noon)).toEqual([])
  const mails = await announce(later)
  const values = { number: 'FM/1', amountCents: 9_138, dueOn: '2026-10-26', toPay: 'owed' }
  expect(mails).toMatchObject([{ kind: 'invoice-details.multipoint', link: '/invoices/FM%2F1', values }])
  await arrive('FM/1')
  expect(await announce(new Date('2026-10-08T10:00:00Z'))).toHaveLength(1)
})

test('one that is held is announced on its release', async () => {
  await arrive('FM/2')
  await hold(true)
  expect(await announce(later)).toEqual([])
  await hold(false)
  expect(await announce(later)).toHaveLength(1)
})

test('one of the history of a retailer is not announced', async () => {
  await arrive('FM/3', '2026-09-01')
  expect(await announce(later)).toEqual([])
})

test('two workers at once announce it once', async () => {
  await arrive('FM/4')
  await Promise.all([announce(later), announce(later)])
  expect(await announce(later)).toHaveLength(1)
})
