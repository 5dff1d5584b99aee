import { afterAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import type { ReturnedDebit } from '../../rules.ts'
import { recordReturns } from '../../server/record-returns.ts'
import { actOnReturns, listManagedReturns, matchManagedReturn } from '../api.ts'
import { exportReturns } from '../downloads.ts'

const now = new Date('2026-11-24T09:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ now })
afterAll(() => portal.close())

let contract: CreatedContract
let number: string
let count = 0

beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('debit_return').execute()
  contract = await insertContract(db, { customerId: await insertCustomer(db, { name: `Eva ${++count}` }) })
  number = `FE-${count}`
  await insertInvoice(db, { contract, number, amount_total_cents: 900, amount_pending_cents: 0, paid_status: 'paid' })
})

async function returned(change: Partial<ReturnedDebit> = {}): Promise<void> {
  const debit = {
    ...{ endToEndId: number, mandateId: null, iban: null, amountCents: 900, reasonCode: 'AC04', collectedOn: null },
    ...{ returnedOn: '2026-11-24', debtorName: 'EVA G', concept: null, ...change },
  }
  const source = { format: 'camt.054', fileName: null, now } as const
  await portal.context.db.transaction().execute((trx) => recordReturns(trx, [debit], source))
}

const list = (query: object) => operator.send(listManagedReturns, { query: query as never })
const only = async (query: object) => (await list({ state: 'all', ...query })).items[0]!
const act = (name: 'assign' | 'remind' | 'dismiss', ids: number[]) =>
  operator.send(actOnReturns, { body: { act: name, ids } })

const audited = async (action: string) => (await auditOf(portal, operatorId)).filter(([name]) => name === action).length

test.each([
  ['unmatched', 0],
  ['owed', 1],
  ['dismissed', 0],
  ['all', 1],
])('a matched return is in the list %s %i times', async (state, times) => {
  await returned()
  expect((await list({ state })).total).toBe(times)
})

test('the list is searched by customer, reference, invoice and cause', async () => {
  await returned()
  await returned({ endToEndId: 'NOBODYS', reasonCode: 'XX01' })
  for (const query of [{ q: `Eva ${count}` }, { q: number }, { cause: 'account_closed' }])
    expect(await only(query), JSON.stringify(query)).toMatchObject({
      ...{ cause: 'account_closed', code: 'AC04', amount: 9, state: 'matched' },
      ...{ invoice: { number, owed: 9 }, customer: { name: `Eva ${count}` } },
    })
  for (const query of [{ q: 'nobody-s' }, { q: 'eva g' }, { cause: 'unknown' }])
    expect(await only(query), JSON.stringify(query)).toMatchObject({ state: 'unmatched', unmatched_reason: 'none' })
  expect((await list({ state: 'all', cause: 'twice' })).total).toBe(0)
})

test('an operator finds the invoice, which is owed again', async () => {
  await returned({ endToEndId: 'TYPO' })
  const { id } = await only({})
  const match = (text: string) =>
    operator.sendRaw(matchManagedReturn, { params: { id: String(id) }, body: { number: text } })
  const unknown = await match('FE-NONE')
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'invoice_unknown'])
  expect((await match('')).statusCode).toBe(400)
  expect((await match(number)).statusCode).toBe(204)
  expect(await only({})).toMatchObject({ state: 'matched', debtor: null, invoice: { number, owed: 9 } })
  const again = await match(number)
  expect([again.statusCode, again.json().error.code]).toEqual([409, 'return_settled'])
  expect(await audited('debit_return_assigned')).toBe(1)
})

test('returns are taken on, their customers told again, and put aside, each where it applies', async () => {
  await returned()
  await returned({ endToEndId: 'NOBODYS' })
  const { items } = await list({ state: 'all' })
  const ids = items.map(({ id }) => id)
  expect(await act('assign', ids)).toEqual({ changed: 2 })
  expect(await act('remind', ids)).toEqual({ changed: 1 })
  expect(await act('dismiss', ids)).toEqual({ changed: 1 })
  expect(await act('dismiss', [999_999])).toEqual({ changed: 0 })
  expect((await list({ state: 'dismissed' })).items).toMatchObject([
    { reference: 'NOBODYS', assignee: { id: operatorId } },
  ])
  const mails = portal.context.db.selectFrom('outbox_message').where('customer_id', '=', contract.customerId)
  expect(await mails.selectAll().execute()).toHaveLength(2)
})

test('a payer who has died is reminded of nothing', async () => {
  await returned({ reasonCode: 'MD07' })
  expect(await act('remind', [(await only({})).id])).toEqual({ changed: 0 })
})

test('the export has what the list has, and is recorded', async () => {
  await returned()
  const { body } = await operator.sendRaw(exportReturns, { query: { state: 'all' } as never })
  expect(body).toContain(number)
  expect(body).toContain('Cuenta cerrada;AC04')
  expect(await audited('debit_returns_exported')).toBe(1)
})

test('care may look but not act', async () => {
  const { visitor } = await createTestOperator(portal, undefined, ['care'])
  expect((await visitor.send(listManagedReturns, { query: {} as never })).total).toBe(0)
  const { statusCode } = await visitor.sendRaw(actOnReturns, { body: { act: 'dismiss', ids: [1] } })
  expect(statusCode).toBe(403)
})
