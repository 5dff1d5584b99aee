import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createPaperContexts } from '#app/server/wiring/mount-collections.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { type QueueWorker, workOnDue } from '#kit/server/queue-runner.ts'
import { locales } from '#vocabulary/locale.ts'
import { listDebts } from '../api.ts'
import { downloadPaper } from '../downloads.ts'
import { type DebtAct, notedStops } from '../rules.ts'
import { actOnDebt, openDueDebts, setSocialBonus, settlePaidDebts } from './advance-debt.ts'
import { endNotedStops, noteStop } from './debt-stops.ts'
import { findContractOf } from './debt-store.ts'
import { drawPaper } from './draw-paper.ts'
import { findPaperRecipient } from './paper-recipient.ts'
import type { PaperRow } from './paper-store.ts'
import { createPaperWorker } from './prepare-paper.ts'

const noon = (day: string) => new Date(`${day}T11:00:00Z`)
let portal: TestPortal
let contract: CreatedContract
let paperWorker: QueueWorker<PaperRow>
let visitor: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: noon('2026-11-27') })
  const { context } = portal
  paperWorker = createPaperWorker({
    ...{ ...context, clock: () => noon('2027-02-01') },
    log: { error() {} },
    contextFor: createPaperContexts(context),
  })
})
afterAll(() => portal.close())
beforeEach(async () => {
  const { db } = portal.context
  await db.deleteFrom('debt_event').execute()
  await db.deleteFrom('debt_paper').execute()
  await db.deleteFrom('debt').execute()
  await db.deleteFrom('duty_norm').execute()
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
  actOnDebt(db(), key, { act: name, suspendOn, channel: null, proof: 'B1', now: noon(day) })
const prepare = () => workOnDue(paperWorker)
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
  expect(await act(key, 'note_announcement_delivered', '2026-12-04')).toBeNull()
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
      'announcement_delivered',
      'suspended',
    ])
    await prepare()
    expect((await mails()).sort()).toEqual(
      ['announced', 'demanded', 'notice', 'suspended'].map((kind) => `collections.${kind}`),
    )
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

  test('announces the day as far ahead as the norm of that day says, and never after it', async () => {
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    await act(key, 'note_delivered', '2026-12-01')
    const norm = {
      ...{ kind: 'suspension_notice', code: 'nonPayment.suspensionNotice', law: 'Ley 1/2027', article: '3' },
      ...{ source: 'BOE-A-2027-1', state: 'in_force', topic: 'household', energy: 'electricity' as const },
      ...{ count: 25, unit: 'working_days', tolerance_days: 0, valid_from: '2027-01-01' },
    }
    await db().insertInto('duty_norm').values(norm).execute()
    expect(await act(key, 'announce', '2026-12-23', '2027-01-28')).toBe('too_early')
    expect(await act(key, 'announce', '2026-12-22', '2027-01-28')).toBeNull()
    expect(await duties(key)).toMatchObject({ suspension_notice: ['2026-12-22', 'done'] })
  })

  test('announces the day to anybody else with the notice that is promised', async () => {
    await db()
      .updateTable('customer')
      .set({ is_company: true })
      .where('customer_id', '=', contract.customerId)
      .execute()
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    await act(key, 'note_delivered', '2026-12-01')
    expect(await act(key, 'announce', '2026-12-02', '2026-12-22')).toBe('too_early')
    expect(await act(key, 'announce', '2026-12-01', '2026-12-23')).toBeNull()
  })

  test('takes four months with the social bonus, whenever it is known', async () => {
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    expect(await setSocialBonus(db(), key, true)).toBe(true)
    expect(await duties(key)).toMatchObject({ suspension: ['2027-03-27', 'open'] })
    await act(key, 'note_delivered', '2026-12-01')
    expect(await act(key, 'announce', '2026-12-02', '2027-01-28')).toBe('too_early')
  })

  test('takes them from the same day on the Canary Islands', async () => {
    await db()
      .updateTable('supply_point')
      .set({ province_code: '35' })
      .where('supply_point_id', 'in', (query) =>
        query.selectFrom('contract').where('contract_id', '=', contract.contractId).select('supply_point_id'),
      )
      .execute()
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    expect(await setSocialBonus(db(), key, true)).toBe(true)
    expect(await duties(key)).toMatchObject({ suspension: ['2027-03-27', 'open'] })
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
    expect((await mails()).slice(-2)).toEqual(['stopped', 'resumed'].map((kind) => `collections.${kind}`))
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

describe('the papers of a debt', () => {
  const papers = () =>
    db().selectFrom('debt_paper').orderBy('debt_paper_id').select(['kind', 'channel', 'outcome', 'proof']).execute()

  test('are demands and an announcement, each with the proof of its receipt, by another channel after a failure', async () => {
    const key = await open()
    await act(key, 'demand', '2026-11-27')
    await act(key, 'note_undelivered', '2026-11-30')
    await act(key, 'demand', '2026-12-01')
    await act(key, 'note_delivered', '2026-12-02')
    await act(key, 'announce', '2026-12-02', '2027-01-28')
    expect(await papers()).toEqual([
      { kind: 'demand', channel: 'certified_post', outcome: 'undelivered', proof: 'B1' },
      { kind: 'demand', channel: 'burofax', outcome: 'delivered', proof: 'B1' },
      { kind: 'announcement', channel: 'burofax', outcome: null, proof: null },
    ])
    expect(await act(key, 'note_suspended', '2027-01-28')).toBe('announcement_not_delivered')
  })

  test('are mailed with the paper, which its customer downloads and nobody else', async () => {
    await act(await open(), 'demand', '2026-11-27')
    expect((await only()).papers).toEqual([])
    await prepare()
    const [paper] = (await only()).papers
    const mail = await db()
      .selectFrom('outbox_message')
      .where('kind', '=', 'collections.demanded')
      .where('customer_id', '=', contract.customerId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(mail.attachments).toHaveLength(1)
    const params = { id: String(paper!.id) }
    const file = await visitor.sendRaw(downloadPaper, { params })
    expect(await readPdfText(file.rawPayload)).toContain('45,69')
    expect((await portal.anonymous.sendRaw(downloadPaper, { params })).statusCode).toBe(401)
    const another = await portal.as(await insertUser(db(), { customerIds: [await insertCustomer(db())] }))
    expect((await another.sendRaw(downloadPaper, { params })).statusCode).toBe(404)
    expect((await visitor.sendRaw(downloadPaper, { params: { id: 'x' } })).statusCode).toBe(404)
  })

  test.each(locales)('say in %s what the norm requires', async (locale) => {
    const { customerId, debtId } = await open()
    await act({ customerId, debtId }, 'demand', '2026-11-27')
    const { content } = await db().selectFrom('debt_paper').select('content').executeTakeFirstOrThrow()
    const recipient = await findPaperRecipient(db(), { customerId, debtId })
    const drawn = {
      ...{ recipient, contract: await findContractOf(db(), contract), writtenAt: noon('2026-11-27') },
      ...({ kind: 'demand', channel: 'burofax', content: content as never } as const),
    }
    const context = createPaperContexts(portal.context)(locale)
    const text = await readPdfText(await drawPaper(drawn, context))
    for (const part of ['titles.demand', 'essential', 'bonus', 'complain', 'parts', 'owed'])
      expect(text).toContain(context.t(`document.${part}`).slice(0, 40))
    for (const part of [recipient.cups, contract.name, recipient.holder]) expect(text).toContain(part)
    for (const part of ['45,69', '18,09', '2027']) expect(text.replaceAll('.', ',')).toContain(part)
    const notice = context.t('notice', { count: 15, unit: 'working_days' })
    expect(text.replace(/\s+/g, ' ')).toContain(notice)
  })
})

describe('a supply that stays suspended', () => {
  test('loses its access contract after two months, and still owes', async () => {
    const key = await announced()
    await act(key, 'note_suspended', '2027-01-28')
    expect((await only()).next).toEqual({ kind: 'access_end', on: '2027-03-29' })
    expect(await act(key, 'note_access_ended', '2027-03-28')).toBe('too_early')
    expect(await act(key, 'note_access_ended', '2027-03-29')).toBeNull()
    expect(await only()).toMatchObject({ step: 'access_ended', owed: 45.69, next: null, reconnection: null })
    expect((await duties(key)).access_contract_end?.[1]).toBe('done')
    await pay()
    await settlePaidDebts(db(), noon('2027-04-05'))
    expect(await debts()).toEqual([])
    expect((await mails()).slice(-2)).toEqual(['collections.accessEnded', 'collections.paid'])
  })
})

describe('a reconnection', () => {
  test('costs twice the hook-up right, told before and charged as it was then', async () => {
    const key = await announced()
    expect((await only()).reconnection).toEqual({ amount: 18.09, with_taxes: 21.89 })
    await act(key, 'note_suspended', '2027-01-28')
    await pay()
    await settlePaidDebts(db(), noon('2027-02-01'))
    expect((await only()).reconnection).toEqual({ amount: 18.09, with_taxes: 21.89 })
  })

  test('of who was cut wrongly is paid to them', async () => {
    const key = await announced()
    await act(key, 'note_suspended', '2027-01-28')
    expect(await act(key, 'note_wrongly_suspended', '2027-01-28')).toBeNull()
    expect(await only()).toMatchObject({ step: 'reconnecting', reconnection: { amount: -18.09, with_taxes: null } })
    expect((await mails()).at(-1)).toBe('collections.wronglySuspended')
    expect(await duties(key)).toMatchObject({ reconnection: [expect.any(String), 'open'] })
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
