import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCorrections } from '#domains/bill-checks/desk/corrections/server/correction-list.ts'
import { checkInvoices } from '#domains/bill-checks/server/check-invoices.ts'
import { findCorrectionOffer, findInvoiceOfPlan } from '#domains/collections/server/correction-offer.ts'
import { createSmallDemo, type DemoEnvironment, smallDemo } from '../demo-testing.ts'
import { type InvoiceRow, readInvoices } from '../invoices/invoice-testing.ts'

const { now } = smallDemo
let ground: DemoEnvironment
let invoices: InvoiceRow[]
beforeAll(async () => {
  ground = await createSmallDemo()
  invoices = await readInvoices(ground.db)
})
afterAll(() => ground.close())

const keyOf = ({ customer_id, invoice_id }: InvoiceRow) => ({ customerId: customer_id, invoiceId: invoice_id })

async function checkOf(invoice: InvoiceRow) {
  const [checked] = await checkInvoices(ground.db, [keyOf(invoice)], now)
  return checked!.check
}

test('the workshop can pay in monthly parts what the bills of one of its units lacked', async () => {
  const complementing = invoices.filter(({ rectificative_type }) => rectificative_type === 'C')
  expect(complementing.map(({ name, paid_status }) => [name, paid_status])).toEqual([['0051240', 'pending_transfer']])
  const [invoice] = complementing as [InvoiceRow]
  expect(invoice).toMatchObject({ issued_on: '2026-11-16', starts_on: '2026-06-01', ends_on: '2026-09-30' })
  const offer = await findCorrectionOffer(ground.db, await findInvoiceOfPlan(ground.db, keyOf(invoice)), now)
  // Five whole months lie between the first of June and the sixteenth of November.
  expect(offer!.map(({ dueOn }) => dueOn)).toEqual([
    ...['2026-12-16', '2027-01-16', '2027-02-16', '2027-03-16', '2027-04-16'],
  ])
  expect(offer!.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(invoice.amount_total_cents)
  expect((await checkOf(invoice)).differenceCents).toBe(0)
})

test('the workshop gets back what another unit paid too much, with its interest', async () => {
  const [right] = invoices.filter(({ rectificative_type }) => rectificative_type === 'R') as [InvoiceRow]
  const wrong = invoices.find(({ invoice_id }) => invoice_id === right.rectifies_invoice_id)!
  const interest = right.content.lines.filter(({ kind }) => kind === 'returned_interest')
  expect(interest).toMatchObject([{ firstDay: '2026-07-05', lastDay: '2026-10-08', unitPrice: '-1.249315' }])
  const [{ amountCents }] = interest as [(typeof interest)[number]]
  expect(amountCents).toBeLessThan(0)
  expect(right.correction).toEqual({
    ...{ kind: 'overbilled', billedOn: '2026-06-06', paidOn: '2026-07-05' },
    amountCents: wrong.amount_total_cents - (right.amount_total_cents - amountCents),
  })
  expect((await checkOf(right)).state).toBe('right')
})

test('the flat of the household with panels has a day that its distributor corrected after the bill', async () => {
  const { items, total } = await findCorrections(ground.db, { q: '', offset: 0, limit: 10 })
  expect(total).toBe(1)
  const [corrected] = items
  const bill = invoices.find(({ name, starts_on }) => name === '0051366' && starts_on === '2026-09-01')!
  expect(corrected).toMatchObject({
    ...{ day: '2026-09-12', source: 'F5D', origin: 'folder', file_name: 'F5D_0189_9999_20260930.1' },
    invoices: [{ number: bill.number, customer: { name: 'Biel Sureda Pagès' } }],
  })
  expect(corrected!.after - corrected!.before).toBeCloseTo(4.2)
  expect(corrected!.intervals).toHaveLength(3)
  expect((await checkOf(bill)).meter).toMatchObject({ correctedOn: '2026-10-15' })
})
