import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallDemo, type DemoEnvironment } from '#db/demo/demo-testing.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { checkInvoices } from './check-invoices.ts'
import { storeCheckedInvoices } from './store-checked-invoices.ts'

const now = new Date('2026-11-20T12:00:00Z')
let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
  await followMarket()
})
afterAll(() => ground.close())

/** Lets the products of some bills follow the market, whose prices are known. */
async function followMarket() {
  await sql`
    update product set is_dynamic = true
    where product_id = (select product_id from contract where energy = 'electricity' order by contract_id limit 1)`.execute(
    ground.db,
  )
  const days = daysFrom('2026-04-01', '2026-11-20')
  await ground.db
    .insertInto('spot_price')
    .values(days.map((day) => ({ day, cents_per_mwh: Array(24).fill(7_000) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type StoredInvoice = {
  contract: string
  number: string
  rectifies: string | null
  issuedOn: string
  startsOn: string
  endsOn: string
  dueOn: string
  amountTotalCents: number
  amountPendingCents: number
  paidStatus: string
  rectificativeType: string
  content: InvoiceContent
}

/** Returns the bills of the demo as another system sends them again under numbers of its own, the last ones first. */
async function readLines(): Promise<InvoiceLine[]> {
  const { rows } = await sql<StoredInvoice>`
    select contract.name as contract, 'AGAIN ' || invoice.number as number, 'AGAIN ' || corrected.number as rectifies,
      invoice.issued_on as "issuedOn", invoice.starts_on as "startsOn", invoice.ends_on as "endsOn",
      invoice.due_on as "dueOn", invoice.amount_total_cents as "amountTotalCents",
      invoice.amount_pending_cents as "amountPendingCents", invoice.paid_status as "paidStatus",
      invoice.rectificative_type as "rectificativeType", invoice.content
    from invoice join contract using (customer_id, contract_id)
      left join invoice corrected
        on corrected.customer_id = invoice.customer_id and corrected.invoice_id = invoice.rectifies_invoice_id
    order by invoice.starts_on desc, invoice.invoice_id`.execute(ground.db)
  return rows.map(({ content, ...invoice }) => {
    const { lines, energyWhByPeriod, surplusWh, powerWatts, tariff, productName } = content
    return InvoiceLine.parse({
      ...{ ...invoice, energyWhByPeriod, surplusWh, powerWatts, tariff, productName },
      lines: lines.map(({ figure: _, ...line }) => line),
    })
  })
}

/** Imports bills, checks each of them alone, and returns those whose check alone differs from that on their arrival. */
async function findDiffering(lines: readonly InvoiceLine[]) {
  const { db, files } = ground
  const results = await db
    .transaction()
    .execute((transaction) => storeCheckedInvoices(transaction, lines, { files, clock: () => now }))
  expect(results.filter((result) => 'refusal' in result)).toEqual([])
  const keys = await db
    .selectFrom('invoice')
    .where(
      'number',
      'in',
      lines.map(({ number }) => number),
    )
    .select(['customer_id as customerId', 'invoice_id as invoiceId'])
    .execute()
  expect(keys).toHaveLength(lines.length)
  const differing = []
  for (const key of keys) {
    const [alone] = await checkInvoices(db, [key], now)
    if (alone!.isNew || alone!.hasChanged) differing.push(alone!.number)
  }
  return differing
}

test('a bill of any kind has the same verdict on its arrival as when it is checked alone', async () => {
  const lines = await readLines()
  const kinds = new Set(
    lines.flatMap((invoice) => [invoice.rectificativeType, ...invoice.lines.map(({ kind }) => kind)]),
  )
  expect([...kinds]).toEqual(expect.arrayContaining(['N', 'R', 'surplus', 'gas_variable', 'electricity_tax']))
  // The first bill of each contract comes in with others of other contracts, the rest with others of the same ones.
  const seen = new Set<string>()
  const isFirst = ({ contract }: InvoiceLine) => !seen.has(contract) && seen.add(contract)
  const newest = lines.filter((line) => line.rectifies === null && isFirst(line))
  const correcting = new Set(lines.map(({ rectifies }) => rectifies))
  const rest = lines.filter((line) => !newest.includes(line) && !correcting.has(line.number))
  const all = [...rest, ...lines.filter((line) => !rest.includes(line) && !newest.includes(line))]
  expect(await findDiffering(all)).toEqual([])
  expect(await findDiffering(newest)).toEqual([])
  const { rows } = await sql<{ state: string; is_dynamic: boolean }>`
    select distinct bill_check.state, is_dynamic from bill_check join invoice using (customer_id, invoice_id)
      join contract using (customer_id, contract_id) join product using (product_id)
    where number like 'AGAIN%'`.execute(ground.db)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['right', 'unknown', 'wrong']))
  expect(rows.some(({ is_dynamic }) => is_dynamic)).toBe(true)
})
