import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { up } from '#db/migrations/0116-case-duties.ts'
import { findStopsOf } from '#domains/contract-records/server/suspension-stops.ts'
import { findDutiesOf, normOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { openClaim, openRequest, readBreakdownContact, readRequest, writeMessage } from '../api.ts'
import { answerCustomer, setSuspensionStop } from '../desk/cases/api.ts'
import { downloadReceipt } from '../downloads.ts'
import { closeIncompleteCases } from './case-jobs.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operatorId } = await deskPortal({ now: noon })
const { db } = portal.context
let anna: TestVisitor
let operator: TestVisitor
let annaId: number
let stranger: TestVisitor
let contract: CreatedContract

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  annaId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(() => moveTo(0))

/** Moves the clock, and signs everybody in again. */
async function moveTo(days: number) {
  portal.setClock(later(days))
  anna = await portal.as(annaId)
  operator = await portal.as(operatorId)
}
const later = (days: number) => new Date(noon.getTime() + days * msPerDay)
async function open(categoryId = 11): Promise<number> {
  const { id } = await anna.send(openRequest, {
    body: {
      ...{ polissa_id: contract.contractId, polissa_type: 'electricity', categ_id: categoryId },
      ...{ title: 'La factura', message: 'Es muy alta.', attachments: [] },
    },
  })
  return id
}
const answer = (id: number, body: object) =>
  operator.sendRaw(answerCustomer, { params: { id: String(id) }, body: { message: 'Hola.', ...body } as never })
const read = (id: number) => anna.send(readRequest, { params: { id: String(id) } })
const dutiesOf = async (id: number) =>
  Object.fromEntries((await findDutiesOf(db, `case:${id}`)).map((duty) => [duty.kind, duty]))
const mailsOf = async (id: number) =>
  await db
    .selectFrom('outbox_message')
    .where('link', '=', `/requests/${id}`)
    .orderBy('created_at')
    .selectAll()
    .execute()
const runJob = () => closeIncompleteCases(portal.context)

describe('a complaint about a bill', () => {
  test('is due in five days, and answered on the fifth within its term', async () => {
    const id = await open()
    expect(await read(id)).toMatchObject({ clock: 'running', term: { due_on: '2026-11-25', count: 5, unit: 'days' } })
    await moveTo(5)
    expect((await answer(id, { state: 'accepted' })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'accepted', clock: 'answered' })
    const { case_answer: due, case_evidence: evidence } = await dutiesOf(id)
    expect(due!.ended_at! < due!.due_at).toBe(true)
    expect(evidence).toMatchObject({ state: 'open', due_on: '2031-11-25' })
  })

  test('is late after it, and an interim message does not answer it', async () => {
    const id = await open()
    await answer(id, { state: 'being_processed' })
    await moveTo(6)
    expect(await read(id)).toMatchObject({ clock: 'late', answered_at: null })
  })
})

describe('an incomplete case', () => {
  test('stands still until its customer completes it, and starts anew', async () => {
    const id = await open()
    await moveTo(1)
    await answer(id, { state: 'additional_information_required', message: 'Falta la factura.' })
    expect(await read(id)).toMatchObject({ clock: 'stopped', complete_by: '2026-12-04' })
    const [, told] = await mailsOf(id)
    expect(told).toMatchObject({
      kind: 'support.incomplete',
      values: { answer: 'Falta la factura.', due: '2026-12-04', hasTerm: 'yes' },
    })
    await moveTo(10)
    await anna.send(writeMessage, { params: { id: String(id) }, body: { message: 'Aquí está.' } })
    expect(await read(id)).toMatchObject({ clock: 'running', complete_by: null, term: { due_on: '2026-12-05' } })
    expect(await dutiesOf(id)).toMatchObject({ case_completion: { state: 'done' }, case_answer: { state: 'open' } })
  })

  test('is closed as resolved when its time is over, after a warning some days before', async () => {
    const id = await open()
    await answer(id, { state: 'additional_information_required' })
    await moveTo(8)
    expect(await runJob()).toBe(0)
    expect((await mailsOf(id)).map(({ kind }) => kind)).not.toContain('support.completionWarning')
    await moveTo(12)
    expect(await runJob()).toBe(0)
    await runJob()
    expect((await mailsOf(id)).filter(({ kind }) => kind === 'support.completionWarning')).toHaveLength(1)
    await moveTo(16)
    expect(await runJob()).toBe(1)
    expect(await read(id)).toMatchObject({ state: 'accepted', closure: 'incomplete', clock: 'stopped' })
    expect(await dutiesOf(id)).toMatchObject({ case_answer: { state: 'cancelled' }, case_evidence: { state: 'open' } })
    expect((await mailsOf(id)).at(-1)).toMatchObject({ kind: 'support.closedIncomplete' })
    expect(await runJob()).toBe(0)
  })

  test('that was not warned in time has the days of the warning left', async () => {
    const id = await open()
    await answer(id, { state: 'additional_information_required' })
    await moveTo(60)
    expect(await runJob()).toBe(0)
    expect((await mailsOf(id)).at(-1)).toMatchObject({
      kind: 'support.completionWarning',
      values: { due: '2027-01-22' },
    })
    await moveTo(63)
    expect(await runJob()).toBe(1)
  })

  test('is not closed once it was completed', async () => {
    const id = await open()
    await answer(id, { state: 'additional_information_required' })
    await moveTo(13)
    await runJob()
    await anna.send(writeMessage, { params: { id: String(id) }, body: { message: 'Aquí está.' } })
    await moveTo(90)
    await runJob()
    expect(await read(id)).toMatchObject({ state: 'being_processed', clock: 'late' })
  })
})

describe('an interruption of supply', () => {
  test('is answered in two hours with its cause and the expected restoration', async () => {
    const id = await open(21)
    expect(await read(id)).toMatchObject({
      term: { count: 2, unit: 'hours', due_at: '2026-11-20T13:00:00Z', norm: 'Ley 10/2025, art. 17.2' },
    })
    const [receipt] = await mailsOf(id)
    expect(receipt!.values).toMatchObject({ due: '2026-11-20T13:00:00.000Z' })
    const refused = await answer(id, { state: 'being_processed' })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['outage']])
    const outage = { cause: 'Un cable roto', restoration: 'Hoy a las 18 h' }
    expect((await answer(id, { state: 'being_processed', outage })).statusCode).toBe(200)
    const found = await read(id)
    expect(found).toMatchObject({ clock: 'answered', state: 'being_processed' })
    expect(found.messages.at(-1)!.message).toContain('Causa de la interrupción: Un cable roto')
    expect((await answer(id, { state: 'accepted' })).statusCode).toBe(200)
  })

  test('shows the phone of its distributor to the customer of the contract only', async () => {
    const { distributor_id } = await db
      .insertInto('distributor')
      .values({ name: 'e-distribución', ree_code: '0031', breakdown_phone: '900111222' })
      .returning('distributor_id')
      .executeTakeFirstOrThrow()
    await db.updateTable('supply_point').set({ distributor_id }).where('cups', '=', contract.cups).execute()
    const params = { contractName: contract.name }
    const expected = { name: 'e-distribución', breakdown_phone: '900111222' }
    expect(await anna.send(readBreakdownContact, { params })).toEqual({ distributor: expected })
    expect((await read(await open(21))).distributor).toEqual(expected)
    expect((await read(await open())).distributor).toBeNull()
    expect((await stranger.sendRaw(readBreakdownContact, { params })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(readBreakdownContact, { params })).statusCode).toBe(401)
  })

  test('is due in two hours as a complaint too', async () => {
    const { due_at } = await anna.send(openClaim, {
      params: { contractName: contract.name },
      body: { contract: contract.name, tipus: 'network', subtipus: 'outage', comments: 'Sin luz.' },
    })
    expect(due_at).toBe('2026-11-20T13:00:00.000Z')
  })
})

test('a refusal is not sent without its reasons, and names the body out of court', async () => {
  const id = await open()
  const refused = await answer(id, { state: 'denied' })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['reasons']])
  const reasons = [{ point: 'El importe', reason: 'La lectura es real.' }]
  expect((await answer(id, { state: 'denied', reasons })).statusCode).toBe(200)
  const { message } = (await read(id)).messages.at(-1)!
  expect(message).toContain('1. El importe: La lectura es real.')
  expect(message).toContain(portal.context.settings.now().care.disputeBody)
})

describe('a complaint about the reason of a suspension', () => {
  const isStopped = async () => (await findStopsOf(db, contract)).length > 0
  const setStop = (id: number, body: object) =>
    operator.sendRaw(setSuspensionStop, { params: { id: String(id) }, body: body as never })

  test('stops it until it is answered, and while a body out of court has it', async () => {
    expect(await isStopped()).toBe(false)
    const id = await open(22)
    expect(await isStopped()).toBe(true)
    expect((await read(id)).stops_suspension).toBe(true)
    expect((await setStop(id, { reason: 'dispute_body', stopped: true })).statusCode).toBe(204)
    await answer(id, { state: 'accepted' })
    expect(await isStopped()).toBe(true)
    expect((await setStop(id, { reason: 'dispute_body', stopped: false })).statusCode).toBe(204)
    expect(await isStopped()).toBe(false)
  })
})

describe('the receipt of a case', () => {
  test('has its content with day and hour, in the language that the customer chose', async () => {
    const { id, number } = await anna.send(openRequest, {
      body: {
        ...{ polissa_id: contract.contractId, polissa_type: 'electricity', categ_id: 11, attachments: [] },
        ...{ title: 'La factura', message: 'És massa alta.', language: 'ca', receipt: 'letter' },
      },
    })
    const [mail] = await mailsOf(id)
    expect(mail).toMatchObject({
      locale: 'ca',
      values: { message: 'És massa alta.', receivedAt: '2026-11-20T11:00:00.000Z', due: '2026-11-25' },
    })
    const file = await anna.sendRaw(downloadReceipt, { params: { id: String(id) } })
    expect(file.headers['content-type']).toBe('application/pdf')
    const text = await readPdfText(file.rawPayload)
    for (const part of [number!, 'La factura', 'És massa alta.', 'Justificant', '12:00']) expect(text).toContain(part)
  })

  test('is nobody else’s', async () => {
    const params = { id: String(await open()) }
    expect((await stranger.sendRaw(downloadReceipt, { params })).statusCode).toBe(404)
    expect((await portal.anonymous.sendRaw(downloadReceipt, { params })).statusCode).toBe(401)
  })
})

describe('the deadlines of retailers', () => {
  const term = { below_power_watts: null, unit: 'working_days', norm: null, source: null, recourse: 'write_again' }

  test('become norms until the next begins, and their cases duties', async () => {
    await db
      .insertInto('answer_term')
      .values([
        { ...term, case_type: 'consultation', valid_from: '2020-01-01', count: 10 },
        { ...term, case_type: 'consultation', valid_from: '2025-12-28', count: 15, norm: 'Ley 10/2025' },
        { ...term, case_type: 'complaint', valid_from: '2026-01-01', count: 7, norm: 'Own promise' },
        { ...term, case_type: 'distributor_complaint', valid_from: '2020-01-01', below_power_watts: 15_000, count: 5 },
      ])
      .execute()
    const { answer_term_id } = await db
      .selectFrom('answer_term')
      .where('norm', '=', 'Own promise')
      .select('answer_term_id')
      .executeTakeFirstOrThrow()
    const old = {
      ...{ customer_id: contract.customerId, contract_id: contract.contractId, case_type: 'complaint', subject: 'Old' },
      ...{ locale: 'es', opened_at: noon, updated_at: later(2), answer_term_id, due_on: '2026-12-01' },
    }
    const rows = await db
      .insertInto('support_case')
      .values([
        { ...old, state: 'in_process' },
        { ...old, state: 'being_processed', answered_at: later(1) },
        { ...old, state: 'additional_information_required', answered_at: later(1) },
        { ...old, state: 'accepted' },
      ])
      .returning('case_id')
      .execute()
    for (const table of ['support_type', 'support_subtype', 'support_category'] as const)
      await db.schema.alterTable(table).dropColumn('topic').execute()
    await db.schema
      .alterTable('support_case')
      .dropColumn('topic')
      .dropColumn('closure')
      .dropColumn('completion_warned_at')
      .execute()
    await up(db as never)

    const norms = await db.selectFrom('duty_norm').orderBy('code').selectAll().execute()
    expect(
      norms.map(({ code, topic, count, valid_from, valid_to }) => [code, topic, count, valid_from, valid_to]),
    ).toEqual([
      ['retailer.complaint', 'complaint', 7, '2026-01-01', null],
      ['retailer.consultation', 'consultation', 10, '2020-01-01', '2025-12-28'],
    ])
    const duties = await Promise.all(rows.map(({ case_id }) => dutiesOf(case_id)))
    expect(duties.map(({ case_answer }) => case_answer!.state)).toEqual(['open', 'done', 'paused', 'cancelled'])
    const { case_answer: first } = duties[0]!
    expect(first).toMatchObject({ due_on: '2026-12-01', due_at: new Date('2026-12-01T23:00:00Z') })
    expect(normOf(first!)).toMatchObject({ law: 'Own promise', term: { count: 7, unit: 'working_days' } })
  })
})
