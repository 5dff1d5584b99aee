import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import { type DutySubject, findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { subjectOfContractEnd } from '#domains/duties/subjects.ts'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { documentContextIn, invoice as drawnInvoice } from '#domains/invoices/server/document-testing.ts'
import { drawInvoice } from '#domains/invoices/server/draw-invoice.ts'
import { readTransferDetails } from '#domains/payments/api.ts'
import { type LineKindName, lineKindNames } from '../rules.ts'
import { importLines, type LineAnswer, type ParsedLine } from './import-lines.ts'
import { type LineKind, lineKinds } from './line-kinds.ts'
import { parseNdjsonLines } from './parse-ndjson-lines.ts'

const documentation = await readFile(new URL('../../../../docs/integration.md', import.meta.url), 'utf8')

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T11:00:00Z') })
  // The other examples are for electricity.
  const { cups } = documented('gas-readings')
  const place = { street: 'Carrer Nou, 9', city: 'Vic', postcode: '08500', province_code: '08' }
  await portal.context.db
    .insertInto('supply_point')
    .values({ cups, energy: 'gas', ...place })
    .execute()
})
afterAll(() => portal.close())

/** Returns the example of a line kind from the documentation. */
function documented(kind: LineKindName) {
  const [, text] = new RegExp(`### ${kind}[\\s\\S]*?\`\`\`json\n([\\s\\S]*?)\`\`\``).exec(documentation)!
  return JSON.parse(text!)
}

async function tell(kind: LineKindName, objects: readonly unknown[]): Promise<LineAnswer[]> {
  return tellText(
    kind,
    objects.map((object) => JSON.stringify(object)),
  )
}

async function tellText(kind: LineKindName, texts: readonly (string | Buffer)[]): Promise<LineAnswer[]> {
  async function* body() {
    for (const text of texts) yield Buffer.concat([Buffer.from(text), Buffer.from('\n')])
  }
  const { db, files, clock } = portal.context
  const lines = parseNdjsonLines(body(), { maxBytes: lineKinds[kind].maxLineBytes })
  const answers: LineAnswer[] = []
  for await (const some of importLines(lineKinds[kind], lines, {
    db,
    files,
    clock,
    origin: { channel: 'command' },
    log: { warn() {} },
  }))
    answers.push(...some)
  return answers
}

const accepted = (changed: boolean) => expect.objectContaining({ status: 'accepted', changed })

describe('the documented examples', () => {
  const inOrder = [
    'prices',
    'customers',
    'supply-points',
    'contracts',
    'multipoint-invoices',
    'invoices',
    'batteries',
    'curves',
    'gas-readings',
    'debit-returns',
  ] as const

  test('are accepted in order and change nothing the second time', async () => {
    for (const kind of inOrder) expect([kind, await tell(kind, [documented(kind)])]).toEqual([kind, [accepted(true)]])
    for (const kind of inOrder) expect([kind, await tell(kind, [documented(kind)])]).toEqual([kind, [accepted(false)]])
  })

  test('can be changed', async () => {
    const changed: Record<(typeof inOrder)[number], object> = {
      prices: { commercialName: 'Tarifa Clara 2' },
      customers: { email: 'rosa@another.example' },
      'supply-points': { street: 'Carrer Nou, 10' },
      contracts: { iban: null },
      'multipoint-invoices': { dueOn: '2026-11-30' },
      invoices: { amountPendingCents: 0, paidStatus: 'paid' },
      batteries: { name: 'Hucha' },
      curves: { importWh: Array(24).fill(7) },
      'gas-readings': { registerLitres: 10_064_000 },
      'debit-returns': { collectedOn: '2026-11-27', returnedOn: '2026-12-01' },
    }
    for (const kind of inOrder) {
      const line = { ...documented(kind), ...changed[kind] }
      expect([kind, await tell(kind, [line, line])]).toEqual([kind, [accepted(true), accepted(false)]])
    }
    const { db } = portal.context
    expect(await db.selectFrom('battery').select('name').executeTakeFirstOrThrow()).toEqual({ name: 'Hucha' })
    expect(await db.selectFrom('contract').select(['iban', 'supply_street']).executeTakeFirstOrThrow()).toEqual({
      iban: null,
      supply_street: 'Carrer Nou, 10',
    })
    expect(await db.selectFrom('curve_day').select('import_wh').executeTakeFirstOrThrow()).toEqual({
      import_wh: Array(24).fill(7),
    })
  })

  test('store an invoice with its lines, history and documents, and its holder sees a new list', async () => {
    const { db, files } = portal.context
    const invoice = await db.selectFrom('invoice').selectAll().executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({ number: 'FE2026/000123', amount_total_cents: 4569, energy_wh: 190_000 })
    expect((invoice.content as { lines: unknown[] }).lines).toHaveLength(documented('invoices').lines.length)
    const paper = await db.selectFrom('invoice_document').selectAll().executeTakeFirstOrThrow()
    expect(paper).toMatchObject({ document_type: 'pdf', customer_id: invoice.customer_id })
    expect(await text((await files.get(paper.file_key))!)).toBe('%PDF-1.4\n')
    const holder = await portal.as(await insertUser(db, { customerIds: [invoice.customer_id] }))
    const download = await holder.sendRaw(downloadInvoice, { params: { id: String(invoice.invoice_id), type: 'pdf' } })
    expect([download.headers['content-type'], download.payload]).toEqual(['application/pdf', '%PDF-1.4\n'])
    const version = () => db.selectFrom('invoice_list_version').selectAll().executeTakeFirstOrThrow()
    const before = await version()
    await tell('invoices', [{ ...documented('invoices'), dueOn: '2026-12-24' }])
    expect(Number((await version()).version)).toBeGreaterThan(Number(before.version))
  })
})

describe('a refused line', () => {
  const refusals: [reason: string, kind: LineKindName, line: string | Buffer | object, expected: object][] = [
    [
      'too deeply nested',
      'customers',
      `{"taxId":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      { code: 'invalid', key: null },
    ],
    ['not JSON', 'customers', '{', { code: 'not_json', key: null }],
    ['not text', 'customers', Buffer.from([0x7b, 0xff, 0x7d]), { code: 'not_text' }],
    ['too long', 'customers', JSON.stringify({ taxId: 'x'.repeat(70_000) }), { code: 'line_too_long' }],
    ['not an object', 'customers', '7', { code: 'invalid', member: null }],
    [
      'an unknown member',
      'customers',
      { ...documented('customers'), vip: true },
      { code: 'invalid', reason: 'unknown_member', values: { names: 'vip' }, message: 'has no member vip' },
    ],
    ['a NUL character', 'customers', { ...documented('customers'), name: 'A\0' }, { code: 'invalid', member: 'name' }],
    [
      'a wrong tax id',
      'customers',
      { ...documented('customers'), taxId: '1' },
      { code: 'invalid', member: 'taxId', key: '1' },
    ],
    [
      'an unknown holder',
      'contracts',
      { ...documented('contracts'), name: 'N', customer: '99999999R' },
      {
        code: 'unknown_reference',
        member: 'customer',
        reason: 'customer_unknown',
        message: 'customer: there is no customer 99999999R',
      },
    ],
    [
      'a changed energy',
      'supply-points',
      { ...documented('supply-points'), energy: 'gas' },
      { code: 'conflict', member: 'energy' },
    ],
    [
      'an unknown contract',
      'invoices',
      { ...documented('invoices'), number: 'N', contract: 'none' },
      { code: 'unknown_reference', member: 'contract' },
    ],
    [
      'lines that do not add up to the total',
      'invoices',
      { ...documented('invoices'), amountTotalCents: 1, amountPendingCents: 1 },
      { code: 'invalid', member: 'lines' },
    ],
    [
      'an amount that does not match its factors',
      'invoices',
      { ...documented('invoices'), lines: [{ ...documented('invoices').lines[0], unitPrice: '9' }] },
      {
        code: 'invalid',
        member: 'lines[0].amountCents',
        reason: 'amount_differs',
        message:
          'lines[0].amountCents: is 3776 cents, but quantity times price come to 171000: correct the quantity, the price or the amount',
      },
    ],
    [
      'more to be paid than a total of zero',
      'multipoint-invoices',
      { ...documented('multipoint-invoices'), amountPendingCents: -1 },
      { code: 'invalid', member: 'amountPendingCents', reason: 'pending_sign' },
    ],
    [
      'one value for three periods',
      'invoices',
      { ...documented('invoices'), energyWhByPeriod: [190_000] },
      {
        code: 'invalid',
        member: 'energyWhByPeriod',
        message: 'energyWhByPeriod: has 1 value; 2.0TD has 3 periods: send one value for each period',
      },
    ],
    [
      'an invalid document',
      'invoices',
      { ...documented('invoices'), documents: [{ type: 'pdf', base64: 'AAAA' }] },
      { code: 'invalid', member: 'documents' },
    ],
    [
      'an invoice of an unknown multipoint invoice',
      'invoices',
      { ...documented('invoices'), number: 'R2', multipointInvoice: 'none' },
      { code: 'unknown_reference', member: 'multipointInvoice' },
    ],
    [
      'a multipoint invoice of an unknown customer',
      'multipoint-invoices',
      { ...documented('multipoint-invoices'), number: 'M2', customer: '99123009R' },
      { code: 'unknown_reference', member: 'customer' },
    ],
    [
      'a correction of an unknown invoice',
      'invoices',
      { ...documented('invoices'), number: 'R1', rectifies: 'none' },
      { code: 'unknown_reference', member: 'rectifies' },
    ],
    [
      'a correction of consumption older than a year',
      'invoices',
      {
        ...documented('invoices'),
        ...{ number: 'C1', startsOn: '2025-11-01', rectificativeType: 'C' },
        correction: { kind: 'underbilled', amountCents: 4569, errorOn: '2025-11-01' },
      },
      {
        code: 'invalid',
        member: 'startsOn',
        reason: 'correction_too_old',
        message:
          'startsOn: begins on 2025-11-01: too old. A correction may charge consumption from 2025-11-05 on, a year before it (RD 88/2026, article 45.2)',
      },
    ],
    [
      'more than the whole of a wallet',
      'batteries',
      {
        ...documented('batteries'),
        key: 'BV-2',
        name: 'Other',
        shares: [60, 50].map((percentage, month) => ({
          contract: '0100001',
          percentage,
          startsOn: `2026-0${month + 1}-01`,
        })),
      },
      { code: 'conflict', member: 'shares' },
    ],
    [
      'an entry that was booked differently',
      'batteries',
      {
        ...documented('batteries'),
        name: 'Wallet',
        entries: [{ ...documented('batteries').entries[0], amountCents: 1 }],
      },
      { code: 'conflict', member: 'entries' },
    ],
    [
      'a day of another length',
      'curves',
      { ...documented('curves'), day: '2026-10-25' },
      { code: 'invalid', member: 'importWh' },
    ],
    [
      'an unknown supply point',
      'curves',
      { ...documented('curves'), cups: 'ES0237990000000001CC0F' },
      { code: 'unknown_reference', key: expect.stringContaining('ES0237990000000001CC0F') },
    ],
    [
      'a future gas reading',
      'gas-readings',
      { ...documented('gas-readings'), day: '2999-01-01' },
      { code: 'invalid', member: 'day', reason: 'day_in_future' },
    ],
    [
      'a gas reading of an unknown supply point',
      'gas-readings',
      { ...documented('gas-readings'), cups: 'ES0237990000000001CC0F' },
      { code: 'unknown_reference', reason: 'supply_point_unknown' },
    ],
    [
      'a gas reading of an electricity meter',
      'gas-readings',
      { ...documented('gas-readings'), cups: documented('curves').cups },
      { code: 'conflict', member: 'cups', reason: 'point_not_gas' },
    ],
    [
      'an impossible gas factor',
      'gas-readings',
      { ...documented('gas-readings'), factorKwhPerM3: 0 },
      { code: 'invalid', member: 'factorKwhPerM3', message: 'factorKwhPerM3: is less than 1' },
    ],
    [
      'an impossible calorific value',
      'gas-readings',
      { ...documented('gas-readings'), calorificKwhPerM3: 39.5 },
      { code: 'invalid', member: 'calorificKwhPerM3', reason: 'too_large' },
    ],
  ]
  test.each(refusals)(
    '%s: leaves the other lines accepted and returns the key and the reason',
    async (_, kind, line, expected) => {
      const text = typeof line === 'string' || Buffer.isBuffer(line) ? line : JSON.stringify(line)
      const good = JSON.stringify(documented(kind))
      const [before, refused, after] = await tellText(kind, [good, text, good])
      expect([before, after]).toEqual([expect.objectContaining({ status: 'accepted', line: 1 }), accepted(false)])
      expect(refused).toEqual(
        expect.objectContaining({ line: 2, status: 'refused', message: expect.any(String), ...expected }),
      )
    },
  )
})

test('replies to a line with any content and imports the following one', async () => {
  const anyDay = fc.oneof(fc.constantFrom('0000-01-01', '9999-12-31', '2026-02-30'), fc.string())
  const anyMember = fc.oneof(fc.jsonValue(), anyDay, fc.double().map(String), fc.constantFrom('1e400', '-0', '\0'))
  for (const kind of lineKindNames) {
    const good = documented(kind)
    const members = fc.constantFrom(...Object.keys(good))
    const changed = fc.tuple(members, anyMember).map(([member, value]) => ({ ...good, [member]: value }))
    const anyLine = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      changed.map((line) => JSON.stringify(line)),
      fc.string(),
    )
    const lines = fc
      .sample(anyLine, { numRuns: 80, seed: 46 })
      .map((line) => line.replaceAll('\n', ' '))
      .filter((line) => line.trim())
    const answers = await tellText(kind, [...lines, JSON.stringify(good)])
    expect([kind, answers.map(({ line }) => line)]).toEqual([kind, [...lines, good].map((_, index) => index + 1)])
    // A step of a switch needs one that is under way.
    const isAccepted = kind !== 'switch-steps'
    expect(answers.at(-1)).toMatchObject({ status: isAccepted ? 'accepted' : 'refused' })
  }
})

test('refuses only the line that the database rejects and stores the rest of its group', async () => {
  const { db } = portal.context
  const forbid = sql`alter table customer add constraint not_two check (name <> 'Number 2')`
  await forbid.execute(db)
  const holders = ['99123001Q', '99123002V', '99123003H'].map((taxId, index) => ({
    ...documented('customers'),
    taxId,
    name: `Number ${index + 1}`,
  }))
  const answers = await tell('customers', holders)
  await sql`alter table customer drop constraint not_two`.execute(db)
  expect(answers).toEqual([
    accepted(true),
    expect.objectContaining({ line: 2, status: 'refused', code: 'not_storable' }),
    accepted(true),
  ])
})

describe('many lines', () => {
  const count = 1_000
  let lastRead: number

  async function* lines({ breakAfter = count }: { breakAfter?: number } = {}): AsyncGenerator<ParsedLine> {
    for (lastRead = 1; lastRead <= breakAfter; lastRead++)
      yield { line: lastRead, bytes: 1, value: { name: `${lastRead}` } }
    if (breakAfter < count) throw new Error('the file broke off')
  }

  /** Stores lines in a tenth of a second, and notes which one was read last by then. */
  function slowKind(readByThen: number[]): LineKind {
    return {
      ...lineKinds.curves,
      ...{
        schema: z.object({ name: z.string() }) as never,
        keyMembers: ['name'],
        identityOf: ({ name }: Named) => name,
      },
      store: async (_, items) => {
        await pause(100)
        readByThen.push(lastRead)
        return items.map(() => ({ changed: true }))
      },
    }
  }
  type Named = { name: string }

  function importAll(kind: LineKind, source: AsyncIterable<ParsedLine>) {
    const { db, files, clock } = portal.context
    return importLines(kind, source, { db, files, clock, origin: { channel: 'command' }, log: { warn() {} } })
  }

  test('are read while those before them are stored, and answered in their order', async () => {
    const readByThen: number[] = []
    const answers: LineAnswer[] = []
    for await (const some of importAll(slowKind(readByThen), lines())) answers.push(...some)
    expect(answers.map(({ line }) => line)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    const [first, second] = readByThen
    expect(first, 'one group ahead').toBe(800)
    expect(second, 'all').toBeGreaterThanOrEqual(count)
  })

  test('are answered as far as they are stored when the rest does not come', async () => {
    const answered: LineAnswer[] = []
    const importing = async () => {
      for await (const some of importAll(slowKind([]), lines({ breakAfter: 500 }))) answered.push(...some)
    }
    await expect(importing()).rejects.toThrow('the file broke off')
    expect(answered).toHaveLength(400)
    expect(answered.at(-1)).toMatchObject({ line: 400, key: '400', status: 'accepted' })
  })
})

test('a multipoint invoice stays with its holder, and its invoices refer to it', async () => {
  const { db } = portal.context
  const other = await insertCustomer(db, { tax_id: '99123009R' })
  const contract = await insertContract(db, { customerId: other })
  const gathering = { ...documented('multipoint-invoices'), customer: '99123009R' }
  expect(await tell('multipoint-invoices', [gathering, { ...gathering, number: 'FM-9' }])).toEqual([
    expect.objectContaining({ status: 'refused', code: 'conflict', member: 'customer' }),
    accepted(true),
  ])
  const line = { ...documented('invoices'), number: 'FE-9', contract: contract.name, multipointInvoice: 'FM-9' }
  expect(await tell('invoices', [line])).toEqual([accepted(true)])
  const [made] = await db
    .selectFrom('invoice')
    .innerJoin('multipoint_invoice', (join) =>
      join
        .onRef('multipoint_invoice.customer_id', '=', 'invoice.customer_id')
        .onRef('multipoint_invoice.multipoint_invoice_id', '=', 'invoice.multipoint_invoice_id'),
    )
    .where('invoice.number', '=', 'FE-9')
    .select('multipoint_invoice.number')
    .execute()
  expect(made).toEqual({ number: 'FM-9' })
})

test('stores other lines of an invoice with their words, and the code for the comparator in its own document', async () => {
  const { db } = portal.context
  const contract = await insertContract(db, { customerId: await insertCustomer(db) })
  const pdf = await drawInvoice(drawnInvoice, documentContextIn('es'))
  const day = { firstDay: '2026-10-01', lastDay: '2026-10-31' }
  const lines = [
    { ...day, kind: 'service', quantity: '4', unit: 'EUR', unitPrice: '1', amountCents: 400, label: 'Mantenimiento' },
    {
      ...day,
      kind: 'discount',
      quantity: '10',
      unit: 'percent',
      unitPrice: '-5',
      amountCents: -50,
      endsOn: '2027-03-31',
    },
    {
      ...day,
      kind: 'power_excess',
      period: 1,
      quantity: '2',
      unit: 'kW',
      days: 31,
      unitPrice: '0.5',
      amountCents: 3_100,
    },
    { ...day, kind: 'reactive_energy', period: 2, quantity: '10', unit: 'kvarh', unitPrice: '0.05', amountCents: 50 },
    { ...day, kind: 'instalment', quantity: '10.69', unit: 'EUR', unitPrice: '1', amountCents: 1_069 },
  ]
  const own = {
    ...{ number: 'FE-CODE', contract: contract.name, lines, reactiveVarhByPeriod: [1_000, 2_000, 3_000] },
    ...{ meterNumber: '042123456', cau: 'ES0031406083219007ZY0FA000' },
    documents: [{ type: 'pdf', base64: pdf.toString('base64') }],
  }
  expect(await tell('invoices', [{ ...documented('invoices'), ...own }])).toEqual([accepted(true)])
  const { content } = await db
    .selectFrom('invoice')
    .where('number', '=', 'FE-CODE')
    .select('content')
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({
    ...{ comparatorAddress: drawnInvoice.comparatorAddress, meterNumber: '042123456', cau: own.cau },
    reactiveVarhByPeriod: [1_000, 2_000, 3_000],
    lines: [
      { kind: 'service', label: 'Mantenimiento' },
      { kind: 'discount', endsOn: '2027-03-31' },
      { kind: 'power_excess', days: 31 },
      { kind: 'reactive_energy', unit: 'kvarh' },
      { kind: 'instalment', amountCents: 1_069 },
    ],
  })
  const wrong = await tell('invoices', [{ ...documented('invoices'), ...own, number: 'FE-CAU', cau: 'ES0031' }])
  expect(JSON.stringify(wrong)).toContain('CAU')
})

test('an invoice paid here stays paid before the other system knows', async () => {
  const { db } = portal.context
  const contract = await insertContract(db, { customerId: await insertCustomer(db) })
  const line = { ...documented('invoices'), number: 'PAID-1', contract: contract.name, documents: [] }
  await tell('invoices', [line])
  const invoice = await db.selectFrom('invoice').selectAll().where('number', '=', 'PAID-1').executeTakeFirstOrThrow()
  const attempt = {
    customer_id: contract.customerId,
    payment_attempt_id: '0f0f0f0f-0000-4000-8000-000000000001',
    item_kind: 'invoice',
    item_id: invoice.invoice_id,
    amount_cents: 4569,
  }
  await db
    .insertInto('payment_attempt')
    .values({
      ...attempt,
      platform: 'sandbox',
      provider_method: 'm',
      state: 'succeeded',
      paid_by_email: 'a@b.example',
      check_at: new Date(),
    })
    .execute()
  await db.insertInto('payment_entry').values(attempt).execute()
  await db
    .updateTable('invoice')
    .set({ amount_pending_cents: 0, paid_status: 'paid' })
    .where('number', '=', 'PAID-1')
    .execute()

  expect(await tell('invoices', [line])).toEqual([accepted(false)])
  expect(await tell('invoices', [{ ...line, dueOn: '2026-12-31' }])).toEqual([accepted(true)])
  const after = await db.selectFrom('invoice').selectAll().where('number', '=', 'PAID-1').executeTakeFirstOrThrow()
  expect(after).toMatchObject({ amount_pending_cents: 0, paid_status: 'paid', due_on: '2026-12-31' })
})

describe('an invoice moves the clocks that depend on it', () => {
  const invoiceOf = (contract: string, number: string) => ({
    ...{ ...documented('invoices'), contract, number, documents: [], transfer: null, multipointInvoice: null },
    ...{ dueOn: '2026-11-08', paidStatus: 'pending_remesa', history: [] as object[] },
  })
  const paid = { paidStatus: 'paid', amountPendingCents: 0, history: [{ day: '2026-11-10', state: 'paid' }] }
  const dutiesOf = async (subject: DutySubject) =>
    (await findDutiesOf(portal.context.db, subject)).map(({ kind, due_on, state }) => `${kind} ${due_on} ${state}`)

  test('a direct debit that was collected may come back for eight weeks, and keeps its mandate for 36 months', async () => {
    const { db } = portal.context
    const contract = await insertContract(db, { customerId: await insertCustomer(db) })
    const line = invoiceOf(contract.name, 'DEBIT-1')
    await tell('invoices', [line])
    const { invoice_id: id } = await db
      .selectFrom('invoice')
      .where('number', '=', 'DEBIT-1')
      .select('invoice_id')
      .executeTakeFirstOrThrow()
    expect(await dutiesOf(`invoice:${id}`)).toEqual([])
    await tell('invoices', [{ ...line, ...paid }])
    expect(await dutiesOf(`invoice:${id}`)).toEqual(['debit_refund 2027-01-05 open'])
    expect(await dutiesOf(`contract:${contract.contractId}`)).toEqual(['mandate 2029-11-10 open'])
  })

  test.each([
    ['is new and paid', []],
    ['was paid by transfer', [{ paidStatus: 'pending_transfer' }]],
  ])('one that %s was no direct debit', async (_, before) => {
    const { db } = portal.context
    const contract = await insertContract(db, { customerId: await insertCustomer(db) })
    const line = invoiceOf(contract.name, `NO-DEBIT-${before.length}`)
    for (const change of [...before, paid]) await tell('invoices', [{ ...line, ...change }])
    expect(await dutiesOf(`contract:${contract.contractId}`)).toEqual([])
  })

  test('the last bill of a contract that has ended closes its account', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const { endsOn } = documented('invoices')
    const { name, contractId } = await insertContract(db, { customerId, state: 'baixa', ends_on: endsOn })
    const closing = { kind: 'closing_bill', subject: subjectOfContractEnd(contractId) } as const
    const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
    const at = new Date('2026-11-01T10:00:00Z')
    await openDuty(db, { ...closing, facts, customerId, contractId, place: null, at })
    await tell('invoices', [invoiceOf(name, 'CLOSING-1')])
    expect(await dutiesOf(closing.subject)).toEqual(['closing_bill 2026-12-13 done'])
  })

  const underbilled = { kind: 'underbilled', amountCents: 100, errorOn: '2026-10-01' }
  const overbilled = { kind: 'overbilled', amountCents: 100, billedOn: '2026-10-01', paidOn: '2026-10-10' }
  test.each<[reason: string, kind: DutyKind, line: object, eventOn: string, state: string]>([
    [
      'that charges it',
      'underbilling_correction',
      { correction: underbilled, rectificativeType: 'C' },
      '2026-10-05',
      'done',
    ],
    ['that gives it back', 'overbilling_refund', { correction: overbilled }, '2026-10-05', 'done'],
    ['that gives back instead', 'underbilling_correction', { correction: overbilled }, '2026-10-05', 'open'],
    ['that corrects nothing', 'overbilling_refund', {}, '2026-10-05', 'open'],
    ['of a day before the event', 'overbilling_refund', { correction: overbilled }, '2026-11-20', 'open'],
  ])('a bill %s: %s is %s', async (reason, kind, line, eventOn, state) => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const { name, contractId } = await insertContract(db, { customerId })
    const subject = `recorded:${reason.replaceAll(' ', '-')}` as const
    const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
    await openDuty(db, {
      ...{ kind, subject, facts, customerId, contractId, place: null, at: new Date(`${eventOn}T10:00:00Z`) },
    })
    await tell('invoices', [{ ...invoiceOf(name, `CORRECTING-${contractId}`), ...line }])
    expect((await findDutiesOf(db, subject)).map((duty) => duty.state)).toEqual([state])
  })

  test('a known bill that arrives again as a correction ends it too', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const { name, contractId } = await insertContract(db, { customerId })
    const duty = { kind: 'overbilling_refund', subject: 'recorded:again' } as const
    const facts = { topics: [], energy: 'electricity', powerWatts: null } as const
    await openDuty(db, { ...duty, facts, customerId, contractId, place: null, at: new Date('2026-10-05T10:00:00Z') })
    await tell('invoices', [invoiceOf(name, 'CORRECTING-AGAIN')])
    expect((await findDutiesOf(db, duty.subject)).map(({ state }) => state)).toEqual(['open'])
    await tell('invoices', [{ ...invoiceOf(name, 'CORRECTING-AGAIN'), correction: overbilled }])
    expect((await findDutiesOf(db, duty.subject)).map(({ state }) => state)).toEqual(['done'])
  })
})

test('stores transfer details of an invoice, and its account only if the settings allow it', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { tax_id: '99123010W' })
  const contract = await insertContract(db, { customerId })
  const holder = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  await portal.set('payment.transfer.account', 'ES9121000418450200051332')
  const transfer = {
    iban: 'es80 9999 0001 4500 0000 0001',
    bic: 'CAIXESBBXXX',
    beneficiary: ' Collections, S.L. ',
    concept: 'RF18539007547034',
  }
  const own = { number: 'FE-T', contract: contract.name, paidStatus: 'pending_transfer', documents: [], transfer }
  const invoice = { ...documented('invoices'), ...own }
  const jointInvoice = { ...documented('multipoint-invoices'), number: 'FM-T', customer: '99123010W', transfer }
  for (const [kind, line] of [
    ['invoices', invoice],
    ['multipoint-invoices', jointInvoice],
  ] as const) {
    expect(await tell(kind, [line, line])).toEqual([accepted(true), accepted(false)])
    await portal.set('payment.transfer.accountPerInvoice', false)
    expect(await detailsOf(kind, line.number)).toMatchObject({
      iban: 'ES9121000418450200051332',
      bic: null,
      concept: transfer.concept,
    })
    await portal.set('payment.transfer.accountPerInvoice', true)
    expect(await detailsOf(kind, line.number)).toMatchObject({
      iban: 'ES8099990001450000000001',
      bic: transfer.bic,
      beneficiary: 'Collections, S.L.',
      concept: transfer.concept,
    })
    const { transfer: _, ...without } = line
    expect(await tell(kind, [without, without])).toEqual([accepted(true), accepted(false)])
    expect(await detailsOf(kind, line.number)).toMatchObject({
      iban: 'ES9121000418450200051332',
      concept: line.number,
    })
  }

  async function detailsOf(kind: 'invoices' | 'multipoint-invoices', number: string) {
    const isJoint = kind === 'multipoint-invoices'
    const { id } = isJoint
      ? await db
          .selectFrom('multipoint_invoice')
          .select('multipoint_invoice_id as id')
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
      : await db.selectFrom('invoice').select('invoice_id as id').where('number', '=', number).executeTakeFirstOrThrow()
    const query = { related_object_type: isJoint ? 'multipoint_invoice' : 'invoice' } as const
    return holder.send(readTransferDetails, { params: { invoiceId: String(id) }, query })
  }
})

test.each([
  ['an invalid account', { iban: 'ES9121000418450200051333' }, 'transfer.iban', 'not_iban'],
  ['an invalid bank', { bic: 'caixa' }, 'transfer.bic', 'wrong_format'],
  ['a concept that is too long for banks', { concept: 'x'.repeat(141) }, 'transfer.concept', undefined],
  ['an unknown member', { swift: 'CAIXESBBXXX' }, 'transfer', 'unknown_member'],
])('refuses a transfer with %s', async (_, transfer, member, reason) => {
  const [answer] = await tell('invoices', [{ ...documented('invoices'), transfer }])
  expect(answer).toMatchObject({ status: 'refused', code: 'invalid', member, ...(reason && { reason }) })
})

test('what an invoice corrects stays until another line says otherwise', async () => {
  const stored = async () => {
    const query = portal.context.db.selectFrom('invoice').where('number', '=', 'CORR').select('correction')
    return (await query.executeTakeFirstOrThrow()).correction
  }
  const { db } = portal.context
  await insertContract(db, { customerId: await insertCustomer(db), name: 'CORR-1' })
  const invoice = { ...documented('invoices'), number: 'CORR', contract: 'CORR-1', rectificativeType: 'C' }
  const correction = { kind: 'underbilled', amountCents: 4000, errorOn: '2026-07-01' }
  expect(await tell('invoices', [{ ...invoice, correction }])).toEqual([accepted(true)])
  expect(await stored()).toEqual({ ...correction, distributorOn: null })
  await tell('invoices', [{ ...invoice, dueOn: '2026-12-24' }])
  expect(await stored()).toEqual({ ...correction, distributorOn: null })
})
