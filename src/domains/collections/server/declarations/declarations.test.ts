import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { completeDeclaration, declareSupply, listDebts } from '../../api.ts'
import { decideDeclaration } from '../../desk/declarations/api.ts'
import { downloadOwnDeclarationPaper } from '../../downloads.ts'
import { openDueDebts } from '../advance-debt.ts'
import { followDeclarations } from './decide-declaration.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operatorId } = await deskPortal({ now: noon })
const { db } = portal.context
let contract: CreatedContract
let evaId: number
let eva: TestVisitor
let operator: TestVisitor

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

const paper = { filename: 'informe.pdf', content: Buffer.from('%PDF-1.7\ninforme').toString('base64') }
const debt = async (who = eva) => (await who.send(listDebts, {})).items[0]!
const declare = async (body: object = {}, who = eva) =>
  who.sendRaw(declareSupply, {
    params: { id: String((await debt()).id) },
    body: { kind: 'medical_device', note: 'Un respirador.', attachments: [paper], ...body } as never,
  })
const made = async () => (await debt()).declaration!
const decide = async (body: object, who = operator) =>
  who.sendRaw(decideDeclaration, { params: { id: String((await made()).id) }, body: body as never })
const complete = async (attachments: object[] = [paper]) =>
  eva.sendRaw(completeDeclaration, { params: { id: String((await made()).id) }, body: { attachments } as never })
const stops = async () => (await debt()).stops.map(({ reason }) => reason)
const dutiesOf = async (id: number) =>
  (await findDutiesOf(db, `declaration:${id}`)).map(({ kind, due_on, state }) => `${kind} ${due_on} ${state}`)
const mails = async () => {
  const query = db.selectFrom('outbox_message').where('customer_id', '=', contract.customerId).orderBy('created_at')
  const rows = await query.where('kind', 'like', 'collections.declaration%').select(['kind', 'values']).execute()
  return rows.map(({ kind }) => kind.replace('collections.declaration', ''))
}
describe('what a customer declares of a supply', () => {
  test('is answered within 15 working days, and stops the cut meanwhile', async () => {
    expect((await debt()).declaration_kinds).toContain('medical_device')
    expect((await declare()).statusCode).toBe(200)
    expect(await made()).toMatchObject({
      ...{ kind: 'medical_device', state: 'open', papers: [{ name: 'informe.pdf' }], answer: null },
      duties: [{ kind: 'declaration_answer', due_on: '2026-12-21', recourse: 'consumer_bodies' }],
    })
    expect((await debt()).declaration_kinds).toEqual([])
    expect(await stops()).toEqual(['declaration'])
    expect(await mails()).toEqual(['Received'])
    expect((await auditOf(portal, evaId)).map(([action]) => action)).toContain('declaration_made')
    expect((await declare()).json()).toMatchObject({ error: { code: 'declaration_open' } })
  })

  test('needs a paper, and a kind that its holder can declare', async () => {
    expect((await declare({ attachments: [] })).statusCode).toBe(400)
    const company = await insertContract(db, { customerId: await insertCustomer(db, { is_company: true }) })
    const userId = await insertUser(db, { customerIds: [company.customerId] })
    await insertInvoice(db, { contract: company, due_on: '2026-11-20', amount_total_cents: 900 })
    await openDueDebts(db, noon)
    const visitor = await portal.as(userId)
    const params = { id: String((await debt(visitor)).id) }
    const body = { kind: 'vulnerable', attachments: [paper] } as never
    expect((await visitor.sendRaw(declareSupply, { params, body })).statusCode).toBe(400)
    expect((await debt(visitor)).declaration_kinds).toEqual(['essential_service'])
  })

  test('is of its holder alone, and a paper that is none is refused', async () => {
    const params = { id: String((await debt()).id) }
    const body = { kind: 'medical_device' as const, attachments: [paper] }
    expect((await portal.anonymous.sendRaw(declareSupply, { params, body })).statusCode).toBe(401)
    const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
    expect((await stranger.sendRaw(declareSupply, { params, body })).statusCode).toBe(404)
    const broken = { filename: 'x.pdf', content: Buffer.from('hello').toString('base64') }
    expect((await declare({ attachments: [broken] })).json().error.fields).toHaveProperty('attachments')
    expect((await debt()).declaration).toBeNull()
    await declare()
    const completing = { params: { id: String((await made()).id) }, body: { attachments: [paper] } }
    expect((await stranger.sendRaw(completeDeclaration, completing)).statusCode).toBe(404)
  })
})

describe('the papers of a declaration', () => {
  const open = async (who: TestVisitor, params: { id: string; uploadId: string }) =>
    who.sendRaw(downloadOwnDeclarationPaper, { params })

  test('are opened by its holder alone, as they were sent', async () => {
    await declare()
    const { id, papers } = await made()
    const params = { id: String(id), uploadId: papers[0]!.id }
    const response = await open(eva, params)
    expect([response.statusCode, response.rawPayload.toString()]).toEqual([200, '%PDF-1.7\ninforme'])
    expect(response.headers['content-disposition']).toContain('informe.pdf')
    const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
    expect((await open(stranger, params)).statusCode).toBe(404)
    expect((await open(portal.anonymous, params)).statusCode).toBe(401)
    for (const wrong of [{ id: String(id + 1) }, { uploadId: crypto.randomUUID() }, { uploadId: 'x' }])
      expect((await open(eva, { ...params, ...wrong })).statusCode).toBe(404)
  })

  test.each([
    ['waiting', 409, 'file_being_checked'],
    ['infected', 410, 'file_removed'],
  ] as const)('that are %s are refused', async (scan_state, status, code) => {
    await declare()
    const { id, papers } = await made()
    const uploadId = papers[0]!.id
    await db.updateTable('upload').set({ scan_state }).where('upload_id', '=', uploadId).execute()
    const response = await open(eva, { id: String(id), uploadId })
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
  })
})

describe('a declaration that is accepted', () => {
  test('stops the cut until its day, after which the debt goes on', async () => {
    await declare()
    const { id } = await made()
    expect((await decide({ decision: 'accept', accepted_until: '2027-11-27' })).statusCode).toBe(204)
    expect(await made()).toMatchObject({ state: 'accepted', accepted_until: '2027-11-27', duties: [] })
    expect(await stops()).toEqual(['essential_supply'])
    expect(await dutiesOf(id)).toEqual(['declaration_answer 2026-12-21 done'])
    expect((await debt()).events.map(({ kind }) => kind)).not.toContain('resumed')
    await followDeclarations(db, new Date('2027-11-27T22:00:00Z'))
    expect((await made()).state).toBe('accepted')
    await followDeclarations(db, new Date('2027-11-28T11:00:00Z'))
    expect((await made()).state).toBe('ended')
    expect(await stops()).toEqual([])
    expect(await mails()).toEqual(['Received', 'Accepted', 'Ends', 'Ended'])
  })

  test('is announced to end two weeks before, once, and is declared anew while it lasts', async () => {
    await declare()
    await decide({ decision: 'accept', accepted_until: '2027-01-08' })
    const { id } = await made()
    await followDeclarations(db, new Date('2026-12-24T22:59:00Z'))
    expect(await mails()).toEqual(['Received', 'Accepted'])
    await followDeclarations(db, new Date('2026-12-25T11:00:00Z'))
    await followDeclarations(db, new Date('2026-12-26T11:00:00Z'))
    expect(await mails()).toEqual(['Received', 'Accepted', 'Ends'])
    expect((await debt()).declaration_kinds).toEqual([])
    await moveTo(28)
    expect((await debt()).declaration_kinds).toContain('medical_device')
    expect((await declare()).statusCode).toBe(200)
    expect((await stops()).sort()).toEqual(['declaration', 'essential_supply'])
    await decide({ decision: 'accept', accepted_until: '2028-01-08' })
    expect(await stops()).toEqual(['essential_supply'])
    await followDeclarations(db, new Date('2027-01-09T11:00:00Z'))
    expect(await mails()).toEqual(['Received', 'Accepted', 'Ends', 'Received', 'Accepted'])
    expect((await made()).id).not.toBe(id)
  })

  test('can be ended before its day, with reasons', async () => {
    await declare()
    await decide({ decision: 'accept', accepted_until: '2027-11-27' })
    expect((await decide({ decision: 'end' })).statusCode).toBe(400)
    expect((await decide({ decision: 'end', answer: 'Ya no vive nadie.' })).statusCode).toBe(204)
    expect(await stops()).toEqual([])
  })

  test('needs a last day, within two years', async () => {
    await declare()
    for (const accepted_until of [null, '2026-11-26', '2029-11-27'])
      expect((await decide({ decision: 'accept', accepted_until })).statusCode).toBe(400)
    expect((await made()).state).toBe('open')
  })
})

describe('a declaration that is refused', () => {
  test('tells its reasons on the page, not in the mail, and the debt goes on', async () => {
    await declare()
    expect((await decide({ decision: 'refuse' })).json().error.fields).toMatchObject({ answer: [{}] })
    await decide({ decision: 'refuse', answer: 'El informe no dice que sea indispensable.' })
    expect(await made()).toMatchObject({ state: 'refused', answer: 'El informe no dice que sea indispensable.' })
    expect(await stops()).toEqual([])
    const { values } = await db
      .selectFrom('outbox_message')
      .where('customer_id', '=', contract.customerId)
      .where('kind', '=', 'collections.declarationRefused')
      .select('values')
      .executeTakeFirstOrThrow()
    expect(Object.keys(values as object)).toEqual(['contract'])
    expect((await decide({ decision: 'accept', accepted_until: '2027-01-01' })).statusCode).toBe(409)
  })

  test('is followed by another one, which does not stop the cut before it is accepted', async () => {
    await declare()
    await decide({ decision: 'refuse', answer: 'No.' })
    expect((await declare()).statusCode).toBe(200)
    expect(await stops()).toEqual([])
    await decide({ decision: 'accept', accepted_until: '2027-01-01' })
    expect(await stops()).toEqual(['essential_supply'])
  })
})

describe('a declaration that lacks something', () => {
  test('is completed, and its term begins anew', async () => {
    await declare()
    const { id } = await made()
    expect((await complete()).json()).toMatchObject({ error: { code: 'declaration_not_incomplete' } })
    await decide({ decision: 'ask', answer: 'La segunda página.' })
    expect(await dutiesOf(id)).toEqual([
      'declaration_completion 2026-12-14 open',
      'declaration_answer 2026-12-21 paused',
    ])
    expect(await stops()).toEqual(['declaration'])
    expect((await complete([])).statusCode).toBe(400)
    await moveTo(7)
    expect((await complete([{ ...paper, filename: 'segunda.pdf' }])).statusCode).toBe(204)
    expect(await made()).toMatchObject({ state: 'open', papers: [{ name: 'informe.pdf' }, { name: 'segunda.pdf' }] })
    expect(await dutiesOf(id)).toEqual(['declaration_completion 2026-12-14 done', 'declaration_answer 2026-12-29 open'])
  })

  test('is closed once its time is over', async () => {
    await declare()
    const { id } = await made()
    await decide({ decision: 'ask', answer: 'La segunda página.' })
    await followDeclarations(db, new Date('2026-12-14T11:00:00Z'))
    expect((await made()).state).toBe('incomplete')
    await followDeclarations(db, new Date('2026-12-15T11:00:00Z'))
    expect((await made()).state).toBe('lapsed')
    expect(await stops()).toEqual([])
    expect(await mails()).toEqual(['Received', 'Incomplete', 'Lapsed'])
    expect(await dutiesOf(id)).toEqual([
      'declaration_completion 2026-12-14 cancelled',
      'declaration_answer 2026-12-21 cancelled',
    ])
  })
})
