import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import type { AgreedDateKind } from '#domains/contracts/agreed-dates.ts'
import { listAgreedDates } from '#domains/contracts/api.ts'
import { openAgreedDateDuties } from '#domains/contracts/server/agreed-date-duties.ts'
import { leaveOnRevision, listRevisions, readRevision } from '../api.ts'
import { collectAgreedDates } from './collect-agreed-dates.ts'
import { appliesOn, deliverNotices, insertHeldContract, insertYear, planPrices } from './revisions-testing.ts'

const noon = new Date('2026-12-01T11:00:00Z')
const portal = await startTestPortal({ now: noon })
const { db } = portal.context
afterAll(() => portal.close())

const { contract, userId } = await insertHeldContract(portal, { hasUser: true })
const anna: TestVisitor = await portal.as(userId)
const { customerId, contractId } = contract
await planPrices(portal, contract)
await insertYear(portal, contract)
const keys = [{ customer_id: customerId, name: contract.name }]
const nothing = {
  ...{ renews_on: null, promotion_name: null, promotion_ends_on: null, promotion_discounts: null },
  ...{ penalty_percent: null, penalty_ends_on: null },
}

beforeEach(async () => {
  portal.setClock(noon)
  for (const table of ['revision_notice', 'revision', 'duty', 'outbox_message'] as const)
    await db.deleteFrom(table).execute()
})

async function agree(terms: Partial<Record<keyof typeof nothing, string>>, now = noon) {
  await db
    .updateTable('contract')
    .set({ ...nothing, ...terms })
    .where('contract_id', '=', contractId)
    .execute()
  await openAgreedDateDuties(db, keys, now)
}
const renewal = { renews_on: appliesOn }
const promotion = {
  ...{ promotion_name: 'Verano', promotion_ends_on: '2027-01-14' },
  promotion_discounts: JSON.stringify({ energy: '20' }),
}
const penalty = { penalty_percent: '5', penalty_ends_on: '2027-01-14' }
const duties = () => db.selectFrom('duty').select(['kind', 'state', 'due_on']).orderBy('kind').execute()
async function tell({ sentAt = portal.context.clock() }: { sentAt?: Date } = {}) {
  await collectAgreedDates(portal.context)
  await deliverNotices(portal, { sentAt })
}
const read = async () => {
  const { items } = await anna.send(listRevisions, {})
  return anna.send(readRevision, { params: { id: items[0]!.id } })
}

describe('what was agreed with a contract', () => {
  test('opens a duty each, which moves with it and is cancelled without it', async () => {
    await agree({ ...renewal, ...promotion, ...penalty })
    expect(await duties()).toEqual([
      { kind: 'promotion_end_notice', state: 'open', due_on: '2026-12-15' },
      { kind: 'renewal_notice', state: 'open', due_on: '2026-12-15' },
    ])
    await agree({ renews_on: '2027-03-01', ...penalty })
    expect(await duties()).toEqual([
      { kind: 'penalty_end_notice', state: 'open', due_on: '2026-12-15' },
      { kind: 'promotion_end_notice', state: 'cancelled', due_on: '2026-12-15' },
      { kind: 'renewal_notice', state: 'open', due_on: '2027-02-01' },
    ])
  })

  test('is not to be told again when the contract is imported as before', async () => {
    await agree(renewal)
    await tell()
    await agree(renewal)
    expect(await duties()).toEqual([{ kind: 'renewal_notice', state: 'done', due_on: '2026-12-15' }])
    expect(await collectAgreedDates(portal.context)).toBe(false)
  })
})

describe('its notice', () => {
  test('waits until two weeks before its last day', async () => {
    await agree(renewal)
    portal.setClock(new Date('2026-11-29T11:00:00Z'))
    expect(await collectAgreedDates(portal.context)).toBe(false)
    portal.setClock(new Date('2026-11-30T11:00:00Z'))
    expect(await collectAgreedDates(portal.context)).toBe(true)
    expect(await collectAgreedDates(portal.context)).toBe(false)
  })

  test('of a renewal says what the year costs then, and lets the customer leave', async () => {
    await agree({ ...renewal, penalty_percent: '5', penalty_ends_on: '2027-06-30' })
    await tell()
    const notice = await read()
    expect(notice).toMatchObject({ kind: 'renewal', applies_on: appliesOn, may_leave_free: true })
    expect(notice.penalty).toEqual({ percent: '5', ends_on: '2027-06-30' })
    expect(notice.year!.after).toBeGreaterThan(notice.year!.before)
    const mail = await db.selectFrom('outbox_message').select(['kind', 'values']).executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'revisions.renewal', values: { day: appliesOn, penaltyDay: '2027-06-30' } })
    await anna.send(leaveOnRevision, { params: { id: notice.id }, body: { confirmed: true } })
  })

  test('of the end of a promotion has the prices without its discounts', async () => {
    await agree(promotion)
    await tell()
    const notice = await read()
    expect(notice).toMatchObject({ kind: 'promotion_end', promotion: 'Verano', may_leave_free: true })
    expect(notice.prices.find(({ term }) => term === 'energy_discount')).toMatchObject({ before: '20', after: null })
  })

  test('of a promotion lets nobody leave free of charge while there is a penalty', async () => {
    await agree({ ...promotion, penalty_percent: '5', penalty_ends_on: '2027-06-30' })
    await tell()
    const notice = (await anna.send(listRevisions, {})).items.find(({ kind }) => kind === 'promotion_end')!
    const answer = await anna.sendRaw(leaveOnRevision, { params: { id: notice.id }, body: { confirmed: true } })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'not_free'])
  })

  test.each<[AgreedDateKind, object]>([
    ['renewal', renewal],
    ['promotion_end', promotion],
    ['penalty_end', penalty],
  ])('of %s that would be late is not sent, and operators see why', async (kind, terms) => {
    const late = new Date('2026-12-16T11:00:00Z')
    await agree(terms)
    portal.setClock(late)
    await tell()
    const rows = await db
      .selectFrom('revision_notice')
      .innerJoin('revision', 'revision.revision_id', 'revision_notice.revision_id')
      .select(['kind', 'revision_notice.state', 'late_reason'])
      .execute()
    expect(rows).toEqual([{ kind, state: 'too_late', late_reason: 'known_late' }])
    expect(await db.selectFrom('outbox_message').selectAll().execute()).toEqual([])
    expect(await duties()).toMatchObject([{ state: 'open' }])
  })
})

describe('the page of the contract', () => {
  const list = (visitor: TestVisitor) => visitor.sendRaw(listAgreedDates, { query: { contract: contract.name } })

  test('has each day with the one by which its customer is told, and then that they were', async () => {
    await agree({ ...renewal, ...promotion, penalty_percent: '2.5', penalty_ends_on: '2027-06-30' })
    const before = (await list(anna)).json()
    expect(before).toMatchObject({
      items: [
        { kind: 'renewal', changes_on: appliesOn, duty: { status: 'running', due_on: '2026-12-15' } },
        { kind: 'promotion_end', changes_on: appliesOn, promotion: 'Verano' },
        { kind: 'penalty_end', changes_on: '2027-07-01', duty: { due_on: '2027-06-01' } },
      ],
      penalty: { percent: '2.5', ends_on: '2027-06-30' },
    })
    await tell()
    expect((await list(anna)).json().items).toMatchObject([{ duty: null }, { duty: null }, { duty: {} }])
  })

  test('is told to nobody else', async () => {
    await agree(renewal)
    expect((await list(portal.anonymous)).statusCode).toBe(401)
    const stranger = await portal.as(await insertUser(db))
    expect((await list(stranger)).json()).toEqual({ items: [], penalty: null })
  })

  test('says nothing of what has passed', async () => {
    await agree({ renews_on: '2026-12-01', penalty_percent: '5', penalty_ends_on: '2026-11-30' })
    expect((await list(anna)).json()).toEqual({ items: [], penalty: null })
  })
})
