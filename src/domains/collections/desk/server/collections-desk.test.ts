import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { createPaperContexts } from '#app/server/wiring/mount-collections.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import { communityOfProvince } from '#vocabulary/communities.ts'
import { openDueDebts } from '../../server/advance-debt.ts'
import { createPaperWorker } from '../../server/prepare-paper.ts'
import { actOnDebts, listManagedDebts, readDebtChoices } from '../api.ts'
import { downloadDebtLetters, downloadDebtPaper, exportCommunityList, exportDebts } from '../downloads.ts'
import type { BulkAct } from '../rules.ts'

const now = new Date('2026-11-27T11:00:00Z')
const { portal, operator, operatorId, customer } = await deskPortal({ now })
afterAll(() => portal.close())

let count = 0
beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('debt_event').execute()
  await db.deleteFrom('debt_paper').execute()
  await db.deleteFrom('debt').execute()
  await db.updateTable('invoice').set({ paid_status: 'paid', amount_pending_cents: 0 }).execute()
  for (const _ of [1, 2]) {
    const contract = await insertContract(db, { customerId: await insertCustomer(db, { name: `Eva ${++count}` }) })
    await insertInvoice(db, { contract, due_on: '2026-11-20', amount_total_cents: 900 })
  }
  await openDueDebts(db, now)
})

const list = async (query: object = {}) => (await operator.send(listManagedDebts, { query: query as never })).items
const act = (name: BulkAct, ids: number[], suspendOn?: string, rest: object = {}) =>
  operator.send(actOnDebts, { body: { act: name, ids, suspend_on: suspendOn ?? null, ...rest } })

test('debts are listed by step and found by customer and contract', async () => {
  const [one] = await list()
  expect(one).toMatchObject({ step: 'noticed', owed: 9, suspend_on: null })
  expect(await list({ step: 'announced' })).toEqual([])
  expect(await list({ q: one!.contract })).toHaveLength(1)
  expect(await list({ q: `Eva ${count}` })).toHaveLength(1)
})

test('an act applies to those at its step, and says why not to the others', async () => {
  const [one, other] = await list()
  expect(await act('demand', [one!.id])).toEqual({ changed: 1, problems: [] })
  expect(await act('demand', [one!.id, other!.id])).toEqual({ changed: 1, problems: ['wrong_step'] })
  expect(await act('note_delivered', [one!.id])).toEqual({ changed: 0, problems: ['proof_missing'] })
  expect(await act('note_delivered', [one!.id], undefined, { proof: 'CD 1' })).toEqual({ changed: 1, problems: [] })
  expect(await act('announce', [one!.id], '2026-12-22')).toEqual({ changed: 0, problems: ['too_early'] })
  expect(await act('announce', [one!.id], '2027-01-29')).toEqual({ changed: 0, problems: ['no_suspension_day'] })
  expect(await act('announce', [one!.id], '2027-01-28')).toEqual({ changed: 1, problems: [] })
  expect(await list({ step: 'announced' })).toMatchObject([{ suspend_on: '2027-01-28', suspension_from: '2027-01-28' }])
  expect((await auditOf(portal, operatorId)).filter(([action]) => action === 'debt_acted_on')).toHaveLength(4)
})

test('a debt is stopped, goes on, gets the social bonus and is assigned', async () => {
  const [one] = await list()
  expect(await act('complaint', [one!.id])).toEqual({ changed: 1, problems: [] })
  expect(await act('complaint', [one!.id])).toEqual({ changed: 0, problems: ['unchanged'] })
  expect((await list({ q: one!.contract }))[0]).toMatchObject({ stops: [{ reason: 'complaint', case_id: null }] })
  expect(await act('resume', [one!.id])).toMatchObject({ changed: 1 })
  expect(await act('social_bonus', [one!.id])).toMatchObject({ changed: 1 })
  expect(await act('assign', [one!.id])).toMatchObject({ changed: 1 })
  expect((await list({ q: one!.contract }))[0]).toMatchObject({
    ...{ stops: [], has_social_bonus: true, assignee: { id: operatorId } },
  })
})

test('debts are assigned to another operator who acts on them, and to no other', async () => {
  const [one] = await list()
  const money = await createTestOperator(portal, undefined, ['money'])
  expect(await act('assign', [one!.id], undefined, { operator_id: money.userId })).toMatchObject({ changed: 1 })
  expect((await list({ q: one!.contract }))[0]?.assignee?.id).toBe(money.userId)
  const { operators } = await operator.send(readDebtChoices, {})
  expect(operators.map(({ id }) => id)).toContain(money.userId)
  const care = await createTestOperator(portal, undefined, ['care'])
  const body = { act: 'assign' as const, ids: [one!.id], operator_id: care.userId }
  expect((await operator.sendRaw(actOnDebts, { body })).statusCode).toBe(400)
})

test('debts are filtered by who has taken them over, also in the export', async () => {
  const [one, other] = await list()
  const money = await createTestOperator(portal, undefined, ['money'])
  await act('assign', [one!.id])
  expect((await list({ assignee: 'nobody' })).map(({ id }) => id)).toEqual([other!.id])
  await act('assign', [other!.id], undefined, { operator_id: money.userId })
  expect((await list({ assignee: 'mine' })).map(({ id }) => id)).toEqual([one!.id])
  expect((await list({ assignee: String(money.userId) })).map(({ id }) => id)).toEqual([other!.id])
  const file = await operator.sendRaw(exportDebts, { query: { assignee: 'mine' } as never })
  expect(file.body.trim().split('\n')).toHaveLength(2)
  const [, after] = (await auditOf(portal, operatorId)).find(([action]) => action === 'debts_exported')!
  expect(after).toEqual({ step: 'open', assignee: 'mine', isSearched: false })
  const refused = await operator.sendRaw(listManagedDebts, { query: { assignee: 'x' } as never })
  expect(refused.statusCode).toBe(400)
})

describe('the files of debts', () => {
  const paperWorker = createPaperWorker({
    ...{ ...portal.context, log: { error() {} }, contextFor: createPaperContexts(portal.context) },
  })

  test('are the paper and the letters that are to be sent, until something is known of them', async () => {
    const [one] = await list()
    await act('demand', [one!.id], undefined, { channel: 'burofax' })
    await workOnDue(paperWorker)
    const { paper } = (await list({ q: one!.contract }))[0]!
    expect(paper).toMatchObject({ kind: 'demand', channel: 'burofax', is_written: true, outcome: null })
    const params = { id: String(paper!.id) }
    const file = await operator.sendRaw(downloadDebtPaper, { params })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect((await operator.sendRaw(downloadDebtPaper, { params: { id: '0' } })).statusCode).toBe(404)
    const letters = async () => (await operator.sendRaw(downloadDebtLetters, {})).rawPayload.toString('latin1')
    expect(await letters()).toContain(`${one!.contract}-${paper!.id}.pdf`)
    await act('note_undelivered', [one!.id])
    expect(await letters()).not.toContain(`${one!.contract}-${paper!.id}.pdf`)
    for (const action of ['debt_paper_read', 'debt_letters_read'])
      expect((await auditOf(portal, operatorId)).some(([each]) => each === action)).toBe(true)
  })

  test('are the households of a community whose demand was delivered and who owe', async () => {
    const [one, other] = await list()
    const read = async (code: string) => (await operator.sendRaw(exportCommunityList, { params: { code } })).body
    await act('demand', [one!.id, other!.id])
    await act('note_delivered', [one!.id], undefined, { proof: 'CD 2' })
    const { cups, province_code } = await portal.context.db
      .selectFrom('contract')
      .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
      .where('contract.name', '=', one!.contract)
      .select(['contract.cups', 'province_code'])
      .executeTakeFirstOrThrow()
    const { code } = communityOfProvince(province_code)!
    const lines = (await read(code)).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(cups)
    expect((await read(code === 'ES-GA' ? 'ES-MD' : 'ES-GA')).trim().split('\n')).toHaveLength(1)
    await portal.context.db.updateTable('invoice').set({ paid_status: 'paid', amount_pending_cents: 0 }).execute()
    expect((await read(code)).trim().split('\n')).toHaveLength(1)
    expect((await operator.sendRaw(exportCommunityList, { params: { code: 'ES-XX' } })).statusCode).toBe(404)
    expect((await auditOf(portal, operatorId)).some(([each]) => each === 'debt_community_list_exported')).toBe(true)
  })
})

test('a wrong field is refused', async () => {
  const { statusCode } = await operator.sendRaw(actOnDebts, { body: { act: 'demand', ids: [] } })
  expect(statusCode).toBe(400)
})

test('the export has what the list has, and is recorded', async () => {
  const { body } = await operator.sendRaw(exportDebts, { query: {} as never })
  expect(body).toContain(`Eva ${count}`)
  expect((await auditOf(portal, operatorId)).some(([action]) => action === 'debts_exported')).toBe(true)
})

test('care may look but not act', async () => {
  const { visitor } = await createTestOperator(portal, undefined, ['care'])
  expect((await visitor.send(listManagedDebts, { query: {} as never })).total).toBe(2)
  expect((await visitor.sendRaw(readDebtChoices, {})).statusCode).toBe(200)
  expect((await visitor.sendRaw(actOnDebts, { body: { act: 'demand', ids: [1] } })).statusCode).toBe(403)
})

test('customers have no access', async () => {
  expect((await customer.sendRaw(listManagedDebts, { query: {} as never })).statusCode).toBe(401)
  expect((await customer.sendRaw(readDebtChoices, {})).statusCode).toBe(401)
})
