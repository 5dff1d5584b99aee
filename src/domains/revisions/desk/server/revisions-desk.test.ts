import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNoticeContexts } from '#app/server/wiring/mount-revisions.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { collectContracts } from '../../server/collect-contracts.ts'
import { prepareNotices } from '../../server/prepare-notices.ts'
import { findRevision } from '../../server/revision-store.ts'
import { appliesOn, deliverNotices, insertHeldContract, planPrices } from '../../server/revisions-testing.ts'
import {
  actOnRevisions,
  listAllRevisions,
  listNotices,
  readDeskRevision,
  readRevisionChoices,
  recordPosting,
  startRevisionCall,
  stopRevision,
} from '../api.ts'
import { downloadLetters, downloadNoticeAsSent, exportNotices, exportRevisions } from '../downloads.ts'

const noon = new Date('2026-11-27T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
const { visitor: content } = await createTestOperator(portal, 'content', ['content'])
const { visitor: care } = await createTestOperator(portal, 'care', ['care'])
let productId: number

beforeAll(async () => {
  const { contract } = await insertHeldContract(portal, { hasUser: true })
  productId = await planPrices(portal, contract)
  await insertHeldContract(portal, { hasUser: false })
})
beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['revision_notice', 'revision', 'duty', 'outbox_message'] as const)
    await portal.context.db.deleteFrom(table).execute()
})
afterAll(() => portal.close())

const bodyOf = (more: object = {}) => ({
  ...({ kind: 'prices', product_id: productId, tariff: '2.0TD', applies_on: appliesOn } as const),
  ...{ explanation: { es: 'Sube el mercado.' }, ...more },
})
const start = (more: object = {}) => operator.sendRaw(startRevisionCall, { body: bodyOf(more) as never })
const started = async (more: object = {}) =>
  (await operator.send(startRevisionCall, { body: bodyOf(more) as never })).id
const post = (id: string, reference = 'CD1') => operator.sendRaw(recordPosting, { params: { id }, body: { reference } })
const stop = (id: string, body: object = { confirmed: true }) =>
  operator.sendRaw(stopRevision, { params: { id }, body: body as never })
const codeOf = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

describe('starting a revision', () => {
  test('tells by which day its contracts are told, and opens the duty of that day', async () => {
    expect((await start()).json()).toMatchObject({ notices: 2, notify_by: '2026-12-15' })
    const duty = await portal.context.db.selectFrom('duty').selectAll().executeTakeFirstOrThrow()
    expect(duty).toMatchObject({ kind: 'price_revision_notice', state: 'open', due_on: '2026-12-15' })
    expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('revision_started')
  })

  test.each([
    [{ applies_on: '2027-02-01' }, 'prices_not_planned'],
    [{ kind: 'terms', tariff: '3.0TD' }, 'no_contracts'],
    [{ kind: 'terms', applies_on: '2026-12-26' }, 'notice_too_late'],
  ])('with %o is refused with %s, and nothing is written', async (more, code) => {
    expect(codeOf(await start(more))).toEqual([409, code])
    expect((await operator.send(listAllRevisions, { query: {} })).total).toBe(0)
  })

  test('of the same prices again is refused, unless the first one was stopped', async () => {
    const id = await started()
    expect(codeOf(await start())).toEqual([409, 'revision_exists'])
    await stop(id)
    expect((await start()).statusCode).toBe(200)
  })

  test('needs a role, a session and a text', async () => {
    const sent = { body: bodyOf() as never }
    expect((await portal.anonymous.sendRaw(startRevisionCall, sent)).statusCode).toBe(401)
    expect((await customer.sendRaw(startRevisionCall, sent)).statusCode).toBe(401)
    expect(codeOf(await care.sendRaw(startRevisionCall, sent))).toEqual([403, 'role_required'])
    expect((await start({ explanation: { es: '' } })).statusCode).toBe(400)
  })

  test('is offered for products with contracts and with their planned prices', async () => {
    const { products } = await operator.send(readRevisionChoices, {})
    expect(products).toMatchObject([{ id: productId, tariff: '2.0TD', contracts: 2, planned: [appliesOn] }])
  })
})

describe('the notices of a revision', () => {
  test('go by mail where somebody has an address and by post elsewhere, each with its proof', async () => {
    const id = await started()
    await deliverNotices(portal, { sentAt: noon })
    expect((await operator.send(readDeskRevision, { params: { id } })).counts).toEqual({ delivered: 1, to_post: 1 })
    const totalOf = async (query: object) => (await operator.send(listAllRevisions, { query })).total
    expect(await totalOf({ kind: 'prices', state: 'sending', progress: 'to_post' })).toBe(1)
    for (const query of [{ kind: 'renewal' }, { state: 'done' }, { progress: 'not_sent' }])
      expect(await totalOf(query)).toBe(0)
    const archive = await operator.sendRaw(downloadLetters, { params: { id } })
    expect(archive.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await post(id)).json()).toEqual({ posted: 1 })
    expect(codeOf(await post(id))).toEqual([409, 'nothing_to_post'])
    await deliverNotices(portal, { sentAt: null })
    expect(await operator.send(readDeskRevision, { params: { id } })).toMatchObject({ state: 'done', notified: 2 })
    const duty = await portal.context.db.selectFrom('duty').select('state').executeTakeFirstOrThrow()
    expect(duty.state).toBe('done')
    const posted = await operator.send(listNotices, { params: { id }, query: { state: 'posted' } })
    expect(posted.items).toMatchObject([{ posting_reference: 'CD1' }])
    const csv = await operator.sendRaw(exportNotices, { params: { id } })
    expect(csv.payload.split('\r\n')).toHaveLength(4)
    const paper = await operator.sendRaw(downloadNoticeAsSent, { params: { notice: posted.items[0]!.id } })
    expect(paper.headers['content-type']).toBe('application/pdf')
  })

  test('are not sent after their last day', async () => {
    const id = await started()
    portal.setClock(new Date('2026-12-16T00:00:00+01:00'))
    await deliverNotices(portal, { sentAt: null })
    portal.setClock(noon)
    expect((await operator.send(readDeskRevision, { params: { id } })).counts).toEqual({ too_late: 2 })
    const { items } = await operator.send(listNotices, { params: { id }, query: { state: 'too_late' } })
    expect(items.map(({ late_reason: reason }) => reason)).toEqual(['prepared_late', 'prepared_late'])
    expect(await portal.context.db.selectFrom('outbox_message').selectAll().execute()).toEqual([])
  })

  test('are not posted after it', async () => {
    const id = await started()
    await portal.context.db.updateTable('revision').set({ notify_by: '2026-11-26' }).execute()
    expect(codeOf(await post(id))).toEqual([409, 'notice_too_late'])
  })

  test('that were not posted by it end, so that the revision does', async () => {
    const id = await started()
    await deliverNotices(portal, { sentAt: noon })
    portal.setClock(new Date('2026-12-16T00:00:00+01:00'))
    await deliverNotices(portal, { sentAt: null })
    portal.setClock(noon)
    const revision = await operator.send(readDeskRevision, { params: { id } })
    expect(revision).toMatchObject({ state: 'done', counts: { delivered: 1, too_late: 1 } })
    const { items } = await operator.send(listNotices, { params: { id }, query: { state: 'too_late' } })
    expect(items).toMatchObject([{ late_reason: 'not_posted' }])
  })

  test('do not count as told when the mail was accepted too late', async () => {
    const id = await started()
    await deliverNotices(portal, { sentAt: new Date('2026-12-16T10:00:00Z') })
    expect((await operator.send(readDeskRevision, { params: { id } })).counts).toMatchObject({ too_late: 1 })
  })

  test('stop where they have not been sent, and what has ended does not stop', async () => {
    const id = await started()
    while (await collectContracts(portal.context)) {}
    expect((await stop(id, {})).statusCode).toBe(400)
    expect((await stop(id)).statusCode).toBe(204)
    await deliverNotices(portal, { sentAt: noon })
    expect((await operator.send(readDeskRevision, { params: { id } })).counts).toEqual({ stopped: 2 })
    expect(codeOf(await stop(id))).toEqual([409, 'revision_ended'])
  })

  test('are not given away where their revision is stopped while they are drawn', async () => {
    const { db } = portal.context
    const id = await started()
    while (await collectContracts(portal.context)) {}
    const revision = (await findRevision(db, id))!
    await stop(id)
    const rows = await db.selectFrom('revision_notice').selectAll().execute()
    const reads = { revisionOf: async () => revision, regulatedPrices: () => loadRegulatedPrices(db) }
    const deps = { ...portal.context, contextFor: createNoticeContexts(portal.context), reads }
    expect(await prepareNotices({ ...deps, runLimited: (work) => work() }, rows)).toEqual([])
    expect((await operator.send(readDeskRevision, { params: { id } })).counts).toEqual({ waiting: 2 })
    expect(await db.selectFrom('outbox_message').select('kind').execute()).toEqual([])
  })

  test('are told only to operators with a role, and of an unknown revision to nobody', async () => {
    const id = await started()
    for (const call of [readDeskRevision, listNotices, downloadLetters, exportNotices] as const) {
      const sent = { params: { id }, query: {} } as never
      expect((await portal.anonymous.sendRaw(call, sent)).statusCode).toBe(401)
      expect(codeOf(await content.sendRaw(call, sent))).toEqual([403, 'role_required'])
      expect((await operator.sendRaw(call, { params: { id: 'x' }, query: {} } as never)).statusCode).toBe(404)
    }
  })
})

describe('several revisions', () => {
  const act = (body: object, who = operator) => who.sendRaw(actOnRevisions, { body: body as never })
  const list = async (query: object) => (await operator.send(listAllRevisions, { query })).items

  test('are taken over, left to others and found by that', async () => {
    const id = await started()
    expect(await list({ assignee: 'nobody' })).toMatchObject([{ id, assignee: null }])
    expect((await act({ act: 'take', ids: [id, id] })).json()).toEqual({ changed: 1 })
    expect(await list({ assignee: 'mine' })).toMatchObject([{ id, assignee: { id: operatorId, name: 'Jordi Ferrer' } }])
    expect(await list({ assignee: 'nobody' })).toEqual([])
    expect((await act({ act: 'take', ids: [id] })).json()).toEqual({ changed: 0 })
    expect((await act({ act: 'release', ids: [id] })).json()).toEqual({ changed: 1 })
    expect(await list({ assignee: 'mine' })).toEqual([])
    const audited = (await auditOf(portal, operatorId)).filter(([action]) => action === 'revision_assigned')
    expect(audited).toEqual([
      ['revision_assigned', { operatorId }],
      ['revision_assigned', { operatorId: null }],
    ])
  })

  test('are assigned to a colleague who acts on them, and to no other', async () => {
    const id = await started()
    const sales = await createTestOperator(portal, undefined, ['sales'])
    const { operators } = await operator.send(readRevisionChoices, {})
    expect(operators.map((each) => each.id)).toContain(sales.userId)
    expect((await act({ act: 'assign', ids: [id], operator_id: sales.userId })).json()).toEqual({ changed: 1 })
    expect((await list({}))[0]?.assignee?.id).toBe(sales.userId)
    expect(await list({ assignee: String(sales.userId) })).toHaveLength(1)
    expect(await list({ assignee: String(operatorId) })).toEqual([])
    expect((await act({ act: 'assign', ids: [id], operator_id: sales.userId })).json()).toEqual({ changed: 0 })
    const care = await createTestOperator(portal, undefined, ['care'])
    for (const operator_id of [care.userId, null])
      expect(codeOf(await act({ act: 'assign', ids: [id], operator_id }))).toEqual([400, 'invalid'])
  })

  test('stop where they are being sent, with their duty', async () => {
    const id = await started()
    const unknown = '3f1c2d4e-0000-4000-8000-000000000001'
    expect((await act({ act: 'stop', ids: [id, unknown] })).json()).toEqual({ changed: 1 })
    expect((await act({ act: 'stop', ids: [id] })).json()).toEqual({ changed: 0 })
    expect((await operator.send(readDeskRevision, { params: { id } })).state).toBe('stopped')
    const duty = await portal.context.db.selectFrom('duty').select('state').executeTakeFirstOrThrow()
    expect(duty.state).toBe('cancelled')
  })

  test('are exported as they are filtered', async () => {
    await started()
    const csv = await operator.sendRaw(exportRevisions, { query: { kind: 'prices' } })
    expect(csv.payload.split('\r\n')).toHaveLength(3)
    expect(csv.payload).toContain('15/12/2026')
    const none = await operator.sendRaw(exportRevisions, { query: { kind: 'renewal' } })
    expect(none.payload.split('\r\n')).toHaveLength(2)
    expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('revisions_exported')
    expect((await portal.anonymous.sendRaw(exportRevisions, { query: {} })).statusCode).toBe(401)
    expect(codeOf(await content.sendRaw(exportRevisions, { query: {} }))).toEqual([403, 'role_required'])
  })

  test('need a role, a session, an act and ids', async () => {
    const id = await started()
    expect((await act({ act: 'take', ids: [id] }, portal.anonymous)).statusCode).toBe(401)
    expect(codeOf(await act({ act: 'take', ids: [id] }, care))).toEqual([403, 'role_required'])
    for (const wrong of [
      { act: 'take', ids: [] },
      { act: 'take', ids: ['x'] },
      { act: 'post', ids: [id] },
    ])
      expect((await act(wrong)).statusCode).toBe(400)
  })
})
