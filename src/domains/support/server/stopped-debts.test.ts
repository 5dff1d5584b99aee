import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { listDebts } from '#domains/collections/api.ts'
import { actOnDebts, listManagedDebts } from '#domains/collections/desk/api.ts'
import { openDueDebts } from '#domains/collections/server/advance-debt.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { openRequest } from '../api.ts'
import { answerCustomer, setSuspensionStop } from '../desk/cases/api.ts'
import { closeIncompleteCases } from './case-jobs.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operatorId } = await deskPortal({ now: noon })
const { db } = portal.context
let contract: CreatedContract
let evaId: number
let eva: TestVisitor
let operator: TestVisitor

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
})
afterAll(() => portal.close())
beforeEach(async () => {
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
  evaId = await insertUser(db, { customerIds: [contract.customerId] })
  await insertInvoice(db, { contract, due_on: '2026-11-20', amount_total_cents: 4_569 })
  await openDueDebts(db, noon)
  await moveTo(0)
})

/** Moves the clock, and signs everybody in again. */
async function moveTo(days: number) {
  portal.setClock(new Date(noon.getTime() + days * msPerDay))
  eva = await portal.as(evaId)
  operator = await portal.as(operatorId)
}
const debt = async () => (await eva.send(listDebts, {})).items[0]!
const managed = async () => (await operator.send(listManagedDebts, { query: { q: contract.name } as never })).items[0]!
const act = async (name: string, suspendOn: string | null = null) =>
  operator.send(actOnDebts, {
    body: { act: name, ids: [(await debt()).id], suspend_on: suspendOn, proof: 'CD 1' } as never,
  })
const announce = (day: string) => act('announce', day)
async function announced() {
  await act('demand')
  await act('note_delivered')
  expect(await announce('2027-01-28')).toEqual({ changed: 1, problems: [] })
}
async function complain(categoryId = 22): Promise<number> {
  const body = {
    ...{ polissa_id: contract.contractId, polissa_type: 'electricity' as const, categ_id: categoryId, attachments: [] },
    ...{ title: 'El corte', message: 'Esa factura la pagué en octubre.' },
  }
  return (await eva.send(openRequest, { body })).id
}
const answer = (id: number, body: object) =>
  operator.send(answerCustomer, { params: { id: String(id) }, body: { message: 'Hola.', ...body } as never })
const giveToBody = (id: number, stopped: boolean) =>
  operator.send(setSuspensionStop, { params: { id: String(id) }, body: { reason: 'dispute_body', stopped } })
const mails = async () =>
  (
    await db
      .selectFrom('outbox_message')
      .where('customer_id', '=', contract.customerId)
      .where('kind', 'like', 'collections.%')
      .orderBy('created_at')
      .select('kind')
      .execute()
  ).map(({ kind }) => kind.replace('collections.', ''))

describe('a complaint about the reason of a suspension', () => {
  test('voids its day, and both its customer and the operators see which case does', async () => {
    await announced()
    const id = await complain()
    expect(await debt()).toMatchObject({
      ...{ step: 'delivered', next: null, stops: [{ reason: 'complaint', request_id: id }] },
    })
    expect((await debt()).events.at(-1)).toMatchObject({ kind: 'stopped' })
    expect(await managed()).toMatchObject({ suspend_on: null, stops: [{ reason: 'complaint', case_id: id }] })
    expect(await announce('2027-02-02')).toEqual({ changed: 0, problems: ['debt_stopped'] })
    expect(await act('resume')).toEqual({ changed: 0, problems: ['debt_stopped'] })
    expect((await mails()).at(-1)).toBe('stopped')
  })

  test.each(['accepted', 'denied'])('lets the debt go on once it was answered: %s', async (state) => {
    await announced()
    const id = await complain()
    await answer(id, { state: 'being_processed' })
    expect((await debt()).stops).toHaveLength(1)
    await answer(id, { state, reasons: [{ point: 'El corte', reason: 'La factura está sin pagar.' }] })
    expect(await debt()).toMatchObject({ stops: [], step: 'delivered', next: { kind: 'announcement' } })
    expect((await mails()).slice(-2)).toEqual(['stopped', 'resumed'])
    expect(await announce('2027-01-28')).toEqual({ changed: 1, problems: [] })
  })

  test('stands still while a body out of court has it, also after its answer', async () => {
    await announced()
    const id = await complain()
    await giveToBody(id, true)
    await answer(id, { state: 'denied', reasons: [{ point: 'El corte', reason: 'La factura está sin pagar.' }] })
    expect(await debt()).toMatchObject({ stops: [{ reason: 'dispute_body', request_id: id }], next: null })
    expect(await announce('2027-01-28')).toMatchObject({ problems: ['debt_stopped'] })
    await giveToBody(id, false)
    expect(await debt()).toMatchObject({ stops: [], next: { kind: 'announcement' } })
    expect((await mails()).filter((kind) => kind === 'stopped' || kind === 'resumed')).toEqual(['stopped', 'resumed'])
  })

  test('that was not completed lets it go on when its case is closed', async () => {
    await announced()
    const id = await complain()
    await answer(id, { state: 'additional_information_required' })
    expect((await debt()).stops).toHaveLength(1)
    await moveTo(16)
    await closeIncompleteCases(portal.context)
    await moveTo(25)
    await closeIncompleteCases(portal.context)
    expect((await debt()).stops).toEqual([])
  })

  test('counts for a debt that is opened after it', async () => {
    await db.updateTable('debt').set({ step: 'closed' }).where('customer_id', '=', contract.customerId).execute()
    const id = await complain()
    await openDueDebts(db, noon)
    expect(await debt()).toMatchObject({
      step: 'noticed',
      stops: [{ reason: 'complaint', request_id: id }],
      next: null,
    })
  })

  test('of two cases stops it until both were answered', async () => {
    await announced()
    const [one, other] = [await complain(), await complain()]
    await answer(one, { state: 'accepted' })
    expect((await debt()).stops).toEqual([{ reason: 'complaint', request_id: other }])
    await answer(other, { state: 'accepted' })
    expect((await debt()).stops).toEqual([])
  })
})

test('a complaint about a bill leaves an announced day as it is', async () => {
  await announced()
  await complain(11)
  expect(await debt()).toMatchObject({ step: 'announced', stops: [], next: { kind: 'suspension', on: '2027-01-28' } })
})

test('the complaint of another customer stops nothing', async () => {
  await announced()
  const owner = contract
  const another = await insertContract(db, { customerId: await insertCustomer(db) })
  const stranger = await portal.as(await insertUser(db, { customerIds: [another.customerId] }))
  const body = {
    ...{ polissa_id: owner.contractId, polissa_type: 'electricity' as const, categ_id: 22, attachments: [] },
    ...{ title: 'El corte', message: 'No es mío.' },
  }
  expect((await stranger.sendRaw(openRequest, { body })).statusCode).toBeGreaterThanOrEqual(400)
  expect(await debt()).toMatchObject({ step: 'announced', stops: [] })
})
