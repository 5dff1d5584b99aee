import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { openRequest, readRequest, requestSupervisor } from '../../../api.ts'
import { listCases, noteSupervisorCall, readCase } from '../api.ts'

// A Friday, noon in Madrid.
const friday = new Date('2026-11-27T11:00:00Z')
const { portal, operator } = await deskPortal({ now: friday })
const { db } = portal.context
let anna: TestVisitor
let contractId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

async function openCase(): Promise<{ id: string }> {
  const body = { polissa_id: contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] }
  const { id } = await anna.send(openRequest, { body: { ...body, title: 'La factura', message: 'Muy alta.' } })
  return { id: String(id) }
}
const dutyOf = async ({ id }: { id: string }) =>
  (await findDutiesOf(db, `case:${Number(id)}`)).find(({ kind }) => kind === 'supervisor_call')
const openCases = async () => (await operator.send(listCases, { query: { state: 'open' } })).items

test('a case whose customer asks for a supervisor is the first until an operator notes that one has spoken', async () => {
  const earlier = await openCase()
  const params = await openCase()
  expect((await openCases()).map(({ id }) => String(id))).toEqual([earlier.id, params.id])
  await anna.send(requestSupervisor, { params })
  expect(await openCases()).toMatchObject([
    { id: Number(params.id), supervisor_due_on: '2026-11-27' },
    { id: Number(earlier.id), supervisor_due_on: null },
  ])
  expect((await operator.send(readCase, { params })).supervisor).toEqual({ due_on: '2026-11-27', is_late: false })
  const { visitor: money } = await createTestOperator(portal, undefined, ['money'])
  const note = (who = operator) => who.sendRaw(noteSupervisorCall, { params })
  expect([(await note(anna)).statusCode, (await note(portal.anonymous)).statusCode]).toEqual([401, 401])
  expect((await note(money)).statusCode).toBe(403)
  expect((await operator.sendRaw(noteSupervisorCall, { params: { id: 'x' } })).statusCode).toBe(404)
  expect((await note()).statusCode).toBe(204)
  expect(await dutyOf(params)).toMatchObject({ state: 'done', ended_at: friday })
  expect((await anna.send(readRequest, { params })).supervisor).toBeNull()
  expect((await note()).json().message).toBe('not_asked')
  const entries = db.selectFrom('audit_entry').where('action', '=', 'case_supervisor_spoke').select('subject')
  expect(await entries.execute()).toEqual([{ subject: `case:${params.id}` }])
  // They may ask again.
  await anna.send(requestSupervisor, { params })
  expect(await dutyOf(params)).toMatchObject({ state: 'open', ended_at: null })
})
