import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { payItem } from '#domains/payments/api.ts'
import { openAnswerDuty } from '#domains/support/server/answer-duty.ts'
import { saveObservation } from '../../health/server/health-store.ts'
import { readToday } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let operator: TestVisitor
let customer: TestVisitor
let customerId: number
let userId: number

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: noon })
  const { db } = portal.context
  operator = (await createTestOperator(portal)).visitor
  customerId = await insertCustomer(db)
  userId = await insertUser(db, { customerIds: [customerId], email: 'eva@example.test' })
  customer = await portal.as(userId)
})
afterAll(() => portal.close())

test('returns no open work in an empty portal', async () => {
  expect(await operator.send(readToday, {})).toEqual({
    cases: { overdue: 0, unassigned: 0 },
    duties: { overdue: 0, today: 0 },
    requests: { requested: 0, sent: 0 },
    new_leads: 0,
    undecided_leads: 0,
    payments: { failed: 0, unclear: 0, refunds_unclear: 0 },
    approvals: 0,
    failed_mails: 0,
    failed_imports: 0,
    failing_jobs: 0,
    failing_systems: [],
    next_cases: [],
  })
})

test('counts open work and lists the next cases', async () => {
  const { db } = portal.context
  const contract = await insertContract(db, { customerId })
  const change = { customerId, contractId: contract.contractId, kind: 'happy_day', details: {}, userId, requestId: 'r' }
  await createChangeRequest(db, { ...change, state: 'requested', now: noon })
  const payload = { number: '4000000000000002', exp_month: '12', exp_year: '34', cvc: '123' }
  const method = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  const item = { item_id: await insertInvoice(db, { contract }), related_object_type: 'invoice' as const }
  await customer.send(payItem, { body: { payment_method_id: method.json().id, platform_name: 'sandbox', ...item } })
  const cases = await db
    .insertInto('support_case')
    .values(
      [
        { subject: 'La factura sube', state: 'in_process' },
        { subject: 'Una duda', state: 'in_process' },
        { subject: 'Ya está', state: 'accepted' },
      ].map((row) => ({
        ...row,
        locale: 'es',
        case_type: 'contact',
        customer_id: customerId,
        opened_at: noon,
        updated_at: noon,
      })) as never,
    )
    .returning('case_id')
    .execute()
  const openedAt = ['2026-10-20T11:00:00Z', '2026-11-20T11:00:00Z', '2026-10-01T11:00:00Z']
  for (const [index, { case_id: caseId }] of cases.entries())
    await openAnswerDuty(db, {
      ...{ caseId, caseType: 'consultation', topic: null, contract: null },
      at: new Date(openedAt[index]!),
    })
  await saveObservation(db, { system: 'mail', answeredAt: null, failedAt: noon, failure: 'access', failingSince: noon })
  const today = await operator.send(readToday, {})
  expect(today).toMatchObject({
    cases: { overdue: 1, unassigned: 2 },
    requests: { requested: 1, sent: 0 },
    payments: { failed: 1, unclear: 0 },
    // E-mail is written to files by the portal itself here, regardless of earlier observations of an SMTP server.
    failing_systems: [],
  })
  expect(today.next_cases!.map(({ subject, is_late }) => [subject, is_late])).toEqual([
    ['La factura sube', true],
    ['Una duda', false],
  ])
})

test('counts open approval requests for all operators except the requester, until they expire', async () => {
  const { db } = portal.context
  const { userId: askerId, visitor: asker } = await createTestOperator(portal)
  await db
    .insertInto('approval_request')
    .values({
      ...{ approval_id: randomUUID(), kind: 'refund', subject: 'payment:1', payload: '{}', seen: '{}' },
      ...{ requested_by_user_id: askerId, requested_at: noon, expires_at: new Date(noon.getTime() + 60_000) },
    })
    .execute()
  expect((await operator.send(readToday, {})).approvals).toBe(1)
  expect((await asker.send(readToday, {})).approvals).toBe(0)
  portal.setClock(new Date(noon.getTime() + 60_000))
  expect((await operator.send(readToday, {})).approvals).toBe(0)
  portal.setClock(noon)
})

test('customers have no access', async () => {
  expect((await customer.sendRaw(readToday, {})).statusCode).toBe(401)
})
