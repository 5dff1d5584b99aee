import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listFilterParams, listInvoices, listMultipointInvoices } from '../api.ts'

let portal: TestPortal
let anna: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, name: '0048213', payer_tax_id: '12345678Z' })
  const other = await insertContract(db, { customerId })
  const gas = await insertContract(db, { customerId, energy: 'gas' })
  await insertInvoice(db, {
    contract,
    number: 'FE1',
    issued_on: '2026-09-06',
    amount_total_cents: 5510,
    paid_status: 'paid',
    amount_pending_cents: 0,
  })
  const newest = await insertInvoice(db, { contract, number: 'FE2', issued_on: '2026-10-06', amount_total_cents: 4569 })
  await insertInvoice(db, { contract: other, number: 'FE3', issued_on: '2026-08-06', amount_total_cents: 120_000 })
  await insertInvoice(db, { contract: gas, number: 'FG1', energy: 'gas' })
  await db
    .insertInto('invoice_pending_state')
    .values({ customer_id: customerId, invoice_id: newest, changed_on: '2026-10-06', pending_state: 'issued' })
    .execute()
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

const numbers = (list: { items: { number: string }[] }) => list.items.map((invoice) => invoice.number)

describe('the list of invoices', () => {
  test('returns the newest first, in euros and kilowatt hours with exact decimals', async () => {
    const list = await anna.send(listInvoices, { query: {} })
    expect(list).toMatchObject({ n_items: 3, offset: 0, limit: 100 })
    expect(numbers(list)).toEqual(['FE2', 'FE1', 'FE3'])
    expect(list.items[0]).toMatchObject({
      amount_total: 45.69,
      amount_to_pay: 45.69,
      energy_consumed: 190,
      date: '2026-10-06',
      contract: { name: '0048213' },
      cups: { name: contract.cups },
      documents: ['pdf', 'signed_pdf', 'curve_csv'],
    })
  })

  test('returns the history of an invoice in the requested language', async () => {
    const inGerman = (await anna.sendRaw(listInvoices, { query: {} }, { headers: { 'accept-language': 'de' } })).json()
    expect(inGerman.items[0].pending_state_history).toEqual([
      { change_date: '2026-10-06', pending_state: { ov_description: 'Ausgestellt' } },
    ])
  })

  test('separates electricity and gas', async () => {
    const gas = await anna.send(listInvoices, { query: { type: 'gas' } })
    expect(numbers(gas)).toEqual(['FG1'])
    expect(gas.items[0]!.documents).toEqual(['pdf', 'signed_pdf'])
  })

  test('responds alike in both versions', async () => {
    const [first, second] = [
      await anna.sendRaw(listInvoices, {}, { version: 1 }),
      await anna.sendRaw(listInvoices, {}, { version: 2 }),
    ]
    expect(first.json()).toEqual(second.json())
  })

  test.each([
    ['a page of one invoice', { limit: 1, offset: 1 }, ['FE1']],
    ['a contract by its name', { filter: '[["contract.name","=","0048213"]]' }, ['FE2', 'FE1']],
    ['part of a number, whatever its case', { filter: '[["number","like","%fe1%"]]' }, ['FE1']],
    ['a range of days', { filter: '[["date",">=","2026-08-06"],["date","<","2026-10-06"]]' }, ['FE1', 'FE3']],
    ['an amount in euros', { filter: '[["amount_total",">","55.09"]]' }, ['FE1', 'FE3']],
    ['energy in kilowatt hours', { filter: '[["energy_consumed","=",190]]' }, ['FE2', 'FE1', 'FE3']],
    ['energy taken back, apart from used energy', { filter: '[["energy_consumed","=","-190"]]' }, []],
    ['one of several states', { filter: '[["paid_status","in",["paid","pending_remesa"]]]' }, ['FE1']],
    ['nothing for an empty list', { filter: '[["paid_status","in",[]]]' }, []],
    ['pattern characters literally', { filter: '[["number","like","F_1"]]' }, []],
    ['everything without conditions', { filter: '[]' }, ['FE2', 'FE1', 'FE3']],
  ])('finds %s', async (_, query, expected) => {
    expect(numbers(await anna.send(listInvoices, { query }))).toEqual(expected)
  })

  test.each([
    ['an unsupported field', '[["iban","=","ES00"]]'],
    ['a property of every object as a field', '[["constructor","=","1"]]'],
    ['an unsupported operator', '[["number","~","F"]]'],
    ['a list without "in"', '[["number","=",["FE1"]]]'],
    ['"like" on an amount', '[["amount_total","like","4"]]'],
    ['an invalid day', '[["date",">","2026-02-30"]]'],
    ['an amount beyond the range of the tables', '[["amount_total","<",99999999]]'],
    ['invalid JSON', '[[number'],
    ['a value that is not a list', '{"number":"FE1"}'],
  ])('rejects %s', async (_, filter) => {
    const answer = await anna.sendRaw(listInvoices, { query: { filter } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.code).toBe('filter_unknown')
  })

  test.each([
    ['a limit above 150', { limit: '151' }, 'limit'],
    ['a negative offset', { offset: '-1' }, 'offset'],
    ['an offset beyond the integer range', { offset: '2147483648' }, 'offset'],
    ['an energy that is not sold', { type: 'steam' }, 'type'],
    ['an unknown parameter', { sort: 'date' }, 'sort'],
  ])('rejects %s with a field error', async (_, query, field) => {
    const answer = await anna.sendRaw(listInvoices, { query: query as object })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('shows no invoices of other customers', async () => {
    expect(await stranger.send(listInvoices, { query: {} })).toMatchObject({ items: [], n_items: 0 })
  })

  test('reflects changes at once', async () => {
    const { db } = portal.context
    const before = await anna.send(listInvoices, { query: { limit: 1 } })
    const [newest] = before.items
    await db.updateTable('invoice').set({ amount_pending_cents: 1 }).where('invoice_id', '=', newest!.id).execute()
    expect((await anna.send(listInvoices, { query: { limit: 1 } })).items[0]!.amount_pending).toBe(0.01)
    const entry = {
      customer_id: contract.customerId,
      invoice_id: newest!.id,
      changed_on: '2026-10-27',
      pending_state: 'reminded',
    }
    await db.insertInto('invoice_pending_state').values(entry).execute()
    expect((await anna.send(listInvoices, { query: { limit: 1 } })).items[0]!.pending_state_history).toHaveLength(2)
    await db.deleteFrom('invoice_pending_state').where('pending_state', '=', 'reminded').execute()
    await db.updateTable('invoice').set({ amount_pending_cents: 4569 }).where('invoice_id', '=', newest!.id).execute()
    expect(await anna.send(listInvoices, { query: { limit: 1 } })).toEqual(before)
  })

  test.each([
    ['CUPS', { cups: 'ES0031000000000001AA0F' }, 'name', 'ES0031000000000001AA0F'],
    ['address', { supply_street: 'Carrer Nou, 1' }, 'full_address', 'Carrer Nou, 1'],
  ] as const)('reflects a corrected %s of the contract at once', async (_, correction, member, expected) => {
    const { db } = portal.context
    const shown = async () => (await anna.send(listInvoices, { query: { limit: 1 } })).items[0]!.cups
    const before = await shown()
    const stored = await db
      .selectFrom('contract')
      .select(['cups', 'supply_street'])
      .where('contract_id', '=', contract.contractId)
      .executeTakeFirstOrThrow()
    const correct = (set: object) =>
      db.updateTable('contract').set(set).where('contract_id', '=', contract.contractId).execute()
    await correct(correction)
    expect((await shown())[member]).toContain(expected)
    await correct(stored)
    expect(await shown()).toEqual(before)
  })

  test('requires a session', async () => {
    expect((await portal.anonymous.sendRaw(listInvoices, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(listMultipointInvoices, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(listFilterParams, { query: { fields: 'cups' } })).statusCode).toBe(401)
  })
})

describe('the filter values of invoices', () => {
  test('are the values of the customer’s own contracts, each once', async () => {
    const offered = await anna.send(listFilterParams, { query: { fields: 'contracts,vats,cups,addresses' } })
    expect(offered.contracts).toContain('0048213')
    expect(offered.vats).toEqual(['12345678Z', 'TAX'])
    expect(offered.cups).toContain(contract.cups)
    expect(offered.addresses).toHaveLength(2)
  })

  test('are empty for a user without contracts', async () => {
    expect(await stranger.send(listFilterParams, { query: { fields: 'cups' } })).toEqual({ cups: [] })
  })

  test('are refused for a field that is not offered', async () => {
    expect((await anna.sendRaw(listFilterParams, { query: { fields: 'iban' } })).statusCode).toBe(400)
  })
})
