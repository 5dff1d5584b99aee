import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { listDebts } from '../api.ts'
import { type DebtAct, notedStops } from '../rules.ts'
import { actOnDebt, openDueDebts, setSocialBonus, settlePaidDebts } from './advance-debt.ts'
import { endNotedStops, noteStop } from './debt-stops.ts'

const noon = (day: string) => new Date(`${day}T11:00:00Z`)
let portal: TestPortal
let contract: CreatedContract
let visitor: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: noon('2026-11-27') })
})
afterAll(() => portal.close())
beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('debt_event').execute()
  await db.deleteFrom('debt').execute()
  await db.updateTable('invoice').set({ paid_status: 'paid', amount_pending_cents: 0 }).execute()
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
  visitor = await portal.as(await insertUser(db, { customerIds: [contract.customerId] }))
  await insertInvoice(db, { contract, due_on: '2026-11-20', amount_total_cents: 4_569 })
})

const db = () => portal.context.db
const debts = async () => (await visitor.send(listDebts, {})).items
const only = async () => (await debts())[0]!
const open = async () => {
  await openDueDebts(db(), noon('2026-11-27'))
  return { customerId: contract.customerId, debtId: (await only()).id }
}
type Key = Awaited<ReturnType<typeof open>>
const act = (key: Key, name: DebtAct, day: string, suspendOn: string | null = null) =>
  actOnDebt(db(), key, { act: name, suspendOn, now: noon(day) })
const duties = async ({ debtId }: Key) =>
  Object.fromEntries((await findDutiesOf(db(), `debt:${debtId}`)).map((row) => [row.kind, [row.due_on, row.state]]))
const mails = async () => {
  const query = db().selectFrom('outbox_message').where('customer_id', '=', contract.customerId)
  return (await query.orderBy('created_at').select(['kind', 'values']).execute()).map(({ kind }) => kind)
}
const pay = () =>
  db()
    .updateTable('invoice')
    .set({ paid_status: 'paid', amount_pending_cents: 0 })
    .where('contract_id', '=', contract.contractId)
    .execute()
async function announced(): Promise<Key> {
  const key = await open()
  await act(key, 'demand', '2026-11-27')
  await act(key, 'note_delivered', '2026-12-01')
  expect(await act(key, 'announce', '2026-12-02', '2027-01-28')).toBeNull()
  return key
}

describe('an invoice past its due day', () => {
  test('opens one debt, whose customer is told once, with the regulated price', async () => {
    await Promise.all([1, 2].map(() => openDueDebts(db(), noon('2026-11-27'))))
    expect(await openDueDebts(db(), noon('2026-11-27'))).toBe(0)
    expect(await mails()).toEqual(['collections.notice'])
    expect(await debts()).toMatchObject([
      {
        ...{ step: 'noticed', owed: 45.69, may_have_pvpc: true, stops: [] },
        next: { kind: 'demand', on: null },
        events: [{ kind: 'noticed' }],
      },
    ])
  })

  test('opens none on its due day', async () => {
    expect(await openDueDebts(db(), noon('2026-11-20'))).toBe(0)
  })
})

describe('the way to a suspension', () => {
  test('has a duty for each term, counted from its event', async () => {
    const key = await announced()
    expect(await duties(key)).toMatchObject({
      suspension: ['2027-01-27', 'open'],
      community_list: ['2026-12-08', 'open'],
      suspension_notice: [expect.any(String), 'done'],
    })
    expect((await only()).next).toEqual({ kind: 'suspension', on: '2027-01-28' })
    expect(await act(key, 'note_suspended', '2027-01-27')).toBe('too_early')
    expect(await act(key, 'note_suspended', '2027-01-28')).toBeNull()
    expect(await duties(key)).toMatchObject({
      access_contract_end: ['2027-03-28', 'open'],
      suspension: [expect.any(String), 'done'],
    })
    expect((await only()).events.map(({ kind }) => kind)).toEqual([
      'noticed',
      'demanded',
      'delivered',
      'announced',
      'suspended',
    ])
    expect(await mails()).toEqual(['notice', 'demanded', 'announced', 'suspended'].map((kind) => `collections.${kind}`))
  })

  test('repeats a demand that was not delivered within seven working days, without a new term', async () => {
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    await act(key, 'note_undelivered', '2026-11-30')
    expect(await duties(key)).toMatchObject({ repeated_demand: ['2026-12-10', 'open'] })
    await act(key, 'demand', '2026-12-03')
    expect(await duties(key)).toMatchObject({
      repeated_demand: ['2026-12-10', 'done'],
      suspension: ['2027-01-27', 'open'],
    })
  })

  test('takes four months with the social bonus, whenever it is known', async () => {
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    expect(await setSocialBonus(db(), key, true)).toBe(true)
    expect(await duties(key)).toMatchObject({ suspension: ['2027-03-27', 'open'] })
    await act(key, 'note_delivered', '2026-12-01')
    expect(await act(key, 'announce', '2026-12-02', '2027-01-28')).toBe('too_early')
  })

  test.each(notedStops)('is stopped by %s, which voids the day', async (reason) => {
    const key = await announced()
    expect(await noteStop(db(), key, { reason, now: noon('2026-12-10') })).toBe(true)
    expect(await noteStop(db(), key, { reason, now: noon('2026-12-10') })).toBe(false)
    expect(await only()).toMatchObject({ stops: [{ reason, request_id: null }], next: null, step: 'delivered' })
    expect(await act(key, 'announce', '2026-12-10', '2027-01-28')).toBe('debt_stopped')
    expect(await endNotedStops(db(), key, noon('2026-12-20'))).toBe('resumed')
    expect(await endNotedStops(db(), key, noon('2026-12-20'))).toBe('unchanged')
    expect(await act(key, 'announce', '2027-01-11', '2027-01-28')).toBe('too_early')
    expect(await act(key, 'announce', '2027-01-11', '2027-02-02')).toBeNull()
    expect((await mails()).slice(-3)).toEqual(['stopped', 'resumed', 'announced'].map((kind) => `collections.${kind}`))
  })
})

describe('a payment', () => {
  test('ends the debt and its duties', async () => {
    const key = await announced()
    await pay()
    expect(await settlePaidDebts(db(), noon('2026-12-15'))).toBe(1)
    expect(await settlePaidDebts(db(), noon('2026-12-15'))).toBe(0)
    expect(await debts()).toEqual([])
    expect((await duties(key)).suspension).toEqual(['2027-01-27', 'cancelled'])
    expect((await mails()).at(-1)).toBe('collections.paid')
  })

  test('of a part leaves it open', async () => {
    await open()
    await db()
      .updateTable('invoice')
      .set({ amount_pending_cents: 1 })
      .where('contract_id', '=', contract.contractId)
      .execute()
    expect(await settlePaidDebts(db(), noon('2026-12-15'))).toBe(0)
    expect(await only()).toMatchObject({ owed: 0.01 })
  })

  test('after a suspension asks for the power in 12 hours, which is back in 24', async () => {
    const key = await announced()
    await act(key, 'note_suspended', '2027-01-28')
    await pay()
    await settlePaidDebts(db(), noon('2027-02-01'))
    expect(await only()).toMatchObject({ step: 'reconnecting', next: { kind: 'reconnection' } })
    const rows = await findDutiesOf(db(), `debt:${key.debtId}`)
    const dueAt = (kind: string) => rows.find((row) => row.kind === kind)?.due_at.toISOString()
    expect([dueAt('reconnection_request'), dueAt('reconnection')]).toEqual([
      '2027-02-01T23:00:00.000Z',
      '2027-02-02T11:00:00.000Z',
    ])
    expect(await act(key, 'note_reconnected', '2027-02-02')).toBeNull()
    expect(await debts()).toEqual([])
  })
})

describe('the list of debts', () => {
  test('is refused without a session', async () => {
    expect((await portal.anonymous.sendRaw(listDebts, {})).statusCode).toBe(401)
  })

  test('has nothing of another customer', async () => {
    await open()
    const another = await portal.as(await insertUser(db(), { customerIds: [await insertCustomer(db())] }))
    expect((await another.send(listDebts, {})).items).toEqual([])
  })
})
