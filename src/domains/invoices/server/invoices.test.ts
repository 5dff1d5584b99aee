import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listFilterParams, listInvoices, listMultipointInvoices } from '../api.ts'

let portal: TestPortal
let anna: Visitor
let stranger: Visitor
let contract: MadeContract

beforeAll(async () => {
  portal = await testPortal()
  const { db } = portal.context
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId, name: '0048213', payer_tax_id: '12345678Z' })
  const other = await aContract(db, { customerId })
  const gas = await aContract(db, { customerId, energy: 'gas' })
  await anInvoice(db, {
    contract,
    number: 'FE1',
    issued_on: '2026-09-06',
    amount_total_cents: 5510,
    paid_status: 'paid',
    amount_pending_cents: 0,
  })
  const newest = await anInvoice(db, { contract, number: 'FE2', issued_on: '2026-10-06', amount_total_cents: 4569 })
  await anInvoice(db, { contract: other, number: 'FE3', issued_on: '2026-08-06', amount_total_cents: 120_000 })
  await anInvoice(db, { contract: gas, number: 'FG1', energy: 'gas' })
  await db
    .insertInto('invoice_pending_state')
    .values({ customer_id: customerId, invoice_id: newest, changed_on: '2026-10-06', pending_state: 'issued' })
    .execute()
  anna = await portal.as(await aUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
afterAll(() => portal.close())

const numbers = (list: { items: { number: string }[] }) => list.items.map((invoice) => invoice.number)

describe('the list of invoices', () => {
  test('shows the newest first, in euros and kilowatt hours with their exact decimals', async () => {
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

  test('tells the history of an invoice in the language asked for', async () => {
    const inGerman = (await anna.ask(listInvoices, { query: {} }, { headers: { 'accept-language': 'de' } })).json()
    expect(inGerman.items[0].pending_state_history).toEqual([
      { change_date: '2026-10-06', pending_state: { ov_description: 'Ausgestellt' } },
    ])
  })

  test('keeps electricity and gas apart', async () => {
    const gas = await anna.send(listInvoices, { query: { type: 'gas' } })
    expect(numbers(gas)).toEqual(['FG1'])
    expect(gas.items[0]!.documents).toEqual(['pdf', 'signed_pdf'])
  })

  test('answers alike in both versions', async () => {
    const [first, second] = [
      await anna.ask(listInvoices, {}, { version: 1 }),
      await anna.ask(listInvoices, {}, { version: 2 }),
    ]
    expect(first.json()).toEqual(second.json())
  })

  test.each([
    ['a page of one', { limit: 1, offset: 1 }, ['FE1']],
    ['a contract by its name', { filter: '[["contract.name","=","0048213"]]' }, ['FE2', 'FE1']],
    ['part of a number, whatever its case', { filter: '[["number","like","%fe1%"]]' }, ['FE1']],
    ['days from and to', { filter: '[["date",">=","2026-08-06"],["date","<","2026-10-06"]]' }, ['FE1', 'FE3']],
    ['an amount in euros', { filter: '[["amount_total",">","55.09"]]' }, ['FE1', 'FE3']],
    ['energy in kilowatt hours', { filter: '[["energy_consumed","=",190]]' }, ['FE2', 'FE1', 'FE3']],
    ['energy that was taken back, apart from what was used', { filter: '[["energy_consumed","=","-190"]]' }, []],
    ['one of several states', { filter: '[["paid_status","in",["paid","pending_remesa"]]]' }, ['FE1']],
    ['none of nothing', { filter: '[["paid_status","in",[]]]' }, []],
    ['the signs of patterns as they are', { filter: '[["number","like","F_1"]]' }, []],
    ['no conditions', { filter: '[]' }, ['FE2', 'FE1', 'FE3']],
  ])('finds %s', async (_, query, expected) => {
    expect(numbers(await anna.send(listInvoices, { query }))).toEqual(expected)
  })

  test.each([
    ['a field that is not offered', '[["iban","=","ES00"]]'],
    ['a field that is only a word of the language', '[["constructor","=","1"]]'],
    ['an operator that is not offered', '[["number","~","F"]]'],
    ['a list without "in"', '[["number","=",["FE1"]]]'],
    ['"like" on an amount', '[["amount_total","like","4"]]'],
    ['a day that is none', '[["date",">","2026-02-30"]]'],
    ['more euros than the tables can hold', '[["amount_total","<",99999999]]'],
    ['something that is no JSON', '[[number'],
    ['something that is no list', '{"number":"FE1"}'],
  ])('refuses %s', async (_, filter) => {
    const answer = await anna.ask(listInvoices, { query: { filter } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.code).toBe('filter_unknown')
  })

  test.each([
    ['more than 150', { limit: '151' }, 'limit'],
    ['a page before the first', { offset: '-1' }, 'offset'],
    ['a page beyond what can be counted', { offset: '2147483648' }, 'offset'],
    ['an energy that is not sold', { type: 'steam' }, 'type'],
    ['a parameter that nobody knows', { sort: 'date' }, 'sort'],
  ])('refuses %s, by field', async (_, query, field) => {
    const answer = await anna.ask(listInvoices, { query: query as object })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('shows nobody the invoices of somebody else', async () => {
    expect(await stranger.send(listInvoices, { query: {} })).toMatchObject({ items: [], n_items: 0 })
  })

  test('shows what has changed at once', async () => {
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

  test('needs a session', async () => {
    expect((await portal.anonymous.ask(listInvoices, {})).statusCode).toBe(401)
    expect((await portal.anonymous.ask(listMultipointInvoices, {})).statusCode).toBe(401)
    expect((await portal.anonymous.ask(listFilterParams, { query: { fields: 'cups' } })).statusCode).toBe(401)
  })
})

describe('what invoices can be filtered by', () => {
  test('is the values of the own contracts, each once', async () => {
    const offered = await anna.send(listFilterParams, { query: { fields: 'contracts,vats,cups,addresses' } })
    expect(offered.contracts).toContain('0048213')
    expect(offered.vats).toEqual(['12345678Z', 'TAX'])
    expect(offered.cups).toContain(contract.cups)
    expect(offered.addresses).toHaveLength(2)
  })

  test('is nothing for somebody without contracts', async () => {
    expect(await stranger.send(listFilterParams, { query: { fields: 'cups' } })).toEqual({ cups: [] })
  })

  test('is refused for a field that is not offered', async () => {
    expect((await anna.ask(listFilterParams, { query: { fields: 'iban' } })).statusCode).toBe(400)
  })
})
