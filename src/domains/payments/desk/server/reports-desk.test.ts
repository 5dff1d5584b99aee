import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { applyNextReport } from '../../server/reports/apply-reports.ts'
import { storeReport } from '../../server/reports/report-store.ts'
import { dismissReport, listReports, retryReport } from '../reports-api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ environment: { DEMO: 'on' }, now: noon })
afterAll(() => portal.close())
beforeEach(() => portal.context.db.deleteFrom('provider_event').execute())

const params = { platform: 'sandbox', id: 'evt_1' }
const list = async (query: object = {}) => operator.send(listReports, { query: query as never })
const retry = (named = params) => operator.sendRaw(retryReport, { params: named })
const dismiss = (reason = 'Ya se devolvió en el proveedor') =>
  operator.sendRaw(dismissReport, { params, body: { reason } })

function store(eventId: string, isAside = true) {
  const event = { eventId, payload: { payment: 'odd' } }
  const putAside = isAside ? 'unreadable' : null
  return storeReport(portal.context.db, { platform: 'sandbox', event, putAside, now: noon })
}

describe('a report that was set aside', () => {
  test('is listed with the reason and none of its content', async () => {
    await store('evt_1')
    await store('evt_2', false)
    const shown = { ...params, told: null, reason: 'unreadable', received_at: noon.toISOString(), failures: 0 }
    expect(await list()).toEqual({ items: [{ ...shown, payment: null }], total: 1 })
    expect((await list({ state: 'waiting' })).items).toMatchObject([{ id: 'evt_2', reason: null }])
    expect(await list({ state: 'dismissed' })).toEqual({ items: [], total: 0 })
    expect((await list({ offset: 1 })).items).toEqual([])
  })

  test('is applied again on request, which is recorded', async () => {
    await store('evt_1')
    expect((await retry()).statusCode).toBe(204)
    expect((await list()).total).toBe(0)
    const { db, clock, payments: platforms } = portal.context
    const deps = { db, clock, platforms, log: { warn() {}, error() {} } }
    expect(await applyNextReport(deps)).toBe(true)
    expect((await list()).items).toMatchObject([{ id: 'evt_1', reason: 'unreadable' }])
    expect(await auditOf(portal, operatorId)).toContainEqual(['payment_report_retried'])
  })

  test('is dismissed once, with a reason', async () => {
    await store('evt_1')
    expect((await dismiss('')).statusCode).toBe(400)
    expect((await dismiss()).statusCode).toBe(204)
    expect([(await list()).total, (await list({ state: 'dismissed' })).total]).toEqual([0, 1])
    for (const again of [await dismiss(), await retry()])
      expect([again.statusCode, again.json().message]).toEqual([409, 'report_not_aside'])
    const reason = 'Ya se devolvió en el proveedor'
    expect(await auditOf(portal, operatorId)).toContainEqual(['payment_report_dismissed', { reason }])
  })
})

test('a waiting or unknown report cannot be retried', async () => {
  await store('evt_1', false)
  expect((await retry()).json().message).toBe('report_not_aside')
  expect((await retry({ platform: 'stripe', id: 'evt_1' })).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const { db } = portal.context
  const customer = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const replies = [customer.sendRaw(listReports, {} as never), customer.sendRaw(retryReport, { params })]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})
