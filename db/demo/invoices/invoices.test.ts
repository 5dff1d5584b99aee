import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargesItsDays, type RectificativeType } from '#domains/invoices/rules.ts'
import type { CorrectionLine } from '#domains/invoices/server/import/correction-line.ts'
import { findContradictions, findPeriodsContradiction } from '#domains/invoices/server/import/invoice-contradictions.ts'
import { isPayable } from '#domains/payments/rules.ts'
import { sumCents } from '#vocabulary/money.ts'
import { createSmallDemo, type DemoEnvironment, smallDemo } from '../demo-testing.ts'
import { createUseCounter, type InvoiceRow, readInvoices, rebuildLines } from './invoice-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

test('adds up, and can be recomputed to the cent from curves, readings and prices', async () => {
  const invoices = await readInvoices(ground.db)
  expect(invoices.length).toBeGreaterThan(smallDemo.months * smallDemo.cooperativaPoints)
  const useIn = await createUseCounter(ground.db)
  for (const invoice of invoices) {
    expect([invoice.number, sumCents(invoice.content.lines.map((line) => line.amountCents))]).toEqual([
      invoice.number,
      invoice.amount_total_cents,
    ])
    if (!chargesItsDays(invoice.rectificative_type)) continue
    const lines = invoice.content.lines.filter(({ kind }) => kind !== 'returned_interest')
    expect([invoice.number, rebuildLines(invoice, useIn(invoice))]).toEqual([invoice.number, lines])
  }
})

test('charges the workshop the power that it takes above the contracted one, and its reactive energy', async () => {
  const workshop = (await readInvoices(ground.db)).filter(({ name }) => name === '0051239')
  const linesOf = (kind: string) =>
    workshop.flatMap(({ content }) => content.lines.filter((line) => line.kind === kind))
  expect(linesOf('power_excess').length).toBeGreaterThan(0)
  for (const { period, quantity, days, figure } of linesOf('power_excess')) {
    const { content } = workshop[0]!
    expect([period, Number(quantity) > 0, days !== null]).toEqual([period, true, true])
    expect(figure!.name).toBe(`excess_power_maximeter ${content.tariff}`)
  }
  expect(new Set(linesOf('reactive_energy').map(({ unitPrice }) => unitPrice))).toEqual(new Set(['0.041554']))
  for (const { content } of workshop)
    expect(content.lines.some(({ period, kind }) => kind === 'reactive_energy' && period === 6)).toBe(false)
})

test('is as consistent as imported invoices have to be', async () => {
  for (const { content, ...row } of await readInvoices(ground.db)) {
    const invoiceFields = {
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      amountTotalCents: row.amount_total_cents,
      amountPendingCents: row.amount_pending_cents,
      paidStatus: row.paid_status,
      rectificativeType: row.rectificative_type as RectificativeType,
      lines: content.lines,
      issuedOn: row.issued_on,
      correction: row.correction as unknown as CorrectionLine | null,
      documents: [],
      energyWhByPeriod: content.energyWhByPeriod,
      powerWatts: content.powerWatts,
      maximumPowerWatts: content.maximumPowerWatts ?? [],
      reactiveVarhByPeriod: content.reactiveVarhByPeriod ?? [],
    }
    const periods = findPeriodsContradiction(invoiceFields, { energy: row.energy, tariff: content.tariff })
    expect([row.number, findContradictions(invoiceFields), periods]).toEqual([row.number, [], null])
  }
})

test('cancels a wrong invoice line by line and issues it again with the right power', async () => {
  const corrections = (await readInvoices(ground.db)).filter(
    ({ rectifies_invoice_id }) => rectifies_invoice_id !== null,
  )
  expect(corrections.map(({ rectificative_type }) => rectificative_type)).toEqual(['A', 'R'])
  const [cancelling, rectifying] = corrections as [InvoiceRow, InvoiceRow]
  const wrong = (await readInvoices(ground.db)).find(
    ({ invoice_id }) => invoice_id === cancelling.rectifies_invoice_id,
  )!
  expect(cancelling.amount_total_cents).toBe(-wrong.amount_total_cents)
  expect(cancelling.content.lines.map((line) => line.amountCents)).toEqual(
    wrong.content.lines.map((line) => -line.amountCents || 0),
  )
  expect(Number(cancelling.energy_wh)).toBe(-Number(wrong.energy_wh))
  expect(rectifying.rectifies_invoice_id).toBe(wrong.invoice_id)
  expect(rectifying.amount_total_cents).toBeLessThan(wrong.amount_total_cents)
})

test('has invoices of every status', async () => {
  const invoiceStatuses = await ground.db
    .selectFrom('invoice')
    .innerJoin('user_customer', 'user_customer.customer_id', 'invoice.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('paid_status', '<>', 'paid')
    .select(['login', 'energy', 'paid_status'])
    .select(sql<boolean>`amount_pending_cents < amount_total_cents`.as('is_less'))
    .distinct()
    .execute()
  expect(
    invoiceStatuses.map((each) => `${each.login} ${each.energy} ${each.paid_status} ${each.is_less}`).sort(),
  ).toEqual([
    'anna electricity pending_remesa false',
    'anna electricity unpaid false',
    'anna gas paid_without_transaction true',
    'anna gas pending_remesa false',
    'biel electricity pending_remesa false',
    'biel electricity unpaid false',
    'biel electricity unpaid true',
    'cooperativa electricity paid_without_transaction true',
    'cooperativa electricity pending_transfer false',
    'taller electricity manual_verification_required true',
    'taller electricity pending_remesa false',
    'taller electricity pending_transfer false',
  ])
})

test('has an electricity invoice that anna can pay by card', async () => {
  const unpaid = await ground.db
    .selectFrom('invoice')
    .where('paid_status', '=', 'unpaid')
    .where('customer_id', '=', 1)
    .selectAll()
    .executeTakeFirstOrThrow()
  const owed = { paidStatus: unpaid.paid_status, amountPendingCents: unpaid.amount_pending_cents }
  expect(isPayable({ ...owed, rectificativeType: unpaid.rectificative_type, isPartOfMultipoint: false })).toBe(true)
})

test('combines the cooperative’s invoices into one a month whose total is their sum', async () => {
  const { rows } = await sql<{ points: number; total: number; sum: number; statuses: string[] }>`
    select count(*)::int as points, multipoint.amount_total_cents as total, sum(invoice.amount_total_cents)::int as sum,
      array_agg(distinct invoice.paid_status || ' ' || multipoint.paid_status) as statuses
    from multipoint_invoice multipoint join invoice using (customer_id, multipoint_invoice_id)
    group by multipoint.multipoint_invoice_id, multipoint.amount_total_cents`.execute(ground.db)
  expect(rows).toHaveLength(smallDemo.months)
  for (const { points, total, sum, statuses } of rows) {
    expect([points, sum]).toEqual([smallDemo.cooperativaPoints, total])
    expect(statuses).toHaveLength(1)
    const [gathered, multipoint] = statuses[0]!.split(' ')
    expect(gathered).toBe(multipoint)
  }
})

test('books the surplus beyond the bills into the wallet, less what the bills took from it', async () => {
  const earnings = (await readInvoices(ground.db)).flatMap(({ customer_id, invoice_id, issued_on, content }) =>
    content.lines
      .filter(({ kind, amountCents }) => (kind === 'surplus_limit' || kind === 'wallet') && amountCents !== 0)
      .map(({ kind, amountCents }) => [
        customer_id,
        invoice_id,
        issued_on,
        kind === 'wallet' ? 'discount' : 'surplus',
        amountCents,
      ]),
  )
  const entries = await ground.db
    .selectFrom('battery_entry')
    .orderBy('battery_entry_id')
    .select(['customer_id', 'invoice_id', 'booked_on', 'reason', 'amount_cents'])
    .execute()
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.map(Object.values).sort()).toEqual(earnings.sort())
})

test('never overdraws a wallet, pays for a contract that does not fill it, and leaves an empty wallet to move it to', async () => {
  const entries = await ground.db.selectFrom('battery_entry').orderBy('battery_entry_id').selectAll().execute()
  let balanceCents = 0
  for (const { amount_cents } of entries) {
    balanceCents += amount_cents
    expect(balanceCents).toBeGreaterThanOrEqual(0)
  }
  expect(balanceCents).toBeGreaterThan(500)
  const links = await ground.db.selectFrom('battery_link').orderBy('battery_link_id').selectAll().execute()
  const { battery_id, contract_id } = links.find(({ is_origin, ends_on }) => !is_origin && ends_on === null)!
  expect(entries.filter((entry) => entry.contract_id === contract_id).map(({ reason }) => reason)).toContain('discount')
  const batteries = await ground.db.selectFrom('battery').select('battery_id').execute()
  expect(batteries.filter((battery) => battery.battery_id !== battery_id)).toHaveLength(1)
  expect(new Set(entries.map((entry) => entry.battery_id))).toEqual(new Set([battery_id]))
})

test('has a ledger entry for an invoice that was paid by card', async () => {
  const paid = await ground.db
    .selectFrom('invoice_pending_state')
    .innerJoin('payment_entry', (join) =>
      join
        .onRef('payment_entry.customer_id', '=', 'invoice_pending_state.customer_id')
        .onRef('payment_entry.item_id', '=', 'invoice_pending_state.invoice_id'),
    )
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.customer_id', '=', 'payment_entry.customer_id')
        .onRef('invoice.invoice_id', '=', 'payment_entry.item_id'),
    )
    .where('pending_state', '=', 'paid_by_card')
    .select(['invoice.amount_total_cents', 'amount_cents'])
    .execute()
  expect(paid).toHaveLength(1)
  expect(paid[0]!.amount_cents).toBe(paid[0]!.amount_total_cents)
})

test('has a failed card attempt and no ledger entry for an unpaid returned invoice', async () => {
  const tried = await ground.db.selectFrom('payment_attempt').where('state', '=', 'failed').selectAll().execute()
  expect(tried.length).toBeGreaterThan(0)
  const booked = await ground.db
    .selectFrom('payment_entry')
    .where(
      'payment_attempt_id',
      'in',
      tried.map(({ payment_attempt_id }) => payment_attempt_id),
    )
    .selectAll()
    .execute()
  expect(booked).toEqual([])
})
