import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargesItsDays } from '#domains/invoices/rules.ts'
import { sumLines } from '#vocabulary/bill.ts'
import { type ComparedBill, compareBills } from '#vocabulary/bill-bridge/bill-bridge.ts'
import { addMonths } from '#vocabulary/day.ts'
import { createSmallDemo, type DemoEnvironment } from '../demo-testing.ts'
import { type InvoiceRow, readInvoices } from './invoice-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

test('every pair of neighbouring invoices, and of a year apart, has causes that sum to their difference', async () => {
  const charged = (await readInvoices(ground.db)).filter(({ rectificative_type }) => chargesItsDays(rectificative_type))
  const byContract = Map.groupBy(charged, ({ contract_id }) => contract_id)
  let pairs = 0
  for (const invoices of byContract.values()) {
    const sorted = invoices.sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1))
    for (const [index, after] of sorted.entries()) {
      const yearAgo = sorted.find(({ starts_on }) => starts_on === addMonths(after.starts_on, -12))
      for (const before of [sorted[index - 1], yearAgo]) {
        if (!before) continue
        pairs += 1
        const { differenceCents, steps } = compareBills(billOf(before), billOf(after))!
        const sum = steps.reduce((cents, { amountCents }) => cents + amountCents, 0)
        expect([after.number, differenceCents, sum]).toEqual([
          after.number,
          after.amount_total_cents - before.amount_total_cents,
          differenceCents,
        ])
        // The demo has no charges without a known cause, besides the interest that a bill gives back.
        const oneOffs = steps.filter(({ cause }) => cause === 'one_offs').map(({ amountCents }) => amountCents)
        const interestCents = interestOf(after) - interestOf(before)
        expect([after.number, oneOffs]).toEqual([after.number, interestCents === 0 ? [] : [interestCents]])
      }
    }
  }
  expect(pairs).toBeGreaterThanOrEqual(charged.length - byContract.size)
})

function interestOf({ content }: InvoiceRow): number {
  return sumLines(content.lines.filter(({ kind }) => kind === 'returned_interest'))
}

function billOf({ starts_on, ends_on, content, amount_total_cents }: InvoiceRow): ComparedBill {
  return { firstDay: starts_on, lastDay: ends_on, lines: content.lines, totalCents: amount_total_cents }
}
